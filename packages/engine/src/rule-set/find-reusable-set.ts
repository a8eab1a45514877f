import type { CheckedRule } from '@tamis/lang';
import type { CompiledRule } from '../compile/compile-rule.js';
import type { CompiledRuleSet } from '../evaluate/compiled-rule-set.js';
import { Evaluator } from './evaluator.js';
import type { RuleSetContent } from '../rules/rule-set-content.js';
import type { SetRule } from '../rules/set-rule.js';

/** A set compiled before whose plan a new set goes on with. */
export interface ReusableSet {
  readonly set: Evaluator;
  /** By checked rule. */
  readonly known: ReadonlyMap<CheckedRule, CompiledRule>;
}

/** Nodes that nobody reads any more make a plan at most so many times as large as when its set was compiled from nothing. */
const maxGrowth = 2;

const compiledRules = new WeakMap<Evaluator, ReadonlyMap<CheckedRule, CompiledRule>>();

function compiledRulesOf(set: Evaluator): ReadonlyMap<CheckedRule, CompiledRule> {
  const known = compiledRules.get(set) ?? new Map(set.components.compiled.map((each) => [each.rule.checked, each]));
  compiledRules.set(set, known);
  return known;
}

const isCompatible = ({ components: { content, graph, freshSize } }: Evaluator, wanted: RuleSetContent): boolean =>
  graph.sharing &&
  content.baseCurrency === wanted.baseCurrency &&
  content.timezone === wanted.timezone &&
  graph.size <= freshSize * maxGrowth;

/** The set that has most rules in common with a new one, at least half of them; null: there is none. */
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
