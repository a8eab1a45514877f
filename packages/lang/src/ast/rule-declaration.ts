import { freezeNode, type SyntaxNode, type SourceRange } from './syntax-node.js';
import type { Expression } from './expression.js';
import type { NumberLiteral } from './number-literal.js';
import type { TextLiteral } from './text-literal.js';
import type { Word } from './word.js';
import type { Action } from './action.js';
import type { LetDeclaration } from './let-declaration.js';
import type { RuleTarget } from './rule-target.js';

/** One rule. A header that is absent is null; defaults are the checker's business. */
export interface RuleDeclaration extends SyntaxNode {
  readonly kind: 'ruleDeclaration';
  readonly key: Word;
  readonly title: TextLiteral | null;
  readonly on: RuleTarget | null;
  readonly score: NumberLiteral | null;
  readonly priority: NumberLiteral | null;
  readonly category: Word | null;
  readonly mode: Word | null;
  readonly description: TextLiteral | null;
  readonly lets: readonly LetDeclaration[];
  readonly when: Expression | null;
  readonly unknown: Word | null;
  readonly actions: readonly Action[];
}

export const ruleDeclaration = (
  parts: Omit<RuleDeclaration, 'kind' | 'range'>,
  range: SourceRange | null = null,
): RuleDeclaration => freezeNode({ kind: 'ruleDeclaration', ...parts, range });
