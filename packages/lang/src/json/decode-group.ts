import { andNode } from '../ast/and-node.js';
import type { Expression } from '../ast/expression.js';
import { notNode } from '../ast/not-node.js';
import { orNode } from '../ast/or-node.js';
import { e0101 } from '../diagnostics/codes/e0101.js';
import { e0104 } from '../diagnostics/codes/e0104.js';
import { e0902 } from '../diagnostics/codes/e0902.js';
import { e0903 } from '../diagnostics/codes/e0903.js';
import type { GroupOperatorJson } from './condition-json.js';
import { inside, isRecord, member, type DecodeContext, type JsonRecord, type Place } from './decode-context.js';
import { limits } from '../limits.js';

const groupOperators: readonly GroupOperatorJson[] = ['AND', 'OR', 'NOT'];
const laterOperators = new Set(['NONE', 'AT_LEAST']);
const leafKeys = ['field', 'expression', 'aggregation'];

/** What has `conditions`, or an operator that only groups have. */
export function isGroup(json: unknown): json is JsonRecord {
  if (!isRecord(json)) return false;
  if (Object.hasOwn(json, 'conditions')) return true;
  const operator = member(json, 'operator');
  const named =
    typeof operator === 'string' && (laterOperators.has(operator) || groupOperators.some((each) => each === operator));
  return named && !leafKeys.some((key) => Object.hasOwn(json, key));
}

function decodeOperator(record: JsonRecord, place: Place, context: DecodeContext): GroupOperatorJson | null {
  const json = member(record, 'operator');
  const at = inside(place, 'operator');
  if (typeof json !== 'string') return context.wrongShape(at, 'the operator of a group', json);
  if (laterOperators.has(json)) return context.later(at, json);
  return groupOperators.find((each) => each === json) ?? context.word(at, 'operator of a group', json, groupOperators);
}

/** Chains are flat in the tree, and a chain of one is its only item. */
function makeGroup(operator: GroupOperatorJson, items: readonly Expression[]): Expression | null {
  const [first] = items;
  if (first === undefined) return null;
  if (operator === 'NOT') return notNode(first);
  if (items.length === 1) return first;
  const kind = operator === 'AND' ? 'and' : 'or';
  const flat = items.flatMap((item) => (item.kind === kind ? item.items : [item]));
  return operator === 'AND' ? andNode(flat) : orNode(flat);
}

type ConditionReader = (json: unknown, place: Place, context: DecodeContext) => Expression | null;

/** A group whose members are read by `child`. */
export function decodeGroup(
  json: JsonRecord,
  place: Place,
  context: DecodeContext,
  child: ConditionReader,
): Expression | null {
  if (place.groupDepth >= limits.logicDepth)
    return context.report(e0902, place, `groups nested more than ${limits.logicDepth} deep`);
  const record = context.record(json, place, 'a group', ['operator', 'conditions', 'count', 'id', 'style']);
  if (record === null) return null;
  const operator = decodeOperator(record, place, context);
  const at = { ...inside(place, 'conditions'), groupDepth: place.groupDepth + 1 };
  const items = context.items(member(record, 'conditions'), at, 'conditions', limits.leavesPerRule, e0903);
  if (items === null) return null;
  if (items.length === 0) return context.report(e0104, at, 'a group without conditions is neither true nor false');
  if (operator === 'NOT' && items.length > 1)
    return context.report(e0101, at, '`NOT` takes one condition', 'put them into an `AND` or `OR` group first');
  const conditions = items.map((item, index) => child(item, inside(at, index), context));
  return operator !== null && conditions.every((each) => each !== null) ? makeGroup(operator, conditions) : null;
}
