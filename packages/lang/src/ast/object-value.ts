import type { Expression } from './expression.js';
import type { ObjectNode } from './object-node.js';
import type { ObjectListNode } from './object-list-node.js';

/** What may stand after the colon of an entry. */
export type ObjectValue = ObjectNode | ObjectListNode | Expression;
