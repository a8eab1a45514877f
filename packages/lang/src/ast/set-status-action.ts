import { freezeNode, type SyntaxNode, type SourceRange } from './syntax-node.js';
import type { PathNode } from './path-node.js';
import type { Word } from './word.js';
import type { MessageTemplate } from './message-template.js';
import type { ObjectNode } from './object-node.js';

/** `set status of origin to blocked because "..."`. If `target` is null, the subject of the rule is meant. */
export interface SetStatusAction extends SyntaxNode {
  readonly kind: 'setStatusAction';
  readonly target: PathNode | null;
  readonly status: Word;
  readonly reason: MessageTemplate | null;
  /** `with { … }`. */
  readonly settings: ObjectNode | null;
}

export const setStatusAction = (
  target: PathNode | null,
  status: Word,
  reason: MessageTemplate | null,
  settings: ObjectNode | null = null,
  range: SourceRange | null = null,
): SetStatusAction => freezeNode({ kind: 'setStatusAction', target, status, reason, settings, range });
