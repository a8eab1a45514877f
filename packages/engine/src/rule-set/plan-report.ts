import { formatPath, type Target } from '@tamis/lang';
import type { CompiledRule } from '../compile/compile-rule.js';
import type { EvaluationScope } from '../facts/evaluation-params.js';
import { executedMatrices, isInScope, defaultTriggers } from '../evaluate/is-in-scope.js';
import { chooseStrategy, type MatchStrategy } from '../plan/choose-strategy.js';
import { planIndex } from '../plan/plan-index.js';
import { collectNeeds } from '../plan/plan-needs.js';
import type { PlanNode, WindowPlan } from '../plan/plan-node.js';
import type { CompiledRuleSet } from '../evaluate/compiled-rule-set.js';
import { Evaluator } from './evaluator.js';

/** The rules that take part in some kinds of runs, and how a run finds those that hit. */
export interface ScopePlan extends MatchStrategy {
  readonly target: Target;
  /** Words of the triggers for which the same rules run. */
  readonly triggers: readonly string[];
  readonly stage: 'sync' | 'async';
  readonly rules: number;
  /** Fields whose value alone rules rules out, as JSON paths, most asked first. */
  readonly indexedFields: readonly { readonly path: string; readonly tests: number; readonly rules: number }[];
  /** Rules with a part that single fields do not decide. */
  readonly rulesBeyondIndex: number;
}

/** Something fetched or looked up for runs, and how many rules read it. */
export interface SharedFact {
  readonly kind: 'window' | 'lookup';
  /** `transactions by originEntityId`, or the name of the function or operator. */
  readonly what: string;
  readonly rules: number;
}

/** How a rule set is evaluated. Pure JSON. */
export interface PlanReport {
  readonly version: string;
  readonly rules: number;
  /** JSON paths of the fields of the subject that conditions read, sorted. */
  readonly fields: readonly string[];
  /** Comparisons and other tests in conditions, equal ones of all rules counted once. */
  readonly distinctPredicates: number;
  /** The same, counted in every rule. */
  readonly predicateUses: number;
  /** Most read first. */
  readonly facts: readonly SharedFact[];
  readonly scopes: readonly ScopePlan[];
  /** At most ten rules whose conditions cost most, in the weights of the cost bound, dearest first. */
  readonly dearest: readonly { readonly ruleId: string; readonly key: string; readonly cost: number }[];
}

const maxDearest = 10;

const logical: ReadonlySet<PlanNode['kind']> = new Set(['and', 'or', 'not', 'atLeast']);

/** All nodes a condition is computed from, itself included. */
function nodesOf(condition: PlanNode): ReadonlySet<PlanNode> {
  const seen = new Set<PlanNode>([condition]);
  for (const node of seen) for (const operand of node.operands) seen.add(operand);
  return seen;
}

function predicatesOf(condition: PlanNode): readonly PlanNode[] {
  return logical.has(condition.kind) ? condition.operands.flatMap(predicatesOf) : [condition];
}

function windowText({ source, listPath, links }: WindowPlan): string {
  const keys = links.flat(2).map(({ recordPath }) => formatPath(recordPath));
  const from = source ?? formatPath(listPath ?? []);
  return keys.length > 0 ? `${from} by ${[...new Set(keys)].join(', ')}` : from;
}

const readerText = (node: PlanNode): string =>
  node.kind === 'application' ? node.declaration.name : 'field' in node ? node.field.path : node.kind;

function sharedFacts(compiled: readonly CompiledRule[]): readonly SharedFact[] {
  const found = new Map<object, { kind: SharedFact['kind']; what: string; rules: number }>();
  const count = (key: object, kind: SharedFact['kind'], what: string): void => {
    const fact = found.get(key) ?? { kind, what, rules: 0 };
    fact.rules += 1;
    found.set(key, fact);
  };
  for (const { roots } of compiled) {
    const { windows, readers } = collectNeeds(roots);
    for (const window of windows) count(window, 'window', windowText(window));
    for (const reader of readers) count(reader, 'lookup', readerText(reader));
  }
  return [...found.values()].sort((a, b) => b.rules - a.rules);
}

function scopePlan(run: EvaluationScope, rules: readonly CompiledRule[], indexFrom: number | null): ScopePlan {
  const plan = planIndex(rules.map((rule) => rule.plan));
  const chosen = chooseStrategy(plan);
  const forced =
    indexFrom === null ? {} : { way: rules.length >= indexFrom ? ('index' as const) : ('closures' as const) };
  const indexedFields = plan.fields.map(({ field, tests }) => ({
    path: formatPath(field.field.jsonPath),
    tests: tests.length,
    rules: new Set(tests.flatMap((test) => test.rules)).size,
  }));
  return {
    ...chosen,
    ...forced,
    target: run.target,
    triggers: [run.trigger],
    stage: run.stage ?? 'sync',
    rules: rules.length,
    indexedFields: indexedFields.sort((a, b) => b.rules - a.rules),
    rulesBeyondIndex: plan.notIndexed.length,
  };
}

const stages = ['sync', 'async'] as const;

/** Kinds of runs without matrices of their own, and the rules that take part; equal ones together. */
function scopesOf({ compiled, content, indexFrom }: Evaluator['components']): readonly ScopePlan[] {
  const targets = [...new Set(compiled.flatMap(({ rule }) => rule.checked.targets))];
  return targets.flatMap((target) => {
    const named = compiled.flatMap(({ rule }) => rule.checked.triggers);
    const triggers = [...new Set([...defaultTriggers[target], ...named, 'manual'])];
    return stages.flatMap((stage) => {
      const byRules = new Map<string, ScopePlan>();
      for (const trigger of triggers) {
        const run: EvaluationScope = { target, trigger, stage, now: 0 };
        const executed = executedMatrices(content, run);
        const rules = compiled.filter(({ rule }) => isInScope(rule, run, executed));
        if (rules.length === 0) continue;
        const key = rules.map(({ index }) => index).join();
        const known = byRules.get(key);
        byRules.set(
          key,
          known ? { ...known, triggers: [...known.triggers, trigger] } : scopePlan(run, rules, indexFrom),
        );
      }
      return [...byRules.values()];
    });
  });
}

/** Says how a set that `compileRuleSet` made is evaluated: what is shared, what is asked once, index or closures for each kind of run. */
export function planReport(set: CompiledRuleSet): PlanReport {
  if (!(set instanceof Evaluator)) throw new Error('only a set that was compiled here has a plan');
  const { compiled } = set.components;
  const nodes = new Set(compiled.flatMap(({ plan }) => [...nodesOf(plan)]));
  const fields = [...nodes].flatMap((node) => (node.kind === 'subjectField' ? [formatPath(node.field.jsonPath)] : []));
  const predicates = compiled.flatMap(({ plan }) => predicatesOf(plan));
  const dearest = compiled.map(({ rule, plan }) => ({
    ruleId: rule.content.ruleId,
    key: rule.checked.key,
    cost: plan.cost,
  }));
  return {
    version: set.version,
    rules: compiled.length,
    fields: [...new Set(fields)].sort(),
    distinctPredicates: new Set(predicates).size,
    predicateUses: predicates.length,
    facts: sharedFacts(compiled),
    scopes: scopesOf(set.components),
    dearest: dearest.sort((a, b) => b.cost - a.cost).slice(0, maxDearest),
  };
}
