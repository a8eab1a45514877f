import { freezeNode, type SyntaxNode, type SourceRange } from './syntax-node.js';
import type { PathNode } from './path-node.js';
import type { MessageTemplate } from './message-template.js';
import type { ListReference } from './list-reference.js';
import type { ListTypeReference } from './list-type-reference.js';
import type { ObjectNode } from './object-node.js';

export interface ListMapping {
  readonly path: PathNode;
  /** A declared name as a path with one step, or lists named directly. */
  readonly list: PathNode | ListReference | ListTypeReference;
}

/** `add origin.taxId to L, ... because "..."`. */
export interface AddToListAction extends SyntaxNode {
  readonly kind: 'addToListAction';
  readonly mappings: readonly ListMapping[];
  readonly reason: MessageTemplate | null;
  /** `with { … }`. */
  readonly settings: ObjectNode | null;
}

export const addToListAction = (
  mappings: readonly ListMapping[],
  reason: MessageTemplate | null,
  settings: ObjectNode | null = null,
  range: SourceRange | null = null,
): AddToListAction => freezeNode({ kind: 'addToListAction', mappings, reason, settings, range });
