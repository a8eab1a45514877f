import { freezeNode, type SyntaxNode, type SourceRange } from './syntax-node.js';
import type { NumberLiteral } from './number-literal.js';
import type { RuleDeclaration } from './rule-declaration.js';
import type { ListDeclaration } from './list-declaration.js';

/** A whole source. `when` of a rule is null only where the source has a syntax error there. */
export interface RuleFile extends SyntaxNode {
  readonly kind: 'ruleFile';
  readonly languageVersion: NumberLiteral | null;
  readonly lists: readonly ListDeclaration[];
  readonly rules: readonly RuleDeclaration[];
}

export const ruleFile = (
  languageVersion: NumberLiteral | null,
  lists: readonly ListDeclaration[],
  rules: readonly RuleDeclaration[],
  range: SourceRange | null = null,
): RuleFile => freezeNode({ kind: 'ruleFile', languageVersion, lists, rules, range });
