import type { ImportDeclaration } from './import-declaration.js';
import type { ListDeclaration } from './list-declaration.js';
import type { ConstDeclaration } from './const-declaration.js';
import type { ParamDeclaration } from './param-declaration.js';
import type { DefineDeclaration } from './define-declaration.js';
import type { MatrixDeclaration } from './matrix-declaration.js';
import type { RuleDeclaration } from './rule-declaration.js';
import type { TestDeclaration } from './test-declaration.js';

/** A declaration at the top level of a file. */
export type FileDeclaration =
  | ImportDeclaration
  | ListDeclaration
  | ConstDeclaration
  | ParamDeclaration
  | DefineDeclaration
  | MatrixDeclaration
  | RuleDeclaration
  | TestDeclaration;
