import { freezeNode, type SyntaxNode, type SourceRange } from './syntax-node.js';
import type { FileDeclaration } from './file-declaration.js';
import type { NumberLiteral } from './number-literal.js';
import type { ImportDeclaration } from './import-declaration.js';
import type { ListDeclaration } from './list-declaration.js';
import type { ConstDeclaration } from './const-declaration.js';
import type { ParamDeclaration } from './param-declaration.js';
import type { DefineDeclaration } from './define-declaration.js';
import type { MatrixDeclaration } from './matrix-declaration.js';
import type { RuleDeclaration } from './rule-declaration.js';
import type { TestDeclaration } from './test-declaration.js';

/** A whole source file. `when` of a rule is null only if there is a syntax error. */
export interface RuleFile extends SyntaxNode {
  readonly kind: 'ruleFile';
  readonly languageVersion: NumberLiteral | null;
  /** In source order. The lists below contain the same nodes, by kind. */
  readonly declarations: readonly FileDeclaration[];
  readonly imports: readonly ImportDeclaration[];
  readonly lists: readonly ListDeclaration[];
  readonly constants: readonly ConstDeclaration[];
  readonly parameters: readonly ParamDeclaration[];
  readonly definitions: readonly DefineDeclaration[];
  readonly matrices: readonly MatrixDeclaration[];
  readonly rules: readonly RuleDeclaration[];
  readonly tests: readonly TestDeclaration[];
}

export function ruleFile(
  languageVersion: NumberLiteral | null,
  declarations: readonly FileDeclaration[],
  range: SourceRange | null = null,
): RuleFile {
  const ofKind = <K extends FileDeclaration['kind']>(kind: K): Extract<FileDeclaration, { kind: K }>[] =>
    declarations.filter(
      (declaration): declaration is Extract<FileDeclaration, { kind: K }> => declaration.kind === kind,
    );
  return freezeNode({
    kind: 'ruleFile',
    languageVersion,
    declarations,
    imports: ofKind('importDeclaration'),
    lists: ofKind('listDeclaration'),
    constants: ofKind('constDeclaration'),
    parameters: ofKind('paramDeclaration'),
    definitions: ofKind('defineDeclaration'),
    matrices: ofKind('matrixDeclaration'),
    rules: ofKind('ruleDeclaration'),
    tests: ofKind('testDeclaration'),
    range,
  });
}
