import { freezeNode, type SyntaxNode, type SourceRange } from './syntax-node.js';
import type { PathNode } from './path-node.js';
import type { DurationLiteral } from './duration-literal.js';
import type { Word } from './word.js';
import type { MessageTemplate } from './message-template.js';
import type { ObjectNode } from './object-node.js';

/** `alert HIGH "..." once per origin in 24h`. `within` null: while an alert with that key is open. */
export interface AlertAction extends SyntaxNode {
  readonly kind: 'alertAction';
  readonly severity: Word;
  readonly message: MessageTemplate;
  readonly oncePer: PathNode | null;
  readonly within: DurationLiteral | null;
  /** `with { … }`. */
  readonly settings: ObjectNode | null;
}

export const alertAction = (
  parts: Omit<AlertAction, 'kind' | 'range'>,
  range: SourceRange | null = null,
): AlertAction => freezeNode({ kind: 'alertAction', ...parts, range });
