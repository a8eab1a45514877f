import { freezeNode, type SyntaxNode, type SourceRange } from './syntax-node.js';

/** A field path or a bare name, in text form: `origin.attributes["KYC tier"].level` has four steps. */
export interface PathNode extends SyntaxNode {
  readonly kind: 'path';
  readonly steps: readonly string[];
}

export const pathNode = (steps: readonly string[], range: SourceRange | null = null): PathNode =>
  freezeNode({ kind: 'path', steps, range });
