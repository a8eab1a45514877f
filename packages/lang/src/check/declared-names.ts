import type { ConstDeclaration } from '../ast/const-declaration.js';
import type { DefineDeclaration } from '../ast/define-declaration.js';
import type { Expression } from '../ast/expression.js';
import type { ListDeclaration } from '../ast/list-declaration.js';
import type { MatrixDeclaration } from '../ast/matrix-declaration.js';
import type { ParamDeclaration } from '../ast/param-declaration.js';
import type { RuleDeclaration } from '../ast/rule-declaration.js';
import type { CheckedMatrix, CheckedParameter } from './checked-file.js';
import type { ListBinding } from './semantic-model.js';

interface Declared {
  /** Index of the file, for diagnostics. */
  readonly file: number;
  used: boolean;
}

/** A declared list. `binding` is null if it was not found (already reported). */
export interface DeclaredList extends Declared {
  readonly kind: 'list';
  readonly declaration: ListDeclaration;
  readonly binding: ListBinding | null;
}

/** A constant or parameter. `value` is null if it has errors (already reported), otherwise the expression to which each use is expanded. */
export interface DeclaredConstant extends Declared {
  readonly kind: 'const' | 'param';
  readonly declaration: ConstDeclaration | ParamDeclaration;
  value: Expression | null;
  checked: CheckedParameter | null;
}

/** A definition. `isBroken` means that it refers to itself or exceeds a limit (already reported). */
export interface DeclaredDefinition extends Declared {
  readonly kind: 'define';
  readonly declaration: DefineDeclaration;
  isBroken: boolean;
}

/** A matrix. `checked` is null if it has errors (already reported). */
export interface DeclaredMatrix extends Declared {
  readonly kind: 'matrix';
  readonly declaration: MatrixDeclaration;
  checked: CheckedMatrix | null;
}

export interface DeclaredRule extends Declared {
  readonly kind: 'rule';
  readonly declaration: RuleDeclaration;
}

export type DeclaredName = DeclaredList | DeclaredConstant | DeclaredDefinition | DeclaredMatrix | DeclaredRule;

/** The common namespace of a rule set. */
export type DeclaredNames = ReadonlyMap<string, DeclaredName>;

/** Names of the kinds of declarations in messages. */
export const declaredAs: Readonly<Record<DeclaredName['kind'], string>> = {
  list: 'a list',
  const: 'a constant',
  param: 'a parameter',
  define: 'a definition',
  matrix: 'a matrix',
  rule: 'a rule',
};
