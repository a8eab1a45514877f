import { prepareSummary } from '../src/index.js';
import { rule, evaluateOnce, setOf } from './single-rule.js';

const applied = {
  evaluationId: 'ev-1',
  alerts: [{ alertId: 'al-1', ruleId: 'r2' }],
  status: 'under_review',
  customKeys: ['k'],
};

describe('run summary', () => {
  const set = setOf(
    rule('transaction.flagged', { key: 'a' }),
    rule('transaction.amount >= 10 USD and transaction.channel = "web"', {
      key: 'b',
      header: 'score 30',
      then: 'then suggest FLAG',
    }),
    rule('transaction.flagged and transaction.amount > 1 USD', { key: 'c' }),
    rule('origin.riskScore > 5', { key: 'd' }),
    rule('origin.riskScore > 6', { key: 'e', header: 'score 1', then: 'unknown hit' }),
    rule('transaction.flagged', { key: 'f' }),
  );
  const outcome = evaluateOnce(set, { context: { flagged: false, amount: '12.50', currency: 'USD', channel: 'WEB' } });
  const summary = JSON.parse(prepareSummary(set).render(outcome, applied));

  it('lists hits and other rules in rule set order, each rule once', () => {
    expect(summary.rulesHit.map((item: { ruleKey: string }) => item.ruleKey)).toEqual(['b', 'e']);
    expect(summary.rulesNoHit.map((item: { ruleKey: string }) => item.ruleKey)).toEqual(['a', 'c', 'd', 'f']);
  });

  it('shows the values found by the conditions of a hit', () => {
    expect(summary.rulesHit[0]).toEqual({
      ruleId: 'r2',
      ruleKey: 'b',
      ruleExternalId: null,
      ruleVersion: 7,
      riskMatrixIds: [],
      name: 'Rule b',
      description: '',
      score: 30,
      priority: 50,
      category: 'custom',
      status: 'active',
      outcome: 'hit',
      conditions: [
        {
          id: 'cond-1',
          field: 'amount',
          operator: 'gte',
          value: { $money: '10 USD' },
          actual: { $money: '12.5 USD' },
          outcome: 'true',
        },
        { id: 'cond-2', field: 'channel', operator: 'eq', value: 'web', actual: 'WEB', outcome: 'true' },
      ],
      actions: [{ type: 'suggestion', suggestion: { value: 'FLAG' } }],
    });
  });

  it('explains why a rule is unknown, in words and by condition', () => {
    const because = {
      cause: 'missing',
      path: 'originEntity.riskScore',
      conditionId: 'cond-1',
      message: '`originEntity.riskScore` is missing',
    };
    expect(summary.rulesNoHit[2]).toMatchObject({
      outcome: 'unknown',
      unknownPolicy: 'ignore',
      unknownBecause: [because],
    });
    expect(summary.rulesNoHit[2].conditions).toMatchObject([{ outcome: 'unknown', because: { cause: 'missing' } }]);
    expect(summary.rulesHit[1]).toMatchObject({ outcome: 'unknown', unknownPolicy: 'hit' });
  });

  it('lists the conditions of a rule without a hit without values', () => {
    expect(summary.rulesNoHit[0]).toMatchObject({
      outcome: 'no_hit',
      conditions: [{ id: 'cond-1', field: 'flagged', operator: 'is_true' }],
    });
  });

  it('contains score, decision and executed actions', () => {
    expect(summary).toMatchObject({
      actionsExecuted: {
        alerts: applied.alerts,
        suggestion: 'FLAG',
        status: 'under_review',
        assignedUser: null,
        customKeys: ['k'],
      },
      totalScore: 31,
      evaluationId: 'ev-1',
      ruleSetVersion: set.version,
      decision: 'REVIEW_REQUIRED',
      decisionBecause: [{ source: 'suggestion', ruleId: 'r2' }],
      riskMatricesExecuted: [],
    });
  });

  it('can omit the rules that evaluated to no hit', () => {
    const short = JSON.parse(prepareSummary(set, { list: 'hits' }).render(outcome, applied));
    expect(short.rulesNoHit.map((item: { ruleKey: string }) => item.ruleKey)).toEqual(['d']);
    expect(short.rulesHit).toEqual(summary.rulesHit);
  });
});
