import { freezeNode, type SyntaxNode, type SourceRange } from './syntax-node.js';

/** A timestamp: RFC 3339 with offset, as written. */
export interface DatetimeLiteral extends SyntaxNode {
  readonly kind: 'datetimeLiteral';
  readonly text: string;
}

export const datetimeLiteral = (text: string, range: SourceRange | null = null): DatetimeLiteral =>
  freezeNode({ kind: 'datetimeLiteral', text, range });
