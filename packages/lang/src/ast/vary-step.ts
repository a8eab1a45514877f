import { freezeNode, type SyntaxNode, type SourceRange } from './syntax-node.js';
import type { PathNode } from './path-node.js';
import type { VaryCase } from './vary-case.js';

/** `vary transaction.amount { ... }`: the whole test is run once per case. */
export interface VaryStep extends SyntaxNode {
  readonly kind: 'varyStep';
  readonly path: PathNode;
  readonly cases: readonly VaryCase[];
}

export const varyStep = (path: PathNode, cases: readonly VaryCase[], range: SourceRange | null = null): VaryStep =>
  freezeNode({ kind: 'varyStep', path, cases, range });
