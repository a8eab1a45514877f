import { freezeNode, type SyntaxNode, type SourceRange } from './syntax-node.js';
import type { Expression } from './expression.js';
import type { NumberLiteral } from './number-literal.js';
import type { TextLiteral } from './text-literal.js';
import type { Word } from './word.js';
import type { Action } from './action.js';
import type { ArrayLiteral } from './array-literal.js';
import type { EffectivePeriod } from './effective-period.js';
import type { LetDeclaration } from './let-declaration.js';
import type { ObjectNode } from './object-node.js';
import type { RuleTarget } from './rule-target.js';
import type { StopOnMatch } from './stop-on-match.js';
import type { TestDeclaration } from './test-declaration.js';

/** One rule. A header that is absent is null (`matrices`: empty); the checker applies defaults. */
export interface RuleDeclaration extends SyntaxNode {
  readonly kind: 'ruleDeclaration';
  readonly key: Word;
  readonly title: TextLiteral | null;
  readonly on: RuleTarget | null;
  readonly matrices: readonly Word[];
  readonly category: Word | null;
  readonly tags: ArrayLiteral | null;
  readonly scope: ObjectNode | null;
  readonly evaluate: Word | null;
  readonly stop: StopOnMatch | null;
  readonly description: TextLiteral | null;
  readonly owner: TextLiteral | null;
  readonly reference: TextLiteral | null;
  readonly mode: Word | null;
  readonly priority: NumberLiteral | null;
  readonly score: NumberLiteral | null;
  readonly effective: EffectivePeriod | null;
  readonly meta: ObjectNode | null;
  readonly lets: readonly LetDeclaration[];
  readonly when: Expression | null;
  readonly unknown: Word | null;
  readonly actions: readonly Action[];
  readonly tests: readonly TestDeclaration[];
}

export const ruleDeclaration = (
  parts: Omit<RuleDeclaration, 'kind' | 'range'>,
  range: SourceRange | null = null,
): RuleDeclaration => freezeNode({ kind: 'ruleDeclaration', ...parts, range });
