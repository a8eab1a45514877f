import { freezeNode, type SyntaxNode, type SourceRange } from './syntax-node.js';
import type { TestOutcome } from './test-outcome.js';

/** `expect hit`. */
export interface ExpectOutcome extends SyntaxNode {
  readonly kind: 'expectOutcome';
  readonly outcome: TestOutcome;
}

export const expectOutcome = (outcome: TestOutcome, range: SourceRange | null = null): ExpectOutcome =>
  freezeNode({ kind: 'expectOutcome', outcome, range });
