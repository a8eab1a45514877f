import { failure, ok, type Result, resultOf } from '@tamis/stdx';
import { GraphCompiler } from '../compile/compile-graph.js';
import { compileRule, haveSameWindows, planInSteps, planRules, type CompiledRule } from '../compile/compile-rule.js';
import { PlanGraph } from '../plan/plan-graph.js';
import { checkLeanInSteps, toPlannable, treesOf, type RuleSetProblem } from '../rules/check-rule-set.js';
import type { CompiledRuleSet } from '../evaluate/compiled-rule-set.js';
import { Evaluator, type EvaluatorComponents } from './evaluator.js';
import type { RuleSetContent } from '../rules/rule-set-content.js';
import { findReusableSet, type ReusableSet } from './find-reusable-set.js';
import type { SetRule } from '../rules/set-rule.js';

export interface CompileOptions {
  /** Whether equal parts of rules are computed once per evaluation. Turned off only to demonstrate that it does not change results. */
  readonly sharing?: boolean;
  /**
   * Number of rules from which an index over single fields is used. If absent, it is used where it is expected to be faster. Affects time,
   * never results.
   */
  readonly indexFrom?: number;
  /**
   * Sets compiled in this thread, which may be in use. The new set reuses the plan and closures of the most similar one and compiles only
   * the rules that differ. Affects time, never results.
   */
  readonly previous?: readonly CompiledRuleSet[];
}

/** Reads, checks, plans and compiles a rule set. A failure lists every rule that has errors. */
export function compileRuleSet(
  content: RuleSetContent,
  options: CompileOptions = {},
): Result<CompiledRuleSet, readonly RuleSetProblem[]> {
  return resultOf(compileInSteps(content, options));
}

/**
 * Does the same with a pause after each rule, so that other tasks get their turn. `trees` keeps the syntax trees for later use. Without it
 * they are lost when the current job of the event loop ends.
 */
export function* compileInSteps(
  content: RuleSetContent,
  options: CompileOptions = {},
  trees: (SetRule | null)[] = [],
): Generator<undefined, Result<CompiledRuleSet, readonly RuleSetProblem[]>> {
  const checking = checkLeanInSteps(content);
  let step = checking.next();
  for (; !step.done; step = checking.next()) {
    trees.push(treesOf(step.value));
    yield;
  }
  const checked = step.value;
  return checked.ok ? ok(yield* compileCheckedInSteps(checked.value, content, options, trees)) : failure(checked.error);
}

type Compiled = Pick<EvaluatorComponents, 'compiled' | 'graph' | 'compiler' | 'freshSize'>;

function* compileFromScratch(
  rules: readonly SetRule[],
  content: RuleSetContent,
  sharing: boolean,
): Generator<undefined, Compiled> {
  const graph = new PlanGraph(sharing);
  const compiler = new GraphCompiler(content.timezone);
  const places = rules.map((rule, index) => ({ rule, index }));
  const compiled: CompiledRule[] = [];
  for (const each of yield* planInSteps(places, graph, content)) {
    compiled.push(compileRule(each, compiler));
    yield;
  }
  return { compiled, graph, compiler, freshSize: graph.size };
}

/** Returns `null` if the windows of the two sets differ. Does not pause, because others may use the same plan. */
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

/** Like `compileRuleSet`, for rules that were already checked and are in set order. */
export const compileCheckedRules = (
  rules: readonly SetRule[],
  content: RuleSetContent,
  options: CompileOptions = {},
): CompiledRuleSet => resultOf(compileCheckedInSteps(rules, content, options, []));

function* compileCheckedInSteps(
  rules: readonly SetRule[],
  content: RuleSetContent,
  { sharing = true, indexFrom, previous = [] }: CompileOptions,
  trees: (SetRule | null)[],
): Generator<undefined, CompiledRuleSet> {
  const taken = sharing ? findReusableSet(rules, content, previous) : null;
  const known = taken?.known;
  /** The syntax trees are kept while a rule is planned and compiled. */
  function* allPlannable(of: readonly SetRule[], isKept: (rule: SetRule) => boolean): Generator<undefined, SetRule[]> {
    const all: SetRule[] = [];
    for (const rule of of) {
      const made = isKept(rule) ? rule : toPlannable(rule, content);
      if (!isKept(rule)) trees.push(treesOf(made));
      all.push(made);
      yield;
    }
    return all;
  }
  const mixed = yield* allPlannable(rules, ({ checked }) => known?.has(checked) === true);
  const goneOn = taken && compileIncrementally(taken, mixed, content);
  const used = goneOn || !taken ? mixed : yield* allPlannable(mixed, () => false);
  return new Evaluator({
    rules: used,
    content,
    indexFrom: indexFrom ?? null,
    ...(goneOn ?? (yield* compileFromScratch(used, content, sharing))),
  });
}
