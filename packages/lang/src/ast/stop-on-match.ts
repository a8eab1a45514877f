import { freezeNode, type SyntaxNode, type SourceRange } from './syntax-node.js';

/** The header `stop on match`. */
export interface StopOnMatch extends SyntaxNode {
  readonly kind: 'stopOnMatch';
}

export const stopOnMatch = (range: SourceRange | null = null): StopOnMatch =>
  freezeNode({ kind: 'stopOnMatch', range });
