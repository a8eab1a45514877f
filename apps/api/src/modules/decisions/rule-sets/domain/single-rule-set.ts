import { compileRuleSet, prepareSummary, type MatrixContent, type EvaluationScope } from '@tamis/engine';

import type { LoadedRuleSet } from './loaded-rule-set.js';

const singleRuleCache = new WeakMap<LoadedRuleSet, Map<string, LoadedRuleSet>>();

/** A matrix that does not run keeps none of its rules from being run on demand. */
export const asActiveMatrix = (matrix: MatrixContent): MatrixContent =>
  matrix.status === 'inactive' ? { ...matrix, status: 'active' } : matrix;

/** One rule of a set as the set has it, under the version of the set. Null: the set does not have it. */
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

/** A set in a run of which no rule takes part. */
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

/** What a run of a rule alone is like: its matrices are executed, and it runs whether it was written for before or after the answer. */
export const singleRuleScope = ({ compiled }: LoadedRuleSet): Scope => evaluationScopes(compiled)[0]!;

/** The runs that together run every rule of a set: those with matrices, those without, those for before and for after the answer. */
export function evaluationScopes({ rules }: LoadedRuleSet['compiled']): readonly Scope[] {
  const stages = [...new Set(rules.map(({ checked }) => checked.evaluate))];
  return stages.flatMap((stage) => {
    const staged = rules.filter(({ checked }) => checked.evaluate === stage);
    const matrices = [...new Set(staged.flatMap(({ checked }) => checked.matrices))];
    const isAnyFree = staged.some(({ checked }) => checked.matrices.length === 0);
    return [...(isAnyFree ? [{ matrices: [], stage }] : []), ...(matrices.length > 0 ? [{ matrices, stage }] : [])];
  });
}
