import { arrayLiteral } from '../ast/array-literal.js';
import { booleanLiteral } from '../ast/boolean-literal.js';
import { callNode } from '../ast/call-node.js';
import type { Expression } from '../ast/expression.js';
import { listReference } from '../ast/list-reference.js';
import { operationNode } from '../ast/operation-node.js';
import { textLiteral } from '../ast/text-literal.js';
import { e0101 } from '../diagnostics/codes/e0101.js';
import { e0104 } from '../diagnostics/codes/e0104.js';
import { e0213 } from '../diagnostics/codes/e0213.js';
import { e0905 } from '../diagnostics/codes/e0905.js';
import { decodeAggregate } from './decode-aggregate.js';
import { inside, isRecord, member, type DecodeContext, type JsonRecord, type Place } from './decode-context.js';
import { decodePath } from './decode-path.js';
import { decodeValue } from './decode-value.js';
import { limits } from '../limits.js';
import {
  laterOperators,
  leafOperatorNamed,
  leafOperatorSpellings,
  operatorForms,
  type LeafOperatorName,
} from './leaf-operators.js';

/** An operator as written, and what its name says beyond the operator of the tree. */
interface ReadOperator {
  readonly name: LeafOperatorName;
  /** `is_false` brings its operand along. */
  readonly operand?: () => Expression;
  /** `age_gte` compares a function of the field. */
  readonly wrap?: (subject: Expression) => Expression;
}

const age = (subject: Expression): Expression => callNode('age', [subject]);

const spelledOut: ReadonlyMap<string, ReadOperator> = new Map<string, ReadOperator>([
  ['is_false', { name: 'eq', operand: () => booleanLiteral(false) }],
  ['IS_FALSE', { name: 'eq', operand: () => booleanLiteral(false) }],
  ['age_gte', { name: 'gte', wrap: age }],
  ['AGE_GTE', { name: 'gte', wrap: age }],
  ['age_lt', { name: 'lt', wrap: age }],
  ['AGE_LT', { name: 'lt', wrap: age }],
]);

function decodeOperator(record: JsonRecord, place: Place, context: DecodeContext): ReadOperator | null {
  const json = member(record, 'operator');
  const at = inside(place, 'operator');
  if (json === undefined) return { name: Array.isArray(member(record, 'value')) ? 'in' : 'eq' };
  if (typeof json !== 'string') return context.wrongShape(at, 'an operator', json);
  const name = leafOperatorNamed(json);
  if (name !== null) return { name };
  const spelled = spelledOut.get(json);
  if (spelled !== undefined) return spelled;
  if (laterOperators.has(json.toLowerCase())) return context.later(at, json);
  const near = leafOperatorNamed(json.toUpperCase());
  if (near !== null) return context.report(e0213, at, `\`${json}\` is no operator`, `did you mean \`${near}\`?`);
  return context.word(at, 'operator', json, [...leafOperatorSpellings(), ...spelledOut.keys()]);
}

/** `exact` and `folded` are options in JSON, `money(n, c)` is `currencyOf`. */
function applyOptions(
  subject: Expression,
  record: JsonRecord,
  place: Place,
  context: DecodeContext,
): Expression | null {
  const json = member(record, 'options');
  if (json === undefined || json === null) return subject;
  const at = inside(place, 'options');
  const options = context.record(json, at, 'options', [
    'collation',
    'caseSensitive',
    'currencyOf',
    'threshold',
    'algorithm',
  ]);
  if (options === null) return null;
  for (const fuzzy of ['threshold', 'algorithm'])
    if (member(options, fuzzy) !== undefined) return context.later(inside(at, fuzzy), fuzzy);
  const sensitive = member(options, 'caseSensitive');
  if (sensitive !== undefined && typeof sensitive !== 'boolean')
    return context.wrongShape(inside(at, 'caseSensitive'), '`true` or `false`', sensitive);
  const collation = member(options, 'collation') ?? (sensitive === undefined ? undefined : sensitive ? 'cs' : 'ci');
  const currencyPath = member(options, 'currencyOf');
  const currency = currencyPath === undefined ? undefined : decodePath(currencyPath, inside(at, 'currencyOf'), context);
  if (currency === null) return null;
  const amount = currency === undefined ? subject : callNode('money', [subject, currency]);
  if (collation === undefined) return amount;
  if (collation === 'cs') return callNode('exact', [amount]);
  if (collation === 'ci') return callNode('folded', [amount]);
  return typeof collation === 'string'
    ? context.word(inside(at, 'collation'), 'collation', collation, ['ci', 'cs'])
    : context.wrongShape(inside(at, 'collation'), '`ci` or `cs`', collation);
}

/** `{multipleOf: 3, aggregation}`: a number of times another aggregate. */
function decodeMultiple(json: JsonRecord, place: Place, context: DecodeContext): Expression | null {
  const record = context.record(json, place, 'a multiple', ['multipleOf', 'aggregation']);
  if (record === null) return null;
  const factor = decodeValue(member(record, 'multipleOf'), inside(place, 'multipleOf'), context);
  const aggregate = decodeAggregate(member(record, 'aggregation'), inside(place, 'aggregation'), context);
  return factor === null || aggregate === null ? null : operationNode('multiply', [factor, aggregate]);
}

/** The one operand, from `value` or `valueField`. */
function decodeOperand(
  record: JsonRecord,
  place: Place,
  context: DecodeContext,
  read: typeof decodeValue = decodeValue,
): Expression | null {
  const [value, valueField] = [member(record, 'value'), member(record, 'valueField')];
  const at = inside(place, 'value');
  if (value !== undefined && valueField !== undefined)
    return context.report(e0213, inside(place, 'valueField'), '`value` and `valueField` exclude each other');
  if (valueField !== undefined) return decodePath(valueField, inside(place, 'valueField'), context);
  if (value === undefined || value === null)
    return context.report(
      e0104,
      at,
      'this operator compares with a value, and there is none',
      'to ask for missing data use `not_exists`',
    );
  if (isRecord(value) && Object.hasOwn(value, 'multipleOf')) return decodeMultiple(value, at, context);
  return read(value, at, context);
}

const listOperand: typeof decodeValue = (json, place, context) => {
  if (typeof json !== 'string') return decodeValue(json, place, context);
  const name = context.text(json, place, 'the name of a list', limits.textCodePoints);
  return name === null ? null : listReference(name);
};

const addressOperand: typeof decodeValue = (json, place, context) => {
  const items = context.items(typeof json === 'string' ? [json] : json, place, 'addresses', limits.listElements, e0905);
  const texts =
    items?.map((item, index) => context.text(item, inside(place, index), 'an address', limits.textCodePoints)) ?? [];
  return items === null || texts.some((text) => text === null)
    ? null
    : arrayLiteral(texts.map((text) => textLiteral(text ?? '')));
};

function decodeRange(record: JsonRecord, place: Place, context: DecodeContext): Expression[] | null {
  const at = inside(place, 'value');
  const bounds = member(record, 'value');
  if (!Array.isArray(bounds) || bounds.length !== 2) return context.wrongShape(at, 'an array of two values', bounds);
  const [low, high] = bounds.map((bound, index) => decodeValue(bound, inside(at, index), context));
  return low === null || low === undefined || high === null || high === undefined ? null : [low, high];
}

function refuseOperand(record: JsonRecord, place: Place, context: DecodeContext): Expression[] | null {
  for (const key of ['value', 'valueField']) {
    const json = member(record, key);
    if (json !== undefined && json !== null)
      return context.report(e0101, inside(place, key), 'this operator takes no value');
  }
  return [];
}

function decodeOperands(
  name: LeafOperatorName,
  record: JsonRecord,
  place: Place,
  context: DecodeContext,
): Expression[] | null {
  const one = (operand: Expression | null): Expression[] | null => (operand === null ? null : [operand]);
  if (name === 'is_true') return refuseOperand(record, place, context);
  if (name === 'in_custom_list' || name === 'not_in_custom_list')
    return one(decodeOperand(record, place, context, listOperand));
  if (name === 'in_ip_range' || name === 'not_in_ip_range')
    return one(decodeOperand(record, place, context, addressOperand));
  if (operatorForms[name] === 'presence') return refuseOperand(record, place, context);
  if (operatorForms[name] === 'range') return decodeRange(record, place, context);
  return one(decodeOperand(record, place, context));
}

function makeComparison(name: LeafOperatorName, operands: readonly Expression[], bare: Expression): Expression {
  if (name === 'is_true') return bare;
  if (name === 'in_custom_list' || name === 'in_ip_range') return operationNode('in', operands);
  if (name === 'not_in_custom_list' || name === 'not_in_ip_range') return operationNode('not_in', operands);
  return operationNode(name, operands);
}

/**
 * What follows the left side of a condition: `operator`, `value` or `valueField`, `options`. A subject that could not be read is
 * null; the rest is read all the same, so that every mistake is reported at once.
 */
export function decodeComparison(
  subject: Expression | null,
  record: JsonRecord,
  place: Place,
  context: DecodeContext,
): Expression | null {
  const operator = decodeOperator(record, place, context);
  const left = subject === null ? null : applyOptions(subject, record, place, context);
  if (operator === null) return null;
  const operands =
    operator.operand === undefined
      ? decodeOperands(operator.name, record, place, context)
      : refuseOperand(record, place, context);
  if (left === null || operands === null) return null;
  const wrapped = operator.wrap?.(left) ?? left;
  const all = operator.operand === undefined ? operands : [operator.operand()];
  return makeComparison(operator.name, [wrapped, ...all], wrapped);
}
