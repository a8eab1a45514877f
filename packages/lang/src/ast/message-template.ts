import { freezeNode, type SyntaxNode, type SourceRange } from './syntax-node.js';
import type { Expression } from './expression.js';

/**
 * A message with placeholders. `parts` may contain literal texts and placeholder expressions in any order. `source` is the text as written,
 * with escapes resolved.
 */
export interface MessageTemplate extends SyntaxNode {
  readonly kind: 'messageTemplate';
  readonly source: string;
  readonly parts: readonly (string | Expression)[];
}

export const messageTemplate = (
  source: string,
  parts: readonly (string | Expression)[],
  range: SourceRange | null = null,
): MessageTemplate => freezeNode({ kind: 'messageTemplate', source, parts, range });
