import { contentOf, created, listId, rule, evaluateOnce, setOf } from './single-rule.js';
import { ruleSetVersion } from '../src/index.js';

const hit = 'transaction.flagged';
const context = {
  id: 't1',
  flagged: true,
  originEntityId: 'e1',
  originEntity: { name: 'Ana', taxId: '12' },
  amount: '9400',
  currency: 'USD',
};

describe('decision', () => {
  it.each([
    ['29.9', 'LOW', 'APPROVE'],
    ['30', 'MEDIUM', 'APPROVE'],
    ['60', 'HIGH', 'APPROVE'],
    ['79.9', 'HIGH', 'APPROVE'],
    ['80', 'CRITICAL', 'REVIEW_REQUIRED'],
  ])('for a score of %s has level %s and is %s', (score, riskLevel, decision) => {
    const outcome = evaluateOnce(setOf(rule(hit, { header: `score ${score}` })), { context });
    expect(outcome).toMatchObject({ totalScore: Number(score), riskScore: Number(score), riskLevel, decision });
  });

  it('adds scores as decimals: 79.7 and 0.1 and 0.2 are 80', () => {
    const rules = ['79.7', '0.1', '0.2'].map((score, index) =>
      rule(hit, { key: `r${index}`, header: `score ${score}` }),
    );
    expect(evaluateOnce(setOf(...rules), { context })).toMatchObject({ totalScore: 80, decision: 'REVIEW_REQUIRED' });
  });

  it('limits the risk score to 0 to 100, but not the total score', () => {
    const rules = [70, 60].map((score, index) => rule(hit, { key: `r${index}`, header: `score ${score}` }));
    expect(evaluateOnce(setOf(...rules), { context })).toMatchObject({ totalScore: 130, riskScore: 100 });
    expect(evaluateOnce(setOf(rule(hit, { header: 'score -20' })), { context })).toMatchObject({
      totalScore: -20,
      riskScore: 0,
      riskLevel: 'LOW',
    });
  });

  it('is the strictest of score band and suggestions, and lists every reason that is equally strict', () => {
    const set = setOf(
      rule(hit, { key: 'a', header: 'score 90', then: 'then suggest FLAG' }),
      rule(hit, { key: 'b', then: 'then suggest SUSPEND' }),
      rule(hit, { key: 'c', then: 'then suggest SUSPEND' }),
    );
    expect(evaluateOnce(set, { context })).toMatchObject({
      suggestion: 'SUSPEND',
      decision: 'HOLD',
      decisionBecause: [
        { source: 'suggestion', ruleId: 'r2' },
        { source: 'suggestion', ruleId: 'r3' },
      ],
    });
  });

  it('ignores shadow rules and marks their effects', () => {
    const outcome = evaluateOnce(setOf(rule(hit, { header: 'mode shadow score 90', then: 'then suggest BLOCK' })), {
      context,
    });
    expect(outcome).toMatchObject({
      totalScore: 0,
      decision: 'APPROVE',
      suggestion: null,
      effects: [{ kind: 'suggest', mode: 'shadow' }],
    });
    expect(outcome.outcomes).toHaveLength(1);
  });

  it('follows what a rule specifies for unknown', () => {
    const unknown = (policy: string): string =>
      rule('origin.riskScore > 5', { header: 'score 90', then: `${policy} then suggest BLOCK` });
    expect(evaluateOnce(setOf(unknown('')), { context })).toMatchObject({
      totalScore: 0,
      decision: 'APPROVE',
      effects: [],
      outcomes: [{ outcome: 'unknown', counts: false }],
    });
    expect(evaluateOnce(setOf(unknown('unknown hit')), { context })).toMatchObject({
      totalScore: 90,
      decision: 'REJECT',
      outcomes: [{ outcome: 'unknown', counts: true }],
    });
    expect(evaluateOnce(setOf(unknown('unknown review')), { context })).toMatchObject({
      totalScore: 0,
      decision: 'REVIEW_REQUIRED',
      decisionBecause: [
        {
          source: 'unknown_review',
          ruleId: 'r1',
          unknownBecause: [{ cause: 'missing', path: 'originEntity.riskScore' }],
        },
      ],
      effects: [
        {
          kind: 'createAlert',
          severity: 'LOW',
          title: 'Missing data: Rule r',
          dedupe: { path: 'originEntityId', value: 'e1', hours: 24 },
        },
      ],
    });
  });
});

describe('party status', () => {
  const suspended = { role: 'origin', entityId: 'e1', status: 'suspended', decision: 'HOLD' } as const;
  const blocked = { role: 'destination', entityId: 'e2', status: 'blocked', decision: 'REJECT' } as const;
  const decide = (source: string, partyRestrictions: unknown, run = created) =>
    evaluateOnce(setOf(source), { context: { ...context, partyRestrictions }, run });

  it('is a decision reason of its own, whatever the rules yield', () => {
    expect(decide(rule('not transaction.flagged'), [suspended])).toMatchObject({
      totalScore: 0,
      suggestion: null,
      decision: 'HOLD',
      decisionBecause: [{ source: 'party_status', ...suspended }],
    });
    expect(decide(rule(hit, { then: 'then suggest FLAG' }), [suspended, blocked])).toMatchObject({
      suggestion: 'FLAG',
      decision: 'REJECT',
      decisionBecause: [{ source: 'party_status', ...blocked }],
    });
  });

  it('is listed next to equally strict rules and omitted below stricter ones', () => {
    expect(decide(rule(hit, { then: 'then suggest SUSPEND' }), [suspended]).decisionBecause).toMatchObject([
      { source: 'suggestion' },
      { source: 'party_status' },
    ]);
    expect(decide(rule(hit, { then: 'then suggest BLOCK' }), [suspended])).toMatchObject({
      decision: 'REJECT',
      decisionBecause: [{ source: 'suggestion' }],
    });
  });

  it('has no effect in an asynchronous run, and is ignored if it is not a list', () => {
    const later = { ...created, stage: 'async' } as const;
    expect(decide(rule(hit, { header: 'evaluate async' }), [blocked], later).decision).toBe('APPROVE');
    expect(decide(rule(hit), 'blocked').decision).toBe('APPROVE');
  });
});

describe('effects', () => {
  it('are ordered by priority, then age, then action', () => {
    const set = setOf(
      rule(hit, { key: 'a', then: 'then key "a1" key "a2"' }),
      rule(hit, { key: 'b', header: 'priority 90', then: 'then key "b"' }),
      rule(hit, { key: 'c', then: 'then key "c"' }),
    );
    expect(
      evaluateOnce(set, { context }).effects.map((effect) => (effect.kind === 'setKey' ? effect.key : '')),
    ).toEqual(['b', 'a1', 'a2', 'c']);
  });

  it.each([
    ['{transaction.amount}', { amount: '0.00012', currency: 'BTC' }, '0.00012000 BTC'],
    ['{transaction.amount}', { amount: '0.5', currency: 'USDC' }, '0.500000 USDC'],
    ['{transaction.metadata.seen}', { metadata: { seen: ['a', null, 2, true, 'd', 'e', 'f'] } }, 'a, 2, yes, d, e'],
  ])('show %s with full precision', (hole, fields, title) => {
    const [effect] = evaluateOnce(setOf(rule(hit, { then: `then alert LOW "${hole}"` })), {
      context: { ...context, ...fields },
    }).effects;
    expect(effect).toMatchObject({ kind: 'createAlert', title });
  });

  it('contain formatted messages, exact values and the settings that suppress repeats', () => {
    const then =
      'then alert HIGH "{origin}: {transaction.amount}, {transaction.channel}, {2 * 617.5}" once per origin in 90m';
    expect(evaluateOnce(setOf(rule(hit, { header: 'category aml', then })), { context }).effects).toMatchObject([
      {
        kind: 'createAlert',
        severity: 'HIGH',
        type: 'AML',
        title: 'Ana: 9,400.00 USD, (not known), 1,235',
        values: {
          origin: 'e1',
          'transaction.amount': { $money: '9400 USD' },
          'transaction.channel': null,
          '2 * 617.5': 1235,
        },
        dedupe: { path: 'originEntityId', value: 'e1', hours: 1.5 },
        ruleVersion: 7,
        action: '0',
      },
    ]);
  });

  it('truncate a message at 500 characters', () => {
    const long = { ...context, originEntity: { name: 'é'.repeat(600) } };
    const [effect] = evaluateOnce(setOf(rule(hit, { then: 'then alert LOW "{origin.name}"' })), {
      context: long,
    }).effects;
    expect(effect?.kind === 'createAlert' && effect.title).toBe(`${'é'.repeat(499)}…`);
  });

  it('are marked as skipped when there is nothing to add or nobody to change', () => {
    const then =
      'then add origin.taxId to watched, transaction.channel to watched because "seen" set status of destination to under_review set status of origin to under_review';
    expect(evaluateOnce(setOf(rule(hit, { then })), { context }).effects).toMatchObject([
      {
        kind: 'addToList',
        action: '0',
        listId,
        fieldPath: 'originEntity.taxId',
        value: '12',
        reason: 'seen',
        skipped: null,
      },
      { kind: 'addToList', action: '0.1', value: null, skipped: 'empty' },
      { kind: 'setStatus', target: { type: 'entity', role: 'destination', id: null }, skipped: 'no_target' },
      {
        kind: 'setStatus',
        target: { type: 'entity', role: 'origin', id: 'e1' },
        status: 'under_review',
        skipped: null,
      },
    ]);
  });

  it('have the same id for the same run, rule, version and action, and otherwise a different one', () => {
    const set = setOf(rule(hit, { then: 'then key "a" key "b"' }));
    const ids = (evaluationId: string): string[] =>
      evaluateOnce(set, { context, run: { ...created, evaluationId } }).effects.map(({ id }) => id);
    expect(ids('x')).toEqual(ids('x'));
    expect(new Set([...ids('x'), ...ids('y')]).size).toBe(4);
  });
});

describe('rule set version', () => {
  const version = (source: string): string => ruleSetVersion(contentOf(source));
  const original = version(rule('transaction.amount >= 1000 USD'));

  it('does not change with names, descriptions, comments or layout', () => {
    expect(original).toMatch(/^rs_[0-9a-f]{64}$/);
    const other = rule('transaction.amount >=\n  1_000.00 USD // a lot', { header: 'description "Large"' }).replace(
      '"Rule r"',
      '"Other name"',
    );
    expect(version(other)).toBe(original);
  });

  it('changes with anything that can change an outcome', () => {
    const others = [
      rule('transaction.amount > 1000 USD'),
      rule('transaction.amount >= 1000 USD', { header: 'score 1' }),
      rule('transaction.amount >= 1000 USD', { then: 'then alert LOW "x"' }),
      rule('transaction.amount >= 1000 USD', { then: 'unknown review' }),
    ].map(version);
    expect(new Set([original, ...others]).size).toBe(5);
    expect(ruleSetVersion({ ...contentOf(rule('transaction.amount >= 1000 USD')), timezone: 'Asia/Tokyo' })).not.toBe(
      original,
    );
  });
});
