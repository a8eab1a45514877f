import { Unknown, type Outcome, type Type } from '@tamis/lang';
import type { LeafOutcome } from '../outcome/evaluation-outcome.js';
import { valueToJson } from '../outcome/value-to-json.js';
import { typeKey } from '../plan/plan-key.js';
import type { PlanNode, SubjectFieldPlan } from '../plan/plan-node.js';
import type { GraphCompiler } from './compile-graph.js';
import type { PlannedRule } from './compile-rule.js';
import type { Frame, Term } from './frame.js';

/** A value shown by leaves. Leaves of the plan that show it with the same type share one object. */
export interface LeafOperand {
  /** Number that is unique within the plan. */
  readonly number: number;
  readonly term: Term;
  readonly type: Type;
  /** The field of the subject that it reads, with the converter for raw values; `null` if it is computed. */
  readonly field: { readonly node: SubjectFieldPlan; readonly convert: (raw: unknown) => Outcome } | null;
}

/** A leaf of a condition: its test, and the value it shows. */
export interface CompiledLeaf {
  readonly test: Term;
  /** Its result whenever the condition is true; `null` if that does not determine it. */
  readonly valueWhenHit: boolean | null;
  readonly operand: LeafOperand;
}

/** Returns the results of the parts of a condition that follow from the condition being true. */
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

/**
 * Returns the results of a rule's leaves. `isHit`: its condition is known to be true, so leaves whose result follows from that are not
 * evaluated.
 */
export function leafOutcomes(leaves: readonly CompiledLeaf[], frame: Frame, isHit = false): LeafOutcome[] {
  const outcomes = new Array<LeafOutcome>(leaves.length);
  for (let index = 0; index < leaves.length; index++) {
    const { test, valueWhenHit: whenHit, operand } = leaves[index] as CompiledLeaf;
    const value = isHit && whenHit !== null ? whenHit : test(frame);
    outcomes[index] = leafOutcome(index, value, valueToJson(operand.term(frame), operand.type));
  }
  return outcomes;
}
