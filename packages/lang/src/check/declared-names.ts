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
  /** Position in the order of the files, for diagnostics. */
  readonly file: number;
  used: boolean;
}

/** A declared list; `binding` is null when it was not found (already reported). */
export interface DeclaredList extends Declared {
  readonly kind: 'list';
  readonly declaration: ListDeclaration;
  readonly binding: ListBinding | null;
}

/** A constant or parameter; `value` is null when it is wrong (already reported), else what each use is expanded to. */
export interface DeclaredConstant extends Declared {
  readonly kind: 'const' | 'param';
  readonly declaration: ConstDeclaration | ParamDeclaration;
  value: Expression | null;
  checked: CheckedParameter | null;
}

/** A definition; `isBroken`: it refers to itself or is over a limit (already reported). */
export interface DeclaredDefinition extends Declared {
  readonly kind: 'define';
  readonly declaration: DefineDeclaration;
  isBroken: boolean;
}

/** A matrix; `checked` is null when it is wrong (already reported). */
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

/** The one namespace of a rule set. */
export type DeclaredNames = ReadonlyMap<string, DeclaredName>;

/** What a declaration is called in messages. */
export const declaredAs: Readonly<Record<DeclaredName['kind'], string>> = {
  list: 'a list',
  const: 'a constant',
  param: 'a parameter',
  define: 'a definition',
  matrix: 'a matrix',
  rule: 'a rule',
};
