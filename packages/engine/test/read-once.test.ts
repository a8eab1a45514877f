import { checkRuleSet, compileRuleSet, ruleSetVersion, type RuleContent, type RuleSetContent } from '../src/index.js';

const rule = (index: number, condition: string, more: Partial<RuleContent> = {}): RuleContent => ({
  ruleId: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
  version: 1,
  status: 'active',
  source: `list watched = "Watched"\nrule r${String(index)} { on transaction (created) when ${condition} }`,
  externalId: null,
  createdAt: '2026-01-01T00:00:00Z',
  ...more,
});

const setOf = (rules: readonly RuleContent[], more: Partial<RuleSetContent> = {}): RuleSetContent => ({
  rules,
  lists: { Watched: { id: '1', name: 'Watched', type: 'tax_id' } },
  baseCurrency: 'USD',
  timezone: 'UTC',
  ...more,
});

const checked = (content: RuleSetContent) => {
  const result = checkRuleSet(content);
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
};

test('an unchanged rule keeps its syntax tree in a new rule set, and only the changed one is parsed', () => {
  const before = checked(setOf([rule(1, 'transaction.amount > 1 USD'), rule(2, 'transaction.amount > 2 USD')]));
  const after = checked(setOf([rule(1, 'transaction.amount > 1 USD'), rule(2, 'transaction.amount > 3 USD')]));
  expect(after[0]?.checked).toBe(before[0]?.checked);
  expect(after[1]?.checked).not.toBe(before[1]?.checked);
});

test('properties outside the rule text are never reused from an earlier rule set', () => {
  const condition = 'origin.taxId in watched';
  const ids = { 0: 'mine' };
  const [first] = checked(setOf([rule(1, condition)]));
  const [second] = checked(setOf([rule(1, condition, { status: 'shadow', version: 2, conditionIds: ids })]));
  expect([first?.shadow, second?.shadow]).toEqual([false, true]);
  expect([first?.content.version, second?.content.version]).toEqual([1, 2]);
  expect([first?.items[0]?.id, second?.items[0]?.id]).toEqual(['cond-1', 'mine']);
  expect(checkRuleSet(setOf([rule(1, condition)], { lists: {} })).ok).toBe(false);
  expect(checkRuleSet(setOf([rule(1, condition)])).ok).toBe(true);
});

test('the rule set version is the same whether its rules were parsed before or not', () => {
  const content = setOf([rule(1, 'transaction.amount > 7 USD')]);
  const fresh = ruleSetVersion(content);
  const compiled = compileRuleSet(content);
  expect(compiled.ok && compiled.value.version).toBe(fresh);
  expect(ruleSetVersion(setOf([rule(1, 'transaction.amount > 8 USD')]))).not.toBe(fresh);
});
