import type { Expression } from './expression.js';
import type { ObjectNode } from './object-node.js';
import type { ObjectListNode } from './object-list-node.js';

/** Anything that is allowed after the colon of an entry. */
export type ObjectValue = ObjectNode | ObjectListNode | Expression;
