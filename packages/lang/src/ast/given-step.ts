import { freezeNode, type SyntaxNode, type SourceRange } from './syntax-node.js';
import type { DateLiteral } from './date-literal.js';
import type { DatetimeLiteral } from './datetime-literal.js';
import type { ObjectNode } from './object-node.js';
import type { ObjectListNode } from './object-list-node.js';
import type { Word } from './word.js';

/** `given origin { ... }`, `given relationships [{ ... }]`, `given now 2026-01-15T12:00:00Z`: a named object of the test. */
export interface GivenStep extends SyntaxNode {
  readonly kind: 'givenStep';
  readonly name: Word;
  readonly value: ObjectNode | ObjectListNode | DateLiteral | DatetimeLiteral;
}

export const givenStep = (
  name: Word,
  value: ObjectNode | ObjectListNode | DateLiteral | DatetimeLiteral,
  range: SourceRange | null = null,
): GivenStep => freezeNode({ kind: 'givenStep', name, value, range });
