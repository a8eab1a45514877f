import { compileRuleSet, planReport, type CompileOptions, type PlanReport } from '../src/index.js';
import { contentOf, rule } from './single-rule.js';

function reportOf(sources: readonly string[], options?: CompileOptions): PlanReport {
  const result = compileRuleSet(contentOf(...sources), options);
  if (!result.ok) throw new Error(JSON.stringify(result.error, null, 2));
  return planReport(result.value);
}

describe('rule set plan', () => {
  const report = reportOf([
    rule('transaction.channel = "a" and transaction.amount > 5 USD', { key: 'a' }),
    rule('not (transaction.channel = "a") or transaction.flagged', { key: 'b' }),
    rule('count(transactions from origin in last 1h) > 3 and transaction.flagged', { key: 'c' }),
    rule('sum(amount as USD of transactions from origin in last 7d) > 3 USD and origin.taxId in watched', { key: 'd' }),
  ]);

  it('counts equal predicates once', () => {
    expect(report).toMatchObject({
      rules: 4,
      fields: ['amount', 'channel', 'flagged', 'originEntity.taxId'],
      distinctPredicates: 6,
      predicateUses: 8,
    });
  });

  it('lists what several rules fetch together', () => {
    expect(report.facts).toEqual([
      { kind: 'window', what: 'transactions by originEntityId', rules: 2 },
      { kind: 'lookup', what: 'in_custom_list', rules: 1 },
    ]);
  });

  it('names the most expensive rules first', () => {
    expect(
      report.dearest
        .map(({ key }) => key)
        .slice(0, 2)
        .sort(),
    ).toEqual(['c', 'd']);
    expect(report.dearest).toHaveLength(4);
  });

  it('reports which fields exclude rules and how many rules need more than the index', () => {
    const [scope] = report.scopes;
    expect(scope).toMatchObject({ target: 'transaction', stage: 'sync', rules: 4, rulesBeyondIndex: 2 });
    expect(scope?.indexedFields).toContainEqual({ path: 'flagged', tests: 1, rules: 1 });
  });

  it('evaluates few rules one by one and many through the index unless configured otherwise', () => {
    const sources = (count: number): string[] =>
      Array.from({ length: count }, (_, index) =>
        rule(`transaction.channel = "c${index}" and transaction.metadata.x > ${index}`, { key: `r${index}` }),
      );
    const ways = (count: number, options?: CompileOptions): readonly string[] =>
      reportOf(sources(count).slice(0, 9), options).scopes.map(({ way }) => way);
    expect(ways(1)).toEqual(['closures']);
    expect(ways(9)).toEqual(['index']);
    expect(ways(9, { indexFrom: 10 })).toEqual(['closures']);
    expect(ways(1, { indexFrom: 1 })).toEqual(['index']);
  });
});
