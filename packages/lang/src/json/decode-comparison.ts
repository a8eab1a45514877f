import type { Expression } from '../ast/expression.js';
import type { FuzzyOptions } from '../ast/fuzzy-options.js';
import { notNode } from '../ast/not-node.js';
import { operationNode } from '../ast/operation-node.js';
import { orNode } from '../ast/or-node.js';
import type { DecodeContext, JsonRecord, DecodePosition } from './decode-context.js';
import { decodeOperands, refuseOperand, type ConditionForm } from './decode-operands.js';
import { decodeOperator } from './decode-operator.js';
import { decodeOptions } from './decode-options.js';
import {
  isMembershipOperator,
  membershipOperators,
  operatorForms,
  type ComparisonOperator,
  type LeafOperatorName,
} from './leaf-operators.js';

/** Decodes the hours of any party: an `or` of both parties, which `not_…` negates as a whole. */
function hoursOfAny(name: ComparisonOperator, [time, ...entities]: readonly [Expression, ...Expression[]]): Expression {
  const isNot = name.startsWith('not_');
  const each = isNot ? (name.slice('not_'.length) as ComparisonOperator) : name;
  const any = orNode(entities.map((entity) => operationNode(each, [time, entity])));
  return isNot ? notNode(any) : any;
}

function makeComparison(
  name: LeafOperatorName,
  left: Expression,
  operands: readonly Expression[],
  fuzzy: FuzzyOptions | null,
): Expression {
  if (name === 'is_true') return left;
  if (isMembershipOperator(name)) return operationNode(membershipOperators[name].operator, [left, ...operands]);
  if (operatorForms[name] === 'hours' && operands.length > 1) return hoursOfAny(name, [left, ...operands]);
  return operationNode(name, [left, ...operands], fuzzy);
}

const isSimilarity = (name: LeafOperatorName): boolean =>
  name !== 'is_true' && !isMembershipOperator(name) && operatorForms[name] === 'similarity';

/**
 * Decodes what follows the left-hand side of a condition: `operator`, `value` or `valueField`, `options`. A subject that could not be
 * decoded is null. The rest is still decoded, so that all mistakes are reported at once.
 */
export function decodeComparison(
  subject: Expression | null,
  record: JsonRecord,
  form: ConditionForm,
  place: DecodePosition,
  context: DecodeContext,
): Expression | null {
  const operator = decodeOperator(record, place, context);
  if (operator === null) return null;
  const options = decodeOptions(record, isSimilarity(operator.name), place, context);
  const operands =
    operator.operand === undefined
      ? decodeOperands(operator.name, record, form, place, context)
      : refuseOperand(record, place, context);
  if (subject === null || options === null || operands === null) return null;
  const left = options.wrap(subject);
  const all = operator.operand === undefined ? operands : [operator.operand()];
  return makeComparison(operator.name, operator.wrap?.(left) ?? left, all, options.fuzzy);
}
