import { freezeNode, type SyntaxNode, type SourceRange } from './syntax-node.js';
import type { Word } from './word.js';

/** `on transaction (created, updated)`; without triggers, every trigger of the target. */
export interface RuleTarget extends SyntaxNode {
  readonly kind: 'ruleTarget';
  readonly targets: readonly Word[];
  readonly triggers: readonly Word[];
}

export const ruleTarget = (
  targets: readonly Word[],
  triggers: readonly Word[],
  range: SourceRange | null = null,
): RuleTarget => freezeNode({ kind: 'ruleTarget', targets, triggers, range });
