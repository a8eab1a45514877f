import { compileRuleSet, type CompiledRuleSet, type RuleSetContent } from '../src/index.js';
import type { Evaluator } from '../src/rule-set/evaluator.js';

const ruleOf = (index: number, condition: string, header = ''): RuleSetContent['rules'][number] => ({
  ruleId: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
  version: 1,
  status: 'active',
  source: `rule r${String(index)} { on transaction (created) ${header} when ${condition} }`,
  externalId: null,
  createdAt: '2026-01-01T00:00:00Z',
});

const setOf = (conditions: readonly string[], more: Partial<RuleSetContent> = {}): RuleSetContent => ({
  rules: conditions.map((condition, index) => ruleOf(index, condition)),
  lists: {},
  baseCurrency: 'USD',
  timezone: 'UTC',
  ...more,
});

function compiled(content: RuleSetContent, previous: readonly CompiledRuleSet[] = []): Evaluator {
  const result = compileRuleSet(content, { previous });
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value as Evaluator;
}

const day = 'from origin in last 24h';
const conditions = [
  'transaction.amount > 1 USD',
  `count(transactions ${day}) > 3`,
  `sum(transaction.amount of prior transactions ${day} where transaction.channel = "web") > 5 USD`,
  'transaction.channel = "web"',
];

const goesOn = (content: RuleSetContent, before = compiled(setOf(conditions))): boolean =>
  compiled(content, [before]).components.graph === before.components.graph;

const changed = (place: number, condition: string): string[] => conditions.with(place, condition);

describe('rule set compiled from a previous one', () => {
  it('compiles only the rules that differ', () => {
    const before = compiled(setOf(conditions));
    const after = compiled(setOf(changed(0, 'transaction.amount > 2 USD')), [before]);
    const terms = (set: Evaluator) => set.components.compiled.map(({ condition }) => condition);
    expect(terms(after).map((term, index) => term === terms(before)[index])).toEqual([false, true, true, true]);
    expect(after.rules.map(({ content }) => content.ruleId)).toEqual(before.rules.map(({ content }) => content.ruleId));
  });

  it('reuses windows only if they equal those of a rule set compiled from scratch', () => {
    expect(goesOn(setOf(changed(1, `count(transactions ${day}) > 4`)))).toBe(true);
    expect(goesOn(setOf([...conditions, `count(transactions ${day}) > 9`]))).toBe(true);
    expect(goesOn(setOf(changed(1, 'transaction.channel = "pos"')))).toBe(false);
    expect(goesOn(setOf(changed(1, 'count(transactions from origin in last 48h) > 3')))).toBe(false);
    expect(goesOn(setOf(changed(1, 'count(userEvents from origin in last 24h) > 3')))).toBe(false);
  });

  it('shares closures but no values with the previous rule set, so that both may run in turn', () => {
    const before = compiled(setOf(conditions));
    const after = compiled(setOf(changed(0, 'transaction.amount > 2 USD')), [before]);
    const now = Date.parse('2026-01-02T00:00:00Z');
    const context = { id: 't', originEntityId: 'e', transactedAt: new Date(now).toISOString() };
    const run = { evaluationId: 'e', target: 'transaction', trigger: 'created', now } as const;
    const scoreOf = (set: Evaluator, earlier: number) => {
      const [request] = set.requests(context, run).windows;
      const row = [now - 1, ...(request?.columns ?? []).map(() => null)];
      return set.evaluate(
        context,
        { windows: { [request?.id ?? -1]: Array.from({ length: earlier }, () => row) } },
        run,
      );
    };
    const runs = [scoreOf(before, 0), scoreOf(after, 5), scoreOf(before, 5), scoreOf(after, 0)];
    expect(runs.map(({ outcomes }) => outcomes.filter(({ outcome }) => outcome === 'hit').length)).toEqual([
      0, 1, 1, 0,
    ]);
  });

  it('leaves the windows of the previous rule set unchanged if it cannot reuse them', () => {
    const before = compiled(setOf(conditions));
    const windows = JSON.stringify(before.components.graph.windows);
    const { size } = before.components.graph;
    const more = `sum(transaction.amount of transactions from origin in last 48h where transaction.category = "x") > 3 USD`;
    expect(goesOn(setOf([...conditions, more]), before)).toBe(false);
    expect(JSON.stringify(before.components.graph.windows)).toBe(windows);
    expect(before.components.graph.size).toBe(size);
  });

  it('reuses the one with most rules in common, and none with another currency or zone or few of its rules', () => {
    const near = compiled(setOf(changed(0, 'transaction.amount > 2 USD')));
    const far = compiled(setOf(changed(0, 'transaction.amount > 3 USD').with(3, 'transaction.channel = "pos"')));
    expect(compiled(setOf(conditions), [near, far]).components.graph).toBe(near.components.graph);
    expect(compiled(setOf(conditions), [far, near]).components.graph).toBe(near.components.graph);
    expect(goesOn(setOf(conditions, { baseCurrency: 'BRL' }))).toBe(false);
    expect(goesOn(setOf(conditions, { timezone: 'America/Sao_Paulo' }))).toBe(false);
    expect(goesOn(setOf(['transaction.amount > 7 USD', ...conditions.slice(0, 1)]))).toBe(false);
  });

  it('recompiles from scratch once most of the plan belongs to removed rules', () => {
    const first = compiled(setOf(conditions));
    let set = first;
    let edits = 0;
    while (set.components.graph === first.components.graph && edits < 1_000) {
      edits += 1;
      set = compiled(setOf(changed(0, `transaction.amount > ${String(edits + 10)} USD`)), [set]);
    }
    expect(edits).toBeGreaterThan(2);
    expect(set.components.graph.size).toBeLessThanOrEqual(first.components.freshSize + 2);
  });
});
