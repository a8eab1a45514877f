import { freezeNode, type SyntaxNode, type SourceRange } from './syntax-node.js';

/** A word whose allowed values the checker knows, such as a severity. It keeps its source range for the diagnostic. */
export interface Word extends SyntaxNode {
  readonly kind: 'word';
  readonly text: string;
}

export const word = (text: string, range: SourceRange | null = null): Word => freezeNode({ kind: 'word', text, range });
