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

/** The rules of certain kinds of evaluations, and how those that hit are found. */
export interface ScopePlan extends MatchStrategy {
  readonly target: Target;
  /** Names of the triggers on which these rules are evaluated. */
  readonly triggers: readonly string[];
  readonly stage: 'sync' | 'async';
  readonly rules: number;
  /** Fields whose value alone excludes rules, as JSON paths, those with the most tests first. */
  readonly indexedFields: readonly { readonly path: string; readonly tests: number; readonly rules: number }[];
  /** Number of rules with a part that single fields do not decide. */
  readonly rulesBeyondIndex: number;
}

/** Something fetched or looked up for evaluations, and the number of rules that read it. */
export interface SharedFact {
  readonly kind: 'window' | 'lookup';
  /** `transactions by originEntityId`, or the name of the function or operator. */
  readonly what: string;
  readonly rules: number;
}

/** How a rule set is evaluated. Plain JSON. */
export interface PlanReport {
  readonly version: string;
  readonly rules: number;
  /** JSON paths of the subject's fields that conditions read, sorted. */
  readonly fields: readonly string[];
  /** Number of comparisons and other tests in conditions. Equal ones of all rules are counted once. */
  readonly distinctPredicates: number;
  /** The same number, counted separately in every rule. */
  readonly predicateUses: number;
  /** Sorted by number of readers, most read first. */
  readonly facts: readonly SharedFact[];
  readonly scopes: readonly ScopePlan[];
  /** Up to ten rules with the most expensive conditions, by the weights of the cost limit, most expensive first. */
  readonly dearest: readonly { readonly ruleId: string; readonly key: string; readonly cost: number }[];
}

const maxDearest = 10;

const logical: ReadonlySet<PlanNode['kind']> = new Set(['and', 'or', 'not', 'atLeast']);

/** Returns all nodes from which a condition is computed, including itself. */
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

/**
 * Returns the kinds of evaluations without matrices of their own, with the rules that take part. Kinds with the same rules are combined.
 */
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

/**
 * Returns how a set created by `compileRuleSet` is evaluated: what is shared, what is looked up once, and whether each kind of evaluation
 * uses an index or closures.
 */
export function planReport(set: CompiledRuleSet): PlanReport {
  if (!(set instanceof Evaluator)) throw new Error('only a set compiled in this process has a plan');
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
