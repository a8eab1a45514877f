import { isUnknown, type Type, type Value } from '@tamis/lang';
import { declareFunction, signature } from '../declare.js';
import { listedKinds } from '../semantics/data-list-signatures.js';
import { probeOf } from '../semantics/probe-text.js';

const anyType: Type = { kind: 'any' };
const memberTypes: ReadonlyMap<string, Type> = new Map<string, Type>([
  ['primaryValue', anyType],
  ['category', anyType],
  ['riskScore', { kind: 'number' }],
  ['severity', anyType],
  ['reason', anyType],
  ['itemData', anyType],
  ['metadata', anyType],
]);
const open: ReadonlySet<string> = new Set(['itemData', 'metadata']);

/** Returns the type of a field of an item. Below `itemData` and `metadata` any key is allowed. */
function memberType([head = '', ...below]: readonly string[]): Type | null {
  if (below.length > 0) return open.has(head) ? anyType : null;
  return memberTypes.get(head) ?? null;
}

const item = {
  type: 'custom',
  items: [
    { id: 'i-1', primaryValue: '20-12345678-6', riskScore: 80, reason: 'court order' },
    { id: 'i-2', primaryValue: 'x', searchKeys: ['20-12345678-6'], riskScore: 20 },
  ],
};

export const lookup = declareFunction({
  name: 'lookup',
  form: 'lookup(list, key).field',
  signatures: [
    signature('lookup', ['listref', listedKinds], {
      result: () => ({ kind: 'object' }),
      members: memberType,
      evaluate: ([listId, key], types, environment) => {
        const probe = probeOf(key as Value, types[1], environment);
        return isUnknown(probe) ? probe : environment.read({ kind: 'listItem', listId: listId as string, ...probe });
      },
    }),
  ],
  cost: 'c2',
  documentation:
    'A field of the item a value stands for: `primaryValue`, `category`, `riskScore`, `severity`, `reason`, or a key below ' +
    '`itemData` and `metadata`. Of several items the one with the highest risk score, then the smallest id. Unknown ' +
    '(`missing`) when there is no such item.',
  examples: [
    {
      declares: 'list blocked = "blocked"',
      text: 'lookup(blocked, origin.taxId).riskScore >= 80',
      result: 'true',
      given: { 'origin.taxId': '20-12345678-6' },
      data: { lists: { blocked: item } },
    },
    {
      declares: 'list blocked = "blocked"',
      text: 'lookup(blocked, origin.taxId).reason',
      result: 'unknown (missing)',
      given: { 'origin.taxId': '30-1' },
      data: { lists: { blocked: item } },
    },
    {
      declares: 'list blocked = "blocked"',
      text: 'lookup(blocked, origin.taxId).reason',
      result: 'unknown (list_unavailable)',
      given: { 'origin.taxId': '30-1' },
    },
  ],
});
