import {
  conditionLeaves,
  type Action,
  type CheckedRule,
  type Expression,
  type MessageTemplate,
  type Type,
} from '@tamis/lang';
import { resultOf } from '@tamis/stdx';
import { actionSemantics, type ActionSemantics } from '../outcome/action-meaning.js';
import type { EnvironmentSettings } from '../facts/environment.js';
import { planCondition, planExpression, type PlanScope } from '../plan/plan-expression.js';
import type { PlanGraph } from '../plan/plan-graph.js';
import type { PlanNode } from '../plan/plan-node.js';
import { compileLeaves, type CompiledLeaf } from './compile-leaves.js';
import type { Term } from './frame.js';
import type { GraphCompiler } from './compile-graph.js';
import type { SetRule } from '../rules/set-rule.js';

/** The windows that a rule reads, by their numbers in the graph. The parts are planned one after the other for all rules. */
interface WindowUses {
  readonly condition: readonly number[];
  readonly rest: readonly number[];
}

/** A rule planned into the graph of its set. */
export interface PlannedRule {
  readonly rule: SetRule;
  readonly index: number;
  readonly condition: PlanNode;
  readonly leaves: readonly { readonly node: PlanNode; readonly found: PlanNode; readonly type: Type }[];
  /** Every expression within an action. */
  readonly inActions: ReadonlyMap<Expression, PlanNode>;
  readonly scope: PlanScope;
  readonly windowUses: WindowUses;
}

export interface CompiledRule {
  readonly rule: SetRule;
  readonly index: number;
  /** Meaning of the expressions in its actions; `null` if there are none. */
  readonly meaning: ActionSemantics | null;
  readonly windowUses: WindowUses;
  readonly plan: PlanNode;
  /** Everything the rule may evaluate: condition, leaves and actions. */
  readonly roots: readonly PlanNode[];
  readonly condition: Term;
  /** In tree order. */
  readonly leaves: readonly CompiledLeaf[];
  readonly inActions: ReadonlyMap<Expression, Term>;
}

/** Returns the expression whose value a leaf shows: the left side of a comparison, otherwise the leaf itself. */
const comparedOperand = (leaf: Expression): Expression =>
  leaf.kind === 'operation' ? (leaf.operands[0] ?? leaf) : leaf;

const placeholders = (message: MessageTemplate | null): Expression[] =>
  message?.parts.filter((part): part is Expression => typeof part !== 'string') ?? [];

function expressionsOf(action: Action): Expression[] {
  switch (action.kind) {
    case 'alertAction':
      return [...placeholders(action.message), ...(action.oncePer ? [action.oncePer] : [])];
    case 'setStatusAction':
      return placeholders(action.reason);
    case 'addToListAction':
      return [...action.mappings.map((mapping) => mapping.path), ...placeholders(action.reason)];
    case 'openCaseAction':
    case 'notifyAction':
      return placeholders(action.message);
    case 'suggestAction':
    case 'assignAction':
    case 'runAutomationAction':
    case 'keyAction':
      return [];
  }
}

/** A rule and its index in the set. */
type IndexedRule = Pick<PlannedRule, 'rule' | 'index'>;

/** Returns the scope for planning the expressions of a rule into the graph of its set. */
export const planScopeOf = (
  { meaning, lets, matchTerms }: CheckedRule,
  shared: Pick<PlanScope, 'graph' | 'baseCurrency' | 'timezone' | 'numberFormat'>,
): PlanScope => ({
  graph: shared.graph,
  meaning,
  lets,
  matchTerms,
  baseCurrency: shared.baseCurrency,
  timezone: shared.timezone,
  numberFormat: shared.numberFormat,
  window: null,
});

function planLeavesAndActions(
  { rule, index }: IndexedRule,
  condition: PlanNode,
  scope: PlanScope,
): Omit<PlannedRule, 'windowUses'> {
  const leaves = conditionLeaves(rule.checked.condition).map((leaf) => {
    const looked = comparedOperand(leaf);
    return { node: planCondition(leaf, scope), found: planExpression(looked, scope), type: scope.meaning.type(looked) };
  });
  const inActions = new Map(
    rule.checked.actions.flatMap(expressionsOf).map((node) => [node, planExpression(node, scope)] as const),
  );
  return { rule, index, condition, leaves, inActions, scope };
}

/** Plans the conditions of all rules first, so that only they decide which nodes are shared. */
export const planRules = (...given: Parameters<typeof planInSteps>): PlannedRule[] => resultOf(planInSteps(...given));

/** Does the same, pausing after each part of a rule. Nothing else may be planned into the graph meanwhile. */
export function* planInSteps(
  rules: readonly IndexedRule[],
  graph: PlanGraph,
  { baseCurrency, timezone, numberFormat }: EnvironmentSettings,
): Generator<undefined, PlannedRule[]> {
  graph.drainWindowUses();
  const conditions: { readonly condition: PlanNode; readonly scope: PlanScope; readonly uses: readonly number[] }[] =
    [];
  for (const { rule } of rules) {
    const plain = planScopeOf(rule.checked, { graph, baseCurrency, timezone, numberFormat });
    // Leaves are also planned as separate conditions. If equal expressions share a node, the lookup by condition avoids planning them
    // twice.
    const scope: PlanScope = graph.sharing ? { ...plain, conditions: new Map() } : plain;
    const condition = planCondition(rule.checked.condition, scope);
    condition.uses += 1;
    conditions.push({ condition, scope, uses: graph.drainWindowUses() });
    yield;
  }
  const planned: PlannedRule[] = [];
  for (const [place, { condition, scope, uses }] of conditions.entries()) {
    const whole = planLeavesAndActions(rules[place] as IndexedRule, condition, scope);
    planned.push({ ...whole, windowUses: { condition: uses, rest: graph.drainWindowUses() } });
    yield;
  }
  return planned;
}

/**
 * Returns whether planning these rules in this order in a new graph would produce the windows of this graph, with the same numbers, columns
 * and lengths. They must be the same however a set was built, because facts gathered by one thread are read in another.
 */
export function haveSameWindows(rules: readonly Pick<CompiledRule, 'windowUses'>[], graph: PlanGraph): boolean {
  let next = 0;
  for (const part of ['condition', 'rest'] as const)
    for (const { windowUses } of rules)
      for (const use of windowUses[part]) {
        if (use > next) return false;
        if (use === next) next += 1;
      }
  return next === graph.windowUseCount;
}

export function compileRule(planned: PlannedRule, compiler: GraphCompiler): CompiledRule {
  return {
    rule: planned.rule,
    index: planned.index,
    meaning: actionSemantics([...planned.inActions.keys()], planned.scope.meaning),
    windowUses: planned.windowUses,
    plan: planned.condition,
    roots: [
      planned.condition,
      ...planned.leaves.flatMap(({ node, found }) => [node, found]),
      ...planned.inActions.values(),
    ],
    condition: compiler.compile(planned.condition),
    leaves: compileLeaves(planned, compiler),
    inActions: new Map([...planned.inActions].map(([node, plan]) => [node, compiler.compile(plan)])),
  };
}
