import { freezeNode, type SyntaxNode, type SourceRange } from './syntax-node.js';
import type { Expression } from './expression.js';

/** A message with live holes. `parts` alternate freely between literal text and hole expressions; `source` is the text as written, escapes resolved. */
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
