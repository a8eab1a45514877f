import type { Type } from '@tamis/lang';
import { numberType } from '../declare.js';

const memberTypes: ReadonlyMap<string, Type> = new Map<string, Type>([
  ['hits', numberType],
  ['topScore', numberType],
  ['lists', { kind: 'list', element: { kind: 'text', collation: 'cs' } }],
]);

/** Returns the type of a field of a screening result; `null` if there is no such field. */
export const screeningMember = ([head = '', ...below]: readonly string[]): Type | null =>
  below.length === 0 ? (memberTypes.get(head) ?? null) : null;
