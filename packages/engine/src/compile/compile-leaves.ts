import { Unknown, type Outcome, type Type } from '@tamis/lang';
import type { LeafOutcome } from '../outcome/evaluation-outcome.js';
import { valueToJson } from '../outcome/value-to-json.js';
import { typeKey } from '../plan/plan-key.js';
import type { PlanNode, SubjectFieldPlan } from '../plan/plan-node.js';
import type { GraphCompiler } from './compile-graph.js';
import type { PlannedRule } from './compile-rule.js';
import type { Frame, Term } from './frame.js';

/** A value that leaves look at; the same object for all leaves of the plan that look at it as this type. */
export interface LeafOperand {
  /** Among all of the plan. */
  readonly number: number;
  readonly term: Term;
  readonly type: Type;
  /** The field of the subject that it is, and what reads a value of its; null: it is computed. */
  readonly field: { readonly node: SubjectFieldPlan; readonly convert: (raw: unknown) => Outcome } | null;
}

/** A leaf of a condition: what it comes to, and the value it looks at. */
export interface CompiledLeaf {
  readonly test: Term;
  /** What it comes to wherever the condition is true; null: that does not settle it. */
  readonly valueWhenHit: boolean | null;
  readonly operand: LeafOperand;
}

/** What parts of a condition come to wherever the whole is true. */
function impliedValues(condition: PlanNode): ReadonlyMap<PlanNode, boolean> {
  const settled = new Map<PlanNode, boolean>();
  const settle = (node: PlanNode, value: boolean): void => {
    settled.set(node, value);
    if (node.kind === 'not') for (const operand of node.operands) settle(operand, !value);
    if (node.kind === (value ? 'and' : 'or')) for (const operand of node.operands) settle(operand, value);
  };
  settle(condition, true);
  return settled;
}

export function compileLeaves(
  { condition, leaves, scope }: PlannedRule,
  compiler: GraphCompiler,
): readonly CompiledLeaf[] {
  const settled = impliedValues(condition);
  return leaves.map(({ node, found, type }) => ({
    test: compiler.compile(node),
    valueWhenHit: settled.get(node) ?? null,
    operand: compiler.leafOperand(found, type, typeKey(type, scope.graph)),
  }));
}

function leafOutcome(index: number, value: Outcome, actual: unknown): LeafOutcome {
  const outcome = value instanceof Unknown ? 'unknown' : value === true ? 'true' : 'false';
  const because = value instanceof Unknown ? value.causes[0] : undefined;
  if (because) return actual === undefined ? { index, outcome, because } : { index, actual, outcome, because };
  return actual === undefined ? { index, outcome } : { index, actual, outcome };
}

/** What the leaves of a rule came to. `isHit`: its condition is known to be true, so that leaves it settles need no test. */
export function leafOutcomes(leaves: readonly CompiledLeaf[], frame: Frame, isHit = false): LeafOutcome[] {
  const outcomes = new Array<LeafOutcome>(leaves.length);
  for (let index = 0; index < leaves.length; index++) {
    const { test, valueWhenHit: whenHit, operand } = leaves[index] as CompiledLeaf;
    const value = isHit && whenHit !== null ? whenHit : test(frame);
    outcomes[index] = leafOutcome(index, value, valueToJson(operand.term(frame), operand.type));
  }
  return outcomes;
}
