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
  return resultOf(compileInSteps(content, options));
}

/**
 * The same with a pause after each rule, so that others get their turns in between. `trees` holds what was read of the rules, for
 * whoever asks for it next; without it the trees are gone when the job of the event loop ends.
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

/** Null: the windows of the two sets differ. Without a pause: others go on with the same plan. */
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
  /** Its trees stay as long as it is planned and compiled. */
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
