import { freezeNode, type SyntaxNode, type SourceRange } from './syntax-node.js';
import type { TextLiteral } from './text-literal.js';

/** `import "shared.rules"`. */
export interface ImportDeclaration extends SyntaxNode {
  readonly kind: 'importDeclaration';
  readonly file: TextLiteral;
}

export const importDeclaration = (file: TextLiteral, range: SourceRange | null = null): ImportDeclaration =>
  freezeNode({ kind: 'importDeclaration', file, range });
