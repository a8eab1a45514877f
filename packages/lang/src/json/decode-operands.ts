import { arrayLiteral } from '../ast/array-literal.js';
import type { Expression } from '../ast/expression.js';
import { listReference } from '../ast/list-reference.js';
import { listTypeReference } from '../ast/list-type-reference.js';
import { operationNode } from '../ast/operation-node.js';
import { pathNode } from '../ast/path-node.js';
import { textLiteral } from '../ast/text-literal.js';
import { e0101 } from '../diagnostics/codes/e0101.js';
import { e0104 } from '../diagnostics/codes/e0104.js';
import { e0213 } from '../diagnostics/codes/e0213.js';
import { e0905 } from '../diagnostics/codes/e0905.js';
import { limits } from '../limits.js';
import { decodeAggregate } from './decode-aggregate.js';
import {
  inside,
  isAbsent,
  isRecord,
  member,
  type DecodeContext,
  type JsonRecord,
  type DecodePosition,
} from './decode-context.js';
import { decodeLength } from './decode-length.js';
import { decodePath } from './decode-path.js';
import { decodeValue } from './decode-value.js';
import { decodePattern } from './decode-pattern.js';
import {
  isMembershipOperator,
  membershipOperators,
  operatorForms,
  type LeafOperatorName,
  type MembershipKind,
  type OperatorForm,
} from './leaf-operators.js';

/** In a leaf, plain text has more meanings (a path, a pattern, a list) than in an expression tree, where it is text. */
export type ConditionForm = 'leaf' | 'node';

type Reader = (json: unknown, place: DecodePosition, context: DecodeContext) => Expression | null;

/** Decodes `{multipleOf: 3, aggregation}`: a multiple of another aggregate. */
const decodeMultiple: Reader = (json, place, context) => {
  const record = context.record(json, place, 'a multiple', ['multipleOf', 'aggregation']);
  if (record === null) return null;
  const factor = decodeValue(member(record, 'multipleOf'), inside(place, 'multipleOf'), context);
  const aggregate = decodeAggregate(member(record, 'aggregation'), inside(place, 'aggregation'), context);
  return factor === null || aggregate === null ? null : operationNode('multiply', [factor, aggregate]);
};

const textThen =
  (what: string, make: (text: string) => Expression): Reader =>
  (json, place, context) => {
    if (typeof json !== 'string') return decodeValue(json, place, context);
    const text = context.text(json, place, what, limits.textCodePoints);
    return text === null ? null : make(text);
  };

const listOperand = textThen('the name of a list', (name) => listReference(name));

const patternOperand: Reader = (json, place, context) =>
  (typeof json === 'string' ? decodePattern : decodeValue)(json, place, context);

const addressOperand: Reader = (json, place, context) => {
  if (isRecord(json)) return decodeValue(json, place, context);
  const items = context.items(typeof json === 'string' ? [json] : json, place, 'addresses', limits.listElements, e0905);
  const texts =
    items?.map((item, index) => context.text(item, inside(place, index), 'an address', limits.textCodePoints)) ?? [];
  return items === null || texts.some((text) => text === null)
    ? null
    : arrayLiteral(texts.map((text) => textLiteral(text ?? '')));
};

const membershipReaders: Readonly<Record<MembershipKind, Reader>> = {
  list: listOperand,
  listType: textThen('the type of a list', (type) => listTypeReference(type)),
  addresses: addressOperand,
};

/** Decodes a duration: `{amount, unit}`, a tagged duration, or a name. */
const recencyOperand: Reader = (json, place, context) => {
  if (isRecord(json) && Object.hasOwn(json, 'amount')) {
    const record = context.record(json, place, 'a length of time', ['amount', 'unit']);
    return record && decodeLength(record, place, context);
  }
  const value = decodeValue(json, place, context);
  const isLength = value?.kind === 'durationLiteral' || (value?.kind === 'path' && value.steps.length === 1);
  return value === null || isLength
    ? value
    : context.wrongShape(place, 'a length of time such as `{"amount": 30, "unit": "days"}`', json);
};

const hourWords: ReadonlyMap<string, string> = new Map([
  ['origin', 'origin'],
  ['destination', 'destination'],
  ['self', 'entity'],
]);

/** Decodes whose hours are meant: one path, or both parties for `any`. */
function decodeHours(record: JsonRecord, place: DecodePosition, context: DecodeContext): readonly Expression[] | null {
  const json = member(record, 'value');
  const at = inside(place, 'value');
  if (json === 'any') return [pathNode(['origin']), pathNode(['destination'])];
  if (typeof json === 'string') {
    const word = hourWords.get(json);
    if (word !== undefined) return [pathNode([word])];
    return context.word(at, 'party with operational hours', json, [...hourWords.keys(), 'any']);
  }
  const value = decodeOperand(record, 'node', place, context);
  if (value === null || value.kind === 'path') return value && [value];
  return context.wrongShape(at, 'an entity', json);
}

/** Decodes distance and centre. */
function decodeDistance(
  record: JsonRecord,
  form: ConditionForm,
  place: DecodePosition,
  context: DecodeContext,
): readonly Expression[] | null {
  const at = inside(place, 'value');
  const value = context.record(member(record, 'value'), at, 'a distance', ['distance', 'of']);
  if (value === null) return null;
  const distance = decodeValue(member(value, 'distance'), inside(at, 'distance'), context);
  const json = member(value, 'of');
  const isPath = form === 'leaf' && typeof json === 'string';
  const of = (isPath ? decodePath : decodeValue)(json, inside(at, 'of'), context);
  if (distance === null || of === null) return null;
  return distance.kind === 'distanceLiteral'
    ? [distance, of]
    : context.wrongShape(inside(at, 'distance'), 'a distance such as `{"$distance": "50 km"}`', value['distance']);
}

/** Decodes the only operand, from `value` or `valueField`. */
function decodeOperand(
  record: JsonRecord,
  form: ConditionForm,
  place: DecodePosition,
  context: DecodeContext,
  read: Reader = decodeValue,
): Expression | null {
  const [value, valueField] = [member(record, 'value'), member(record, 'valueField')];
  const at = inside(place, 'value');
  if (value !== undefined && valueField !== undefined)
    return context.report(e0213, inside(place, 'valueField'), '`value` and `valueField` exclude each other');
  if (valueField !== undefined) return decodePath(valueField, inside(place, 'valueField'), context);
  if (isAbsent(value))
    return context.report(
      e0104,
      at,
      'this operator compares with a value, and there is none',
      'to ask for missing data use `not_exists`',
    );
  if (form === 'leaf' && isRecord(value) && Object.hasOwn(value, 'multipleOf'))
    return decodeMultiple(value, at, context);
  return read(value, at, context);
}

function decodeRange(record: JsonRecord, place: DecodePosition, context: DecodeContext): readonly Expression[] | null {
  const at = inside(place, 'value');
  const bounds = member(record, 'value');
  if (!Array.isArray(bounds) || bounds.length !== 2) return context.wrongShape(at, 'an array of two values', bounds);
  const [low, high] = bounds.map((bound, index) => decodeValue(bound, inside(at, index), context));
  return low === null || low === undefined || high === null || high === undefined ? null : [low, high];
}

/** Rejects an operand for operators that take none; null is ignored. */
export function refuseOperand(
  record: JsonRecord,
  place: DecodePosition,
  context: DecodeContext,
): readonly Expression[] | null {
  for (const key of ['value', 'valueField'])
    if (!isAbsent(member(record, key)))
      return context.report(e0101, inside(place, key), 'this operator takes no value');
  return [];
}

/** Readers for the single operand of each form in a leaf. */
const leafReaders: Partial<Readonly<Record<OperatorForm, Reader>>> = { pattern: patternOperand };

/** Decodes the right-hand side of an operator, in tree order; for `any` operational hours, both parties. */
export function decodeOperands(
  name: LeafOperatorName,
  record: JsonRecord,
  form: ConditionForm,
  place: DecodePosition,
  context: DecodeContext,
): readonly Expression[] | null {
  const one = (read?: Reader): readonly Expression[] | null => {
    const operand = decodeOperand(record, form, place, context, read);
    return operand === null ? null : [operand];
  };
  if (name === 'is_true') return refuseOperand(record, place, context);
  if (isMembershipOperator(name)) return one(membershipReaders[membershipOperators[name].right]);
  switch (operatorForms[name]) {
    case 'presence':
      return refuseOperand(record, place, context);
    case 'range':
      return decodeRange(record, place, context);
    case 'recency':
      return one(recencyOperand);
    case 'hours':
      return decodeHours(record, place, context);
    case 'distance':
      return decodeDistance(record, form, place, context);
    case 'similarity':
      return one(form === 'leaf' && name.endsWith('_custom_list') ? listOperand : undefined);
    default:
      return one(form === 'leaf' ? leafReaders[operatorForms[name]] : undefined);
  }
}
