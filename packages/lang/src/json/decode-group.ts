import { andNode } from '../ast/and-node.js';
import { atLeastNode } from '../ast/at-least-node.js';
import type { Expression } from '../ast/expression.js';
import type { GroupStyle } from '../ast/group-style.js';
import { noneNode } from '../ast/none-node.js';
import { notNode } from '../ast/not-node.js';
import type { NumberLiteral } from '../ast/number-literal.js';
import { orNode } from '../ast/or-node.js';
import { e0101 } from '../diagnostics/codes/e0101.js';
import { e0104 } from '../diagnostics/codes/e0104.js';
import { e0902 } from '../diagnostics/codes/e0902.js';
import { e0213 } from '../diagnostics/codes/e0213.js';
import { e0903 } from '../diagnostics/codes/e0903.js';
import { e0913 } from '../diagnostics/codes/e0913.js';
import type { GroupOperatorJson } from './condition-json.js';
import {
  inside,
  isAbsent,
  isRecord,
  member,
  type DecodeContext,
  type JsonRecord,
  type DecodePosition,
} from './decode-context.js';
import { limits } from '../limits.js';
import { literalCodecs } from './literal-codecs.js';

const groupOperators: readonly GroupOperatorJson[] = ['AND', 'OR', 'NOT', 'NONE', 'AT_LEAST'];
const leafKeys = ['field', 'expression', 'aggregation'];

/** Whether an object has `conditions`, or an operator that only groups have. */
export function isGroup(json: unknown): json is JsonRecord {
  if (!isRecord(json)) return false;
  if (Object.hasOwn(json, 'conditions')) return true;
  const operator = member(json, 'operator');
  const named = groupOperators.some((each) => each === operator);
  return named && !leafKeys.some((key) => Object.hasOwn(json, key));
}

function decodeOperator(record: JsonRecord, place: DecodePosition, context: DecodeContext): GroupOperatorJson | null {
  const json = member(record, 'operator');
  const at = inside(place, 'operator');
  if (typeof json !== 'string') return context.wrongShape(at, 'the operator of a group', json);
  return groupOperators.find((each) => each === json) ?? context.word(at, 'operator of a group', json, groupOperators);
}

/** Chains are flat in the tree, and a chain with one item is that item; groups in braces are kept. */
function makeChain(kind: 'and' | 'or', style: GroupStyle, items: readonly Expression[]): Expression | null {
  const [first] = items;
  if (first === undefined) return null;
  if (style === 'chain' && items.length === 1) return first;
  const isFlat = (item: Expression): boolean => style === 'chain' && item.kind === kind && item.style === 'chain';
  const flat = items.flatMap((item) => (isFlat(item) && 'items' in item ? item.items : [item]));
  return kind === 'and' ? andNode(flat, style) : orNode(flat, style);
}

interface GroupParts {
  readonly operator: GroupOperatorJson;
  readonly style: GroupStyle;
  /** Only for `AT_LEAST`. */
  readonly count: NumberLiteral | null;
}

function makeGroup({ operator, style, count }: GroupParts, items: readonly Expression[]): Expression | null {
  const [first] = items;
  if (operator === 'NOT') return first === undefined ? null : notNode(first);
  if (operator === 'NONE') return noneNode(items);
  if (operator === 'AT_LEAST') return count && atLeastNode(count, items);
  return makeChain(operator === 'AND' ? 'and' : 'or', style, items);
}

/** Decodes how many conditions of `AT_LEAST` must hold: from 1 to their number. */
function decodeCount(
  record: JsonRecord,
  most: number,
  place: DecodePosition,
  context: DecodeContext,
): NumberLiteral | null {
  const json = member(record, 'count');
  const at = inside(place, 'count');
  const count = isAbsent(json) ? null : literalCodecs.$number.read(typeof json === 'number' ? String(json) : '');
  const isCount = count?.kind === 'numberLiteral' && /^[1-9]\d{0,2}$/.test(count.text) && Number(count.text) <= most;
  return isCount ? count : context.wrongShape(at, `a whole number from 1 to ${most}`, json);
}

type ConditionReader = (json: unknown, place: DecodePosition, context: DecodeContext) => Expression | null;

/** Decodes a group, using `child` for its members. */
export function decodeGroup(
  json: JsonRecord,
  place: DecodePosition,
  context: DecodeContext,
  child: ConditionReader,
): Expression | null {
  if (place.groupDepth >= limits.logicDepth)
    return context.report(e0902, place, `groups nested more than ${limits.logicDepth} deep`);
  const record = context.record(json, place, 'a group', ['operator', 'conditions', 'count', 'id', 'style']);
  if (record === null) return null;
  const operator = decodeOperator(record, place, context);
  const at = { ...inside(place, 'conditions'), groupDepth: place.groupDepth + 1 };
  const isChain = (operator === 'AND' || operator === 'OR') && member(record, 'style') !== 'block';
  const [most, code] = isChain ? [limits.leavesPerRule, e0903] : [limits.itemsPerGroup, e0913];
  const items = context.items(member(record, 'conditions'), at, 'conditions', most, code);
  if (items === null) return null;
  if (items.length === 0) return context.report(e0104, at, 'a group without conditions is neither true nor false');
  if (operator === 'NOT' && items.length > 1)
    return context.report(e0101, at, '`NOT` takes one condition', 'put them into an `AND` or `OR` group first');
  const count = operator === 'AT_LEAST' ? decodeCount(record, items.length, place, context) : null;
  if (operator !== 'AT_LEAST' && !isAbsent(member(record, 'count')))
    context.report(e0213, inside(place, 'count'), '`count` belongs to `AT_LEAST`');
  const conditions = items.map((item, index) => child(item, inside(at, index), context));
  return operator !== null && conditions.every((each) => each !== null)
    ? makeGroup({ operator, style: isChain ? 'chain' : 'block', count }, conditions)
    : null;
}
