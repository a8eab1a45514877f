import type { Context, TransactionRecord } from '../src/index.js';
import { now, outcomeOf, rule, setOf } from './single-rule.js';

const hourMs = 3_600_000;

const context: Context = {
  id: 't-0',
  originEntityId: 'e1',
  destinationEntityId: 'e2',
  amount: '10',
  currency: 'USD',
  channel: 'web',
  deviceDetails: { isVpn: true },
  originEntity: { id: 'e1', name: 'Ana', riskFactors: [{ factor: 'a', impact: 5 }, null, { factor: 'b', impact: 20 }] },
};

const paid = (hoursAgo: number, more: TransactionRecord = {}): TransactionRecord => ({
  id: `t-${hoursAgo}`,
  originEntityId: 'e1',
  destinationEntityId: 'e2',
  amount: '10',
  currency: 'USD',
  transactedAt: new Date(now - hoursAgo * hourMs).toISOString(),
  ...more,
});

const missing = 'transaction.flagged';

describe('group', () => {
  it.each([
    ['all { true, false, transaction.flagged }', false],
    ['any { false, true, transaction.flagged }', true],
    ['none { false, false }', true],
    ['none { false, true, transaction.flagged }', false],
    ['at least 2 of { true, transaction.flagged, true }', true],
    ['at least 2 of { false, transaction.flagged, false }', false],
  ])('%s is %s', (condition, value) => {
    expect(outcomeOf(condition, { context })).toBe(value);
  });

  it.each([
    'all { true, transaction.flagged }',
    'none { transaction.flagged }',
    'at least 2 of { true, transaction.flagged }',
  ])('%s is unknown because of the missing value', (condition) => {
    expect(outcomeOf(condition, { context })).toEqual([
      { cause: 'missing', path: missing.replace('transaction.', '') },
    ]);
  });
});

describe('window', () => {
  const records = [
    paid(24 * 40),
    paid(30),
    paid(12),
    paid(2),
    paid(1, { originEntityId: 'e2', destinationEntityId: 'e1' }),
  ];
  it.each([
    ['count(transactions from origin in last 24h) = 3', 'the current one included'],
    ['count(prior transactions from origin in last 24h) = 2', 'without the current one'],
    ['count(transactions from origin in current day) = 3', 'of the day: midnight included'],
    ['count(transactions from origin in previous day) = 1', 'of the whole day before'],
    ['count(transactions from origin in previous month) = 1', 'of the whole month before'],
    ['count(transactions from origin since 2026-01-14) = 4', 'since a day'],
    ['count(transactions from origin in all time) = 5', 'without a start'],
    ['count(transactions involving origin in last 24h) = 4', 'of either side'],
    ['count(transactions between origin and destination in last 24h) = 4', 'of a pair in either direction'],
    ['count(transactions to origin in last 24h) = 1', 'of what arrived'],
    ['count(last 2 transactions from origin) = 2', 'of the newest, the current one among them'],
    ['count(last 3 transactions from origin where amount > 10 USD) = 0', 'of the newest, filtered afterwards'],
    [
      'count(distinct originAccount.entityId of transactions from origin in last 24h) = 0',
      'of values that are not there',
    ],
  ])('%s: %s', (condition) => {
    expect(outcomeOf(condition, { context, records })).toBe(true);
  });

  it('never contains the stored version of the subject', () => {
    const stored = paid(0, { id: 't-0' });
    expect(outcomeOf('count(transactions from origin in last 1h) = 1', { context, records: [stored] })).toBe(true);
    expect(outcomeOf('count(prior transactions from origin in last 1h) = 0', { context, records: [stored] })).toBe(
      true,
    );
  });

  it('by a key that the subject lacks is unknown, whatever else is known', () => {
    expect(outcomeOf('count(transactions per deviceDetails.deviceId in last 1h) = 0', { context })).toEqual([
      { cause: 'missing_key', path: 'deviceDetails.deviceId' },
    ]);
  });

  it('with an unknown start time is unknown', () => {
    expect(outcomeOf('count(transactions from origin since origin.registrationDate) = 0', { context })).toEqual([
      { cause: 'missing', path: 'originEntity.registrationDate' },
    ]);
  });
});

describe('list field of the subject', () => {
  it('is read element by element, skipping nulls', () => {
    expect(outcomeOf('count(origin.riskFactors where impact > 10) = 1', { context })).toBe(true);
    expect(outcomeOf('sum(impact of origin.riskFactors) = 25', { context })).toBe(true);
  });

  it('is empty if its owner exists without it, and unknown if there is no owner', () => {
    expect(outcomeOf('exists(origin.riskFactors)', { context: { ...context, originEntity: { id: 'e1' } } })).toBe(
      false,
    );
    expect(outcomeOf('exists(origin.riskFactors)', { context: { ...context, originEntity: null } })).toEqual([
      { cause: 'missing_key', path: 'originEntity.riskFactors' },
    ]);
  });
});

describe('list field below enrichment results', () => {
  const enriched = (normalized: object | null) => ({
    context: { ...context, originEntity: { id: 'e1', enrichmentData: { mapped: {}, normalized } } },
  });
  const neverFound = [{ cause: 'not_screened', path: 'originEntity.enrichmentData.normalized' }];

  it.each(['count(origin.normalized.shareholders) = 0', 'none { exists(origin.normalized.shareholders) }'])(
    'is unknown, not empty, if no enrichment result exists: %s',
    (condition) => {
      expect(outcomeOf(condition, { context })).toEqual(neverFound);
      expect(outcomeOf(condition, enriched(null))).toEqual(neverFound);
      expect(outcomeOf(condition, enriched({}))).toBe(true);
      expect(outcomeOf(condition, enriched({ shareholders: [{ name: 'Ana' }] }))).toBe(false);
    },
  );

  it('is included in the facts to fetch', () => {
    const { enrichment } = setOf(rule('count(origin.normalized.shareholders) = 0')).factNeeds();
    expect(enrichment).toEqual(['originEntity.enrichmentData.normalized.shareholders']);
  });
});

describe('company ownership', () => {
  const owned = (ownership: object | null) => ({
    context: { ...context, originEntity: { id: 'e1', type: 'company', ownership } },
  });
  const owner = { entityId: 'p1', name: 'Ana', leastPercent: 30, mostPercent: 45, certain: true, path: ['p1', 'e1'] };
  const nobodyKnown = [{ cause: 'not_screened', path: 'originEntity.ownership' }];

  it.each([
    'count(origin.ownership.beneficialOwners) = 0',
    'origin.ownership.knownPercent < 75',
    'not origin.ownership.hasCycle',
    'origin.ownership.sanctionedPercent < 50',
  ])('is unknown, not empty, if no owner is known: %s', (condition) => {
    expect(outcomeOf(condition, { context })).toEqual(nobodyKnown);
    expect(outcomeOf(condition, owned(null))).toEqual(nobodyKnown);
  });

  it.each([
    ['any of the owners', 'exists(origin.ownership.beneficialOwners where name = "ANA" and certain)'],
    ['their shares', 'sum(leastPercent of origin.ownership.beneficialOwners where certain) = 30'],
    ['ways', 'exists(origin.ownership.beneficialOwners where path contains any of ["p1"])'],
    ['countries', 'origin.ownership.countries contains any of ["KY", "VG"]'],
    ['time', 'origin.ownership.asOf is within last 7d'],
    ['the whole', 'origin.ownership.knownPercent < 75 and origin.ownership.layers >= 2 and origin.ownership.hasCycle'],
  ])('can be read by rules: %s', (_title, condition) => {
    const asOf = new Date(now - hourMs).toISOString();
    const known = { knownPercent: 30, layers: 2, hasCycle: true, countries: ['BR', 'KY'], asOf };
    expect(outcomeOf(condition, owned({ beneficialOwners: [owner], ...known }))).toBe(true);
    expect(
      outcomeOf(condition, owned({ beneficialOwners: [], ...known, knownPercent: 80, countries: [], asOf: 0 })),
    ).not.toBe(true);
  });

  it.each([
    [50, 50, true],
    [60, 100, true],
    [0, 49.9999, false],
    [40, 60, [{ cause: 'out_of_domain', path: 'originEntity.ownership.sanctionedPercent', detail: 'from 40 to 60' }]],
  ])(
    'has the expected outcome for half being sanctioned, for %s to %s percent',
    (sanctionedPercent, sanctionedPercentMost, outcome) => {
      const shares = owned({ sanctionedPercent, sanctionedPercentMost });
      expect(outcomeOf('origin.ownership.sanctionedPercent >= 50', shares)).toEqual(outcome);
      expect(outcomeOf('origin.ownership.sanctionedPercentMost >= 50', shares)).toBe(sanctionedPercentMost >= 50);
    },
  );

  it('is included in the facts to fetch, unlike other fields with the same name', () => {
    const needs = (condition: string) => setOf(rule(condition)).factNeeds().ownership;
    expect(needs('count(origin.ownership.beneficialOwners) = 0')).toEqual(['originEntity.ownership.beneficialOwners']);
    expect(needs('destination.ownership.layers > 2')).toEqual([
      'destinationEntity.ownership',
      'destinationEntity.ownership.layers',
    ]);
    expect(needs('transaction.metadata.ownership = "x" and origin.attributes.ownership = "x"')).toEqual([]);
  });
});

describe('data list', () => {
  it('can be queried for the records of a window', () => {
    const records = [paid(2, { channel: 'WEB ' }), paid(1, { channel: 'app' })];
    const condition = 'count(prior transactions from origin in last 24h where channel in watched) = 1';
    expect(outcomeOf(condition, { context, records, listed: ['web'] })).toBe(true);
    expect(outcomeOf(condition, { context, records, listed: null })).toMatchObject([{ cause: 'list_unavailable' }]);
  });
});

describe('time in data without a declared type', () => {
  const times: Context = {
    ...context,
    metadata: {
      day: '2026-01-14',
      one: '2026-01-14T13:00:00Z',
      five: '2026-01-14T18:00:00Z',
      later: '2026-01-15T18:00:00Z',
    },
  };
  it.each([
    ['transaction.metadata.one is within last 24h', true],
    ['transaction.metadata.one is within last 22h', false],
    ['transaction.metadata.later is within last 24h', false],
    ['transaction.metadata.day is within last 24h', false],
    ['transaction.metadata.day is within last 36h', false],
    ['transaction.metadata.day is within last 37h', true],
    ['transaction.metadata.one is before transaction.metadata.five', true],
    ['transaction.metadata.one is after transaction.metadata.five', false],
    ['transaction.metadata.one is before 2026-01-14', false],
    ['transaction.metadata.later between 2026-01-14 and now', false],
    ['transaction.metadata.one + 1h = 2026-01-14T14:00:00Z', true],
    ['transaction.metadata.one + 23h = now', true],
    ['transaction.metadata.day + 1d = 2026-01-15', true],
    ['now - transaction.metadata.one = 23h', true],
    ['now - transaction.metadata.day = 36h', true],
    ['transaction.transactedAt - 1h < transaction.transactedAt', true],
  ])('%s is %s', (condition, value) => {
    expect(outcomeOf(condition, { context: { ...times, transactedAt: new Date(now).toISOString() } })).toBe(value);
  });
});
