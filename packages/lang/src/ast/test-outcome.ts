import { freezeNode, type SyntaxNode, type SourceRange } from './syntax-node.js';
import type { PathNode } from './path-node.js';

/** `hit`, `no hit`, `unknown because p`. */
export interface TestOutcome extends SyntaxNode {
  readonly kind: 'testOutcome';
  readonly outcome: 'hit' | 'no_hit' | 'unknown';
  /** Only for `unknown`. */
  readonly because: PathNode | null;
}

export const testOutcome = (
  outcome: 'hit' | 'no_hit' | 'unknown',
  because: PathNode | null = null,
  range: SourceRange | null = null,
): TestOutcome => freezeNode({ kind: 'testOutcome', outcome, because, range });
