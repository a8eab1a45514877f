/** Zero-based line and UTF-16 character, as editors count. */
export interface SourcePosition {
  readonly line: number;
  readonly character: number;
}

/** `end` is exclusive. */
export interface SourceRange {
  readonly start: SourcePosition;
  readonly end: SourcePosition;
}

/** Base of every node. `range` is null for nodes that were not read from text. */
export interface SyntaxNode {
  readonly kind: string;
  readonly range: SourceRange | null;
}

export const freezeNode = <N extends SyntaxNode>(node: N): N => Object.freeze(node);
