import type { CheckedRule } from '@tamis/lang';
import type { CompiledRule } from '../compile/compile-rule.js';
import { planSettingsKey } from '../facts/environment.js';
import type { CompiledRuleSet } from '../evaluate/compiled-rule-set.js';
import { Evaluator } from './evaluator.js';
import type { RuleSetContent } from '../rules/rule-set-content.js';
import type { SetRule } from '../rules/set-rule.js';

/** A compiled set whose plan a new set can reuse. */
export interface ReusableSet {
  readonly set: Evaluator;
  /** Compiled rules by checked rule. */
  readonly known: ReadonlyMap<CheckedRule, CompiledRule>;
}

/** Maximum size of a plan, including nodes no longer used, relative to its size when the set was compiled from scratch. */
const maxGrowth = 2;

const compiledRules = new WeakMap<Evaluator, ReadonlyMap<CheckedRule, CompiledRule>>();

function compiledRulesOf(set: Evaluator): ReadonlyMap<CheckedRule, CompiledRule> {
  const known = compiledRules.get(set) ?? new Map(set.components.compiled.map((each) => [each.rule.checked, each]));
  compiledRules.set(set, known);
  return known;
}

const isCompatible = ({ components: { content, graph, freshSize } }: Evaluator, wanted: RuleSetContent): boolean =>
  graph.sharing && planSettingsKey(content) === planSettingsKey(wanted) && graph.size <= freshSize * maxGrowth;

/** Returns the set that shares the most rules with a new one, and at least half of them; `null` if there is none. */
export function findReusableSet(
  rules: readonly SetRule[],
  content: RuleSetContent,
  previous: readonly CompiledRuleSet[],
): ReusableSet | null {
  let best: ReusableSet | null = null;
  let most = rules.length / 2;
  for (const set of previous) {
    if (!(set instanceof Evaluator) || !isCompatible(set, content)) continue;
    const known = compiledRulesOf(set);
    const inCommon = rules.filter(({ checked }) => known.has(checked)).length;
    if (inCommon <= most) continue;
    best = { set, known };
    most = inCommon;
  }
  return best;
}
