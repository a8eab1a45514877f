import { freezeNode, type SyntaxNode, type SourceRange } from './syntax-node.js';
import type { Expression } from './expression.js';

/** `m as USD`. */
export interface ConvertNode extends SyntaxNode {
  readonly kind: 'convert';
  readonly operand: Expression;
  readonly currency: string;
}

export const convertNode = (operand: Expression, currency: string, range: SourceRange | null = null): ConvertNode =>
  freezeNode({ kind: 'convert', operand, currency, range });
