import { freezeNode, type SyntaxNode, type SourceRange } from './syntax-node.js';
import type { TextLiteral } from './text-literal.js';

/** `expect automation "<id>"`. */
export interface ExpectAutomation extends SyntaxNode {
  readonly kind: 'expectAutomation';
  readonly automation: TextLiteral;
}

export const expectAutomation = (automation: TextLiteral, range: SourceRange | null = null): ExpectAutomation =>
  freezeNode({ kind: 'expectAutomation', automation, range });
