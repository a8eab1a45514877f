import { compileRuleSet, prepareSummary, type MatrixContent, type EvaluationScope } from '@tamis/engine';

import type { LoadedRuleSet } from './loaded-rule-set.js';

const singleRuleCache = new WeakMap<LoadedRuleSet, Map<string, LoadedRuleSet>>();

/** An inactive matrix must not prevent its rules from being evaluated on demand. */
export const asActiveMatrix = (matrix: MatrixContent): MatrixContent =>
  matrix.status === 'inactive' ? { ...matrix, status: 'active' } : matrix;

/** Returns a set with only one rule, under the version of the whole set, or `null` if the set does not include the rule. */
export function singleRuleSet(set: LoadedRuleSet, ruleId: string): LoadedRuleSet | null {
  const rules = singleRuleCache.get(set) ?? new Map<string, LoadedRuleSet>();
  singleRuleCache.set(set, rules);
  const before = rules.get(ruleId);
  if (before) return before;
  const versions = set.compiled.rules.filter(({ content }) => content.ruleId === ruleId);
  const rule = versions.find(({ content }) => content.status === 'active') ?? versions[0];
  if (!rule) return null;
  const { defaultMatrices: _unused, ...settings } = set.content;
  const matrices = (set.content.matrices ?? [])
    .filter(({ key }) => rule.checked.matrices.includes(key))
    .map(asActiveMatrix);
  const content = { ...settings, rules: [rule.content], matrices };
  const compiled = compileRuleSet(content, { previous: [set.compiled] });
  if (!compiled.ok) throw new Error(`the published rule ${ruleId} does not compile: ${JSON.stringify(compiled.error)}`);
  const alone = toLoadedRuleSet(set, content, compiled.value);
  rules.set(ruleId, alone);
  return alone;
}

function toLoadedRuleSet(
  { version, revision }: LoadedRuleSet,
  content: LoadedRuleSet['content'],
  compiled: LoadedRuleSet['compiled'],
): LoadedRuleSet {
  const { rules, matrices } = compiled;
  const named = { rules, matrices, version };
  const summaries = { full: prepareSummary(named), hits: prepareSummary(named, { list: 'hits' }) };
  return { version, revision, content, compiled, summaries };
}

const emptySetCache = new WeakMap<LoadedRuleSet, LoadedRuleSet>();

/** Returns a set whose evaluations include no rules. */
export function emptyRuleSet(set: LoadedRuleSet): LoadedRuleSet {
  const before = emptySetCache.get(set);
  if (before) return before;
  const content = { ...set.content, rules: [] };
  const compiled = compileRuleSet(content);
  if (!compiled.ok) throw new Error('a set without rules does not compile');
  const empty = toLoadedRuleSet(set, content, compiled.value);
  emptySetCache.set(set, empty);
  return empty;
}

type Scope = Required<Pick<EvaluationScope, 'matrices' | 'stage'>>;

/** Returns the scope for evaluating a rule by itself: with its matrices, and regardless of whether it runs before or after the response. */
export const singleRuleScope = ({ compiled }: LoadedRuleSet): Scope => evaluationScopes(compiled)[0]!;

/** Returns the scopes that together cover every rule of a set: with and without matrices, before and after the response. */
export function evaluationScopes({ rules }: LoadedRuleSet['compiled']): readonly Scope[] {
  const stages = [...new Set(rules.map(({ checked }) => checked.evaluate))];
  return stages.flatMap((stage) => {
    const staged = rules.filter(({ checked }) => checked.evaluate === stage);
    const matrices = [...new Set(staged.flatMap(({ checked }) => checked.matrices))];
    const isAnyFree = staged.some(({ checked }) => checked.matrices.length === 0);
    return [...(isAnyFree ? [{ matrices: [], stage }] : []), ...(matrices.length > 0 ? [{ matrices, stage }] : [])];
  });
}
