import { freezeNode, type SyntaxNode, type SourceRange } from './syntax-node.js';
import type { TextLiteral } from './text-literal.js';

/** `expect assigned to team "sanctions-desk"`. */
export interface ExpectAssignment extends SyntaxNode {
  readonly kind: 'expectAssignment';
  readonly to: 'user' | 'team';
  readonly id: TextLiteral;
}

export const expectAssignment = (
  to: 'user' | 'team',
  id: TextLiteral,
  range: SourceRange | null = null,
): ExpectAssignment => freezeNode({ kind: 'expectAssignment', to, id, range });
