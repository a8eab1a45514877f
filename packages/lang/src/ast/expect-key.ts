import { freezeNode, type SyntaxNode, type SourceRange } from './syntax-node.js';
import type { TextLiteral } from './text-literal.js';

/** `expect key "k"`. */
export interface ExpectKey extends SyntaxNode {
  readonly kind: 'expectKey';
  readonly key: TextLiteral;
}

export const expectKey = (key: TextLiteral, range: SourceRange | null = null): ExpectKey =>
  freezeNode({ kind: 'expectKey', key, range });
