import { outcomeOf } from './single-rule.js';

const context = { flagged: true, deviceDetails: { isVpn: false }, originEntity: { kycVerified: null } };
const terms = {
  true: 'transaction.flagged',
  false: 'transaction.deviceDetails.isVpn',
  unknown: 'origin.kycVerified',
} as const;
type Truth = keyof typeof terms;

const missing = (path: string): object => ({ cause: 'missing', path });
const because = missing('originEntity.kycVerified');
const asOutcome = (truth: Truth): unknown => (truth === 'unknown' ? [because] : truth === 'true');

describe('three-valued logic', () => {
  const table: readonly (readonly [Truth, Truth, Truth, Truth])[] = [
    ['true', 'true', 'true', 'true'],
    ['true', 'false', 'false', 'true'],
    ['true', 'unknown', 'unknown', 'true'],
    ['false', 'false', 'false', 'false'],
    ['false', 'unknown', 'false', 'unknown'],
    ['unknown', 'unknown', 'unknown', 'unknown'],
  ];

  it.each(table)('%s and %s is %s, and combined with or it is %s', (a, b, and, or) => {
    for (const [left, right] of [
      [a, b],
      [b, a],
    ] as const) {
      expect(outcomeOf(`${terms[left]} and ${terms[right]}`, { context })).toEqual(asOutcome(and));
      expect(outcomeOf(`${terms[left]} or ${terms[right]}`, { context })).toEqual(asOutcome(or));
    }
  });

  it.each([
    ['true', 'false'],
    ['false', 'true'],
    ['unknown', 'unknown'],
  ] as const)('not %s is %s', (a, negated) => {
    expect(outcomeOf(`not ${terms[a]}`, { context })).toEqual(asOutcome(negated));
  });

  it('treats `!=` and `not` around `=` alike for missing data', () => {
    expect(outcomeOf('transaction.channel != "web"')).toEqual([missing('channel')]);
    expect(outcomeOf('not (transaction.channel = "web")')).toEqual([missing('channel')]);
  });

  it('lists the causes of all unknown operands once each in text order', () => {
    expect(
      outcomeOf(
        'origin.riskScore > destination.riskScore and (transaction.riskScore = origin.riskScore or transaction.flagged)',
      ),
    ).toEqual([
      missing('originEntity.riskScore'),
      missing('destinationEntity.riskScore'),
      missing('riskScore'),
      missing('flagged'),
    ]);
  });

  it('has no causes once a term decides the result', () => {
    expect(outcomeOf('origin.riskScore > 5 and transaction.flagged', { context: { flagged: false } })).toBe(false);
    expect(outcomeOf('origin.riskScore > 5 or transaction.flagged', { context: { flagged: true } })).toBe(true);
  });
});

describe('values', () => {
  it('are exact decimals: 0.1 + 0.2 is 0.3, from text and from JSON', () => {
    expect(outcomeOf('0.1 + 0.2 = 0.3')).toBe(true);
    const sum = { metadata: { a: 0.1, b: 0.2 } };
    expect(outcomeOf('transaction.metadata.a + transaction.metadata.b = 0.3', { context: sum })).toBe(true);
    expect(outcomeOf('transaction.amount >= 0.3 USD', { context: { amount: '0.30', currency: 'USD' } })).toBe(true);
    expect(
      outcomeOf('transaction.amount >= 0.3 USD', { context: { amount: '0.299999999999999999', currency: 'USD' } }),
    ).toBe(false);
  });

  it('of the wrong type are unknown, and count as present', () => {
    const context = { originEntity: { riskScore: '80' } };
    expect(outcomeOf('origin.riskScore > 5', { context })).toEqual([
      { cause: 'type', path: 'originEntity.riskScore', detail: 'number' },
    ]);
    expect(outcomeOf('origin.riskScore is present', { context })).toBe(true);
    expect(outcomeOf('origin.riskScore is missing', { context: { originEntity: { riskScore: null } } })).toBe(true);
  });

  it('are never read from prototypes', () => {
    for (const key of ['constructor', '__proto__', 'toString', 'length'])
      expect(outcomeOf(`transaction.metadata.${key} is present`, { context: { metadata: { x: 1 } } })).toBe(false);
    expect(outcomeOf('transaction.metadata.toString = "own"', { context: { metadata: { toString: 'own' } } })).toBe(
      true,
    );
  });

  it('in another currency are unknown if there is no rate', () => {
    expect(outcomeOf('transaction.amount > 5 USD', { context: { amount: '9', currency: 'EUR' } })).toEqual([
      { cause: 'no_rate', detail: 'EUR/USD on 2026-01-15' },
    ]);
  });
});

describe('data lists', () => {
  const context = { originEntity: { taxId: ' 12-AB ' } };

  it('match on normalized text', () => {
    expect(outcomeOf('origin.taxId in watched', { context, listed: ['12-ab'] })).toBe(true);
    expect(outcomeOf('origin.taxId not in watched', { context, listed: ['12ab'] })).toBe(true);
  });

  it('are unknown if they no longer exist, never "not listed"', () => {
    expect(outcomeOf('origin.taxId not in watched', { context, listed: null })).toEqual([
      { cause: 'list_unavailable', listId: expect.any(String) },
    ]);
  });

  it('are not queried for an empty value, which is unknown', () => {
    expect(outcomeOf('origin.taxId in watched', { context: { originEntity: { taxId: '' } } })).toEqual([
      { cause: 'empty_text', path: 'originEntity.taxId' },
    ]);
  });
});
