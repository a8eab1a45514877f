import type { Type } from '@tamis/lang';
import { numberType } from '../declare.js';

const memberTypes: ReadonlyMap<string, Type> = new Map<string, Type>([
  ['hits', numberType],
  ['topScore', numberType],
  ['lists', { kind: 'list', element: { kind: 'text', collation: 'cs' } }],
]);

/** The type behind a step into what a screening found; null: there is no such member. */
export const screeningMember = ([head = '', ...below]: readonly string[]): Type | null =>
  below.length === 0 ? (memberTypes.get(head) ?? null) : null;
