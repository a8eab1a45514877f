import { freezeNode, type SyntaxNode, type SourceRange } from './syntax-node.js';
import type { Word } from './word.js';
import type { MessageTemplate } from './message-template.js';
import type { ObjectNode } from './object-node.js';

/** `open case MEDIUM "Review of {entity.name}"`. */
export interface OpenCaseAction extends SyntaxNode {
  readonly kind: 'openCaseAction';
  readonly priority: Word;
  readonly message: MessageTemplate;
  /** `with { … }`. */
  readonly settings: ObjectNode | null;
}

export const openCaseAction = (
  priority: Word,
  message: MessageTemplate,
  settings: ObjectNode | null = null,
  range: SourceRange | null = null,
): OpenCaseAction => freezeNode({ kind: 'openCaseAction', priority, message, settings, range });
