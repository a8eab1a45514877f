import { freezeNode, type SyntaxNode, type SourceRange } from './syntax-node.js';
import type { TextLiteral } from './text-literal.js';
import type { Word } from './word.js';
import type { TestStep } from './test-step.js';

/** `test "..." for a, b { ... }`, inside a rule or at the top level. */
export interface TestDeclaration extends SyntaxNode {
  readonly kind: 'testDeclaration';
  readonly todo: boolean;
  readonly title: TextLiteral;
  /** Rules after `for`; empty if it is not written. */
  readonly rules: readonly Word[];
  readonly steps: readonly TestStep[];
}

export const testDeclaration = (
  parts: Omit<TestDeclaration, 'kind' | 'range'>,
  range: SourceRange | null = null,
): TestDeclaration => freezeNode({ kind: 'testDeclaration', ...parts, range });
