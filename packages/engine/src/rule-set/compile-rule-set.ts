import { failure, ok, type Result } from '@tamis/stdx';
import { GraphCompiler } from '../compile/compile-graph.js';
import { compileRule, haveSameWindows, planRules, type CompiledRule } from '../compile/compile-rule.js';
import { PlanGraph } from '../plan/plan-graph.js';
import { checkRuleSetLean, toPlannable, type RuleSetProblem } from '../rules/check-rule-set.js';
import type { CompiledRuleSet } from '../evaluate/compiled-rule-set.js';
import { Evaluator, type EvaluatorComponents } from './evaluator.js';
import type { RuleSetContent } from '../rules/rule-set-content.js';
import { findReusableSet, type ReusableSet } from './find-reusable-set.js';
import type { SetRule } from '../rules/set-rule.js';

export interface CompileOptions {
  /** Equal parts of rules are computed once per run. Off only to show that it changes no result. */
  readonly sharing?: boolean;
  /** From this many rules on, an index over single fields is used. Absent: where it is expected to be faster. Changes time, never results. */
  readonly indexFrom?: number;
  /**
   * Sets compiled in this thread, which may be in use: the new set goes on with the plan and the closures of the one most like it
   * and compiles the rules that differ. Changes time, never results.
   */
  readonly previous?: readonly CompiledRuleSet[];
}

/** Reads, checks, plans and compiles a rule set. Failure lists every rule that has errors. */
export function compileRuleSet(
  content: RuleSetContent,
  options: CompileOptions = {},
): Result<CompiledRuleSet, readonly RuleSetProblem[]> {
  const checked = checkRuleSetLean(content);
  return checked.ok ? ok(compileCheckedRules(checked.value, content, options)) : failure(checked.error);
}

type Compiled = Pick<EvaluatorComponents, 'compiled' | 'graph' | 'compiler' | 'freshSize'>;

function compileFromScratch(rules: readonly SetRule[], content: RuleSetContent, sharing: boolean): Compiled {
  const graph = new PlanGraph(sharing);
  const compiler = new GraphCompiler(content.timezone);
  const planned = planRules(
    rules.map((rule, index) => ({ rule, index })),
    graph,
    content,
  );
  return {
    compiled: planned.map((each) => compileRule(each, compiler)),
    graph,
    compiler,
    freshSize: graph.size,
  };
}

/** Null: the windows of the two sets differ. */
function compileIncrementally(
  { set, known }: ReusableSet,
  rules: readonly SetRule[],
  content: RuleSetContent,
): Compiled | null {
  const { graph, compiler, freshSize } = set.components;
  const different = rules.map((rule, index) => ({ rule, index })).filter(({ rule }) => !known.has(rule.checked));
  const planned = graph.planWithoutNewWindows(() => planRules(different, graph, content));
  if (planned === null) return null;
  const byIndex = new Map(planned.map((each) => [each.index, each]));
  const all = rules.map((rule, index) => byIndex.get(index) ?? (known.get(rule.checked) as CompiledRule));
  if (!haveSameWindows(all, graph)) return null;
  const compiled = all.map((each, index): CompiledRule => {
    return 'plan' in each ? { ...each, rule: rules[index] as SetRule, index } : compileRule(each, compiler);
  });
  return { compiled, graph, compiler, freshSize };
}

/** As `compileRuleSet`, for rules that were checked before and stand in set order. */
export function compileCheckedRules(
  rules: readonly SetRule[],
  content: RuleSetContent,
  { sharing = true, indexFrom, previous = [] }: CompileOptions = {},
): CompiledRuleSet {
  const taken = sharing ? findReusableSet(rules, content, previous) : null;
  const known = taken?.known;
  const mixed = rules.map((rule) => (known?.has(rule.checked) === true ? rule : toPlannable(rule, content)));
  const goneOn = taken && compileIncrementally(taken, mixed, content);
  const used = goneOn ? mixed : mixed.map((rule) => toPlannable(rule, content));
  return new Evaluator({
    rules: used,
    content,
    indexFrom: indexFrom ?? null,
    ...(goneOn ?? compileFromScratch(used, content, sharing)),
  });
}
