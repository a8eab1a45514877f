import type { RuleDeclaration } from '../ast/rule-declaration.js';
import type { SyntaxNode } from '../ast/syntax-node.js';

/** Headers in the order used by the formatter. */
export const headerOrder = [
  'on',
  'matrices',
  'category',
  'tags',
  'scope',
  'evaluate',
  'stop',
  'description',
  'owner',
  'reference',
  'mode',
  'priority',
  'score',
  'effective',
  'meta',
] as const;

export type HeaderName = (typeof headerOrder)[number];

/** Returns the node of a header, or `null` if the rule does not have it. */
export function headerNode(rule: RuleDeclaration, name: HeaderName): SyntaxNode | null {
  const value = rule[name];
  return value !== null && 'kind' in value ? value : (value?.[0] ?? null);
}

export const headerNodes = (rule: RuleDeclaration): SyntaxNode[] =>
  headerOrder.flatMap((name) => headerNode(rule, name) ?? []);
