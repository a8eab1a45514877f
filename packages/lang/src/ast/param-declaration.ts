import { freezeNode, type SyntaxNode, type SourceRange } from './syntax-node.js';
import type { Expression } from './expression.js';
import type { Word } from './word.js';
import type { FileDeclaration } from './file-declaration.js';

/** `param limit = 10 between 1 and 50 step 1`. `minimum` and `maximum` are either both present or both null. */
export interface ParamDeclaration extends SyntaxNode {
  readonly kind: 'paramDeclaration';
  readonly name: Word;
  /** Default value. */
  readonly value: Expression;
  readonly minimum: Expression | null;
  readonly maximum: Expression | null;
  readonly step: Expression | null;
}

export const paramDeclaration = (
  parts: Omit<ParamDeclaration, 'kind' | 'range'>,
  range: SourceRange | null = null,
): ParamDeclaration => freezeNode({ kind: 'paramDeclaration', ...parts, range });

/** Returns the declaration with its default replaced by the value given for the parameter's name. Other declarations are unchanged. */
export function withParameterValue(
  declaration: FileDeclaration,
  values: Readonly<Record<string, Expression>>,
): FileDeclaration {
  if (declaration.kind !== 'paramDeclaration') return declaration;
  const { kind: _kind, range: _range, ...parts } = declaration;
  const name = declaration.name.text;
  const value = Object.hasOwn(values, name) ? values[name] : undefined;
  return value ? paramDeclaration({ ...parts, value }) : declaration;
}
