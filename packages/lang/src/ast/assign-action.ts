import { freezeNode, type SyntaxNode, type SourceRange } from './syntax-node.js';
import type { ObjectNode } from './object-node.js';

/** `assign to team "sanctions-desk"`. */
export interface AssignAction extends SyntaxNode {
  readonly kind: 'assignAction';
  readonly to: 'user' | 'team';
  readonly id: string;
  /** `with { … }`. */
  readonly settings: ObjectNode | null;
}

export const assignAction = (
  to: 'user' | 'team',
  id: string,
  settings: ObjectNode | null = null,
  range: SourceRange | null = null,
): AssignAction => freezeNode({ kind: 'assignAction', to, id, settings, range });
