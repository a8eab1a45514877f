import type { Expression } from '../ast/expression.js';
import type { FileDeclaration } from '../ast/file-declaration.js';
import { paramDeclaration } from '../ast/param-declaration.js';

/** A declaration with the value that is given for a parameter, by its name, in place of its default. Others are as they were. */
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
