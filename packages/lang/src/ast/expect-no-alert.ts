import { freezeNode, type SyntaxNode, type SourceRange } from './syntax-node.js';

/** `expect no alert`. */
export interface ExpectNoAlert extends SyntaxNode {
  readonly kind: 'expectNoAlert';
}

export const expectNoAlert = (range: SourceRange | null = null): ExpectNoAlert =>
  freezeNode({ kind: 'expectNoAlert', range });
