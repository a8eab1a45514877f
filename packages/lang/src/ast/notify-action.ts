import { freezeNode, type SyntaxNode, type SourceRange } from './syntax-node.js';
import type { Word } from './word.js';
import type { MessageTemplate } from './message-template.js';
import type { ObjectNode } from './object-node.js';

/** `notify email "{origin.name} was stopped"`. */
export interface NotifyAction extends SyntaxNode {
  readonly kind: 'notifyAction';
  readonly channel: Word;
  readonly message: MessageTemplate;
  /** `with { … }`. */
  readonly settings: ObjectNode | null;
}

export const notifyAction = (
  channel: Word,
  message: MessageTemplate,
  settings: ObjectNode | null = null,
  range: SourceRange | null = null,
): NotifyAction => freezeNode({ kind: 'notifyAction', channel, message, settings, range });
