import { freezeNode, type SyntaxNode, type SourceRange } from './syntax-node.js';

/** A calendar day, `YYYY-MM-DD`. */
export interface DateLiteral extends SyntaxNode {
  readonly kind: 'dateLiteral';
  readonly text: string;
}

export const dateLiteral = (text: string, range: SourceRange | null = null): DateLiteral =>
  freezeNode({ kind: 'dateLiteral', text, range });
