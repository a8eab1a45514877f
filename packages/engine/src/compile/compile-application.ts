import { formatPath, mergeUnknown, Unknown, type Outcome, type Value } from '@tamis/lang';
import { withFieldPath } from '../outcome/about-field.js';
import type { ApplicationPlan, PlanNode } from '../plan/plan-node.js';
import { compileRaw } from './compile-field.js';
import type { Frame, Term } from './frame.js';
import type { WindowState } from './window-state.js';

function constantOf(node: PlanNode | undefined): Value | undefined {
  return node?.kind === 'constant' && !(node.value instanceof Unknown) ? node.value : undefined;
}

/** Returns the optimized implementation of the declaration, if it has one for these types and constants. */
function compileSpecialized({ signature, types, operands }: ApplicationPlan, terms: readonly Term[]): Term | null {
  const constants = operands.map(constantOf);
  const fast = signature.specialize?.(types, constants);
  const [first, second] = terms;
  if (!fast || !first) return null;
  // The optimized implementation receives two operands only. Further ones must be constants that are already part of it.
  if (operands.slice(2).some((_, index) => constants[index + 2] === undefined)) return null;
  const constant = constants[1];
  if (!second || constant !== undefined)
    return (frame) => {
      const a = first(frame);
      return a instanceof Unknown ? a : fast(a, constant as Value, frame.environment);
    };
  return (frame) => {
    const a = first(frame);
    const b = second(frame);
    if (a instanceof Unknown) return b instanceof Unknown ? mergeUnknown([a, b]) : a;
    return b instanceof Unknown ? b : fast(a, b, frame.environment);
  };
}

function compileStrict({ signature, types }: ApplicationPlan, terms: readonly Term[]): Term {
  return (frame) => {
    const values = terms.map((term) => term(frame));
    const unknowns = values.filter((value): value is Unknown => value instanceof Unknown);
    return unknowns.length > 0 ? mergeUnknown(unknowns) : signature.evaluate(values, types, frame.environment);
  };
}

/** On a path, `is missing` and `is empty` test the raw data: a value of the wrong type is present. */
function presenceOperand(plan: ApplicationPlan, term: Term, state: WindowState | null): Term {
  const [operand] = plan.operands;
  if (!plan.onPath || (operand?.kind !== 'subjectField' && operand?.kind !== 'recordField')) return term;
  const raw = compileRaw(operand, state);
  return (frame) => {
    const value = term(frame);
    return value instanceof Unknown && value.failed ? ((raw(frame) as Outcome | undefined) ?? true) : value;
  };
}

export function compileApplication(
  plan: ApplicationPlan,
  terms: readonly Term[],
  stateOf: (node: PlanNode) => WindowState | null,
): Term {
  const term = compileWithoutPath(plan, terms, stateOf);
  const path = soleField(plan.operands);
  if (path === null) return term;
  return (frame) => {
    const value = term(frame);
    return value instanceof Unknown ? withFieldPath(value, path) : value;
  };
}

/** Returns the JSON path of the field in an application whose other operands are all constant; otherwise `null`. */
function soleField(operands: readonly PlanNode[]): string | null {
  const [only, ...others] = operands.filter(({ kind }) => kind !== 'constant');
  const operand = only?.kind === 'readAs' ? only.operands[0] : only;
  const isField = operand?.kind === 'subjectField' || operand?.kind === 'recordField';
  return isField && others.length === 0 ? formatPath(operand.field.jsonPath) : null;
}

function compileWithoutPath(
  plan: ApplicationPlan,
  terms: readonly Term[],
  stateOf: (node: PlanNode) => WindowState | null,
): Term {
  const { declaration, signature, types } = plan;
  if (declaration.missing === 'strict') return compileSpecialized(plan, terms) ?? compileStrict(plan, terms);
  const [first] = plan.operands;
  const seen = terms.map((term, index) => (index === 0 && first ? presenceOperand(plan, term, stateOf(first)) : term));
  return (frame: Frame) =>
    signature.evaluate(
      seen.map((term) => term(frame)),
      types,
      frame.environment,
    );
}
