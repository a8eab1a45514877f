import type { Expression } from '../ast/expression.js';
import type { OperatorName } from '../ast/operation-node.js';
import type { Environment } from '../catalogue/environment.js';
import { literalValue } from '../values/literal-value.js';
import { isUnknown, unknown, type Unknown } from '../values/unknown.js';
import type { Value } from '../values/value.js';
import type { Resolution } from './semantic-model.js';

/** Resolutions of nodes. */
export interface Resolutions {
  get(node: Expression): Resolution | undefined;
}

export const arithmetic: ReadonlySet<OperatorName> = new Set(['add', 'subtract', 'multiply', 'divide', 'negate']);

/** A constant is the same in every evaluation: there is nothing to read. */
const nothing = (): Unknown => unknown({ cause: 'source_unavailable' });
const emptyEnvironment: Environment = {
  now: 0,
  timezone: 'UTC',
  baseCurrency: 'USD',
  rateTime: 0,
  convert: () => unknown({ cause: 'no_rate' }),
  reference: nothing,
  read: nothing,
  subject: () => undefined,
  entity: nothing,
};

/** Returns the expression to which a name refers. */
export function expandedNode(node: Expression, resolutions: Resolutions): Expression {
  let found = node;
  for (let resolution = resolutions.get(found); resolution?.kind === 'expansion'; resolution = resolutions.get(found))
    found = resolution.body;
  return found;
}

function foldArithmetic(node: Expression & { kind: 'operation' }, resolutions: Resolutions): Value | undefined {
  const resolution = resolutions.get(node);
  if (!arithmetic.has(node.operator) || resolution?.kind !== 'application') return undefined;
  const { signature, operandTypes } = resolution;
  // The beginning of days, and months and years, depend on the time zone of the organization.
  if (operandTypes.some((type) => type.kind === 'datetime' || (type.kind === 'duration' && type.partOfDay === true)))
    if (operandTypes.some((type) => type.kind === 'date' || (type.kind === 'duration' && type.calendar === true)))
      return undefined;
  const operands = node.operands.map((operand) => foldConstant(operand, resolutions));
  if (operands.includes(undefined)) return undefined;
  const value = signature.evaluate(operands as Value[], operandTypes, emptyEnvironment);
  return isUnknown(value) ? undefined : value;
}

/**
 * Returns the value of a constant expression: a literal, a list of constants, arithmetic on constants, or a name for one of these. Returns
 * `undefined` for everything else, and if the arithmetic has no value.
 */
export function foldConstant(node: Expression, resolutions: Resolutions): Value | undefined {
  const found = expandedNode(node, resolutions);
  const literal = literalValue(found);
  if (literal !== undefined) return literal;
  if (found.kind === 'arrayLiteral') {
    const items = found.items.map((item) => foldConstant(item, resolutions));
    return items.includes(undefined) ? undefined : (items as Value[]);
  }
  return found.kind === 'operation' ? foldArithmetic(found, resolutions) : undefined;
}
