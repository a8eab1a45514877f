import { freezeNode, type SyntaxNode, type SourceRange } from './syntax-node.js';
import type { Expression } from './expression.js';
import type { Word } from './word.js';

/** `expect list fraud_ips gains "203.0.113.7"`. */
export interface ExpectList extends SyntaxNode {
  readonly kind: 'expectList';
  readonly list: Word;
  readonly value: Expression;
}

export const expectList = (list: Word, value: Expression, range: SourceRange | null = null): ExpectList =>
  freezeNode({ kind: 'expectList', list, value, range });
