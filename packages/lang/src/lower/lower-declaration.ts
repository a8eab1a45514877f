import type * as cst from '@tamis/grammar';
import * as ast from '../ast/index.js';
import { lowerAction } from './lower-action.js';
import { nodeRange, single, type LowerContext } from './lower-context.js';
import { lowerExpression, lowerValue } from './lower-expression.js';
import { lowerHeaders } from './lower-header.js';
import { lowerText } from './lower-literal.js';
import { lowerMatrix } from './lower-matrix.js';
import { lowerWord } from './lower-name.js';
import { lowerTest, lowerTests } from './lower-test.js';

/** The children of a file that are declarations. */
export type DeclarationKind = Exclude<keyof cst.FileCstChildren, 'languageVersion'>;
export type DeclarationCst<K extends DeclarationKind> = NonNullable<cst.FileCstChildren[K]>[number];

const lowerImport = (node: cst.ImportDeclarationCstNode, context: LowerContext): ast.ImportDeclaration =>
  ast.importDeclaration(lowerText(single(node.children.Text), context), nodeRange(node, context));

function lowerList(node: cst.ListDeclarationCstNode, context: LowerContext): ast.ListDeclaration {
  const { Name, reference, type } = node.children;
  return ast.listDeclaration(
    lowerWord(single(Name), context),
    lowerText(single(reference), context),
    type ? lowerText(single(type), context) : null,
    nodeRange(node, context),
  );
}

const lowerConst = (node: cst.ConstDeclarationCstNode, context: LowerContext): ast.ConstDeclaration =>
  ast.constDeclaration(
    lowerWord(single(node.children.Name), context),
    lowerValue(single(node.children.value), context),
    nodeRange(node, context),
  );

function lowerParam(node: cst.ParamDeclarationCstNode, context: LowerContext): ast.ParamDeclaration {
  const { Name, preset, minimum, maximum, step } = node.children;
  const value = (nodes: readonly cst.ValueCstNode[] | undefined): ast.Expression | null =>
    nodes ? lowerValue(single(nodes), context) : null;
  return ast.paramDeclaration(
    {
      name: lowerWord(single(Name), context),
      value: lowerValue(single(preset), context),
      minimum: value(minimum),
      maximum: value(maximum),
      step: value(step),
    },
    nodeRange(node, context),
  );
}

function lowerDefine(node: cst.DefineDeclarationCstNode, context: LowerContext): ast.DefineDeclaration {
  const { Name, parameter = [], expression } = node.children;
  return ast.defineDeclaration(
    lowerWord(single(Name), context),
    parameter.map((token) => lowerWord(token, context)),
    lowerExpression(single(expression), context),
    nodeRange(node, context),
  );
}

function lowerLet(node: cst.LetDeclarationCstNode, context: LowerContext): ast.LetDeclaration {
  const { Name, expression } = node.children;
  return ast.letDeclaration(
    lowerWord(single(Name), context),
    lowerExpression(single(expression), context),
    nodeRange(node, context),
  );
}

function lowerRule(node: cst.RuleDeclarationCstNode, context: LowerContext): ast.RuleDeclaration {
  const { Name, Text, header = [], letDeclaration = [], whenClause, unknownClause, thenClause } = node.children;
  const actions = thenClause ? single(thenClause).children.actionWithSettings : [];
  return ast.ruleDeclaration(
    {
      key: lowerWord(single(Name), context),
      title: Text ? lowerText(single(Text), context) : null,
      ...lowerHeaders(header, context),
      lets: letDeclaration.map((declaration) => lowerLet(declaration, context)),
      when: lowerExpression(single(single(whenClause).children.expression), context),
      unknown: unknownClause ? lowerWord(single(single(unknownClause).children.Name), context) : null,
      actions: actions.map((action) => lowerAction(action, context)),
      tests: lowerTests(node.children.testDeclaration ?? [], context),
    },
    nodeRange(node, context),
  );
}

const lowering: {
  readonly [K in DeclarationKind]: (node: DeclarationCst<K>, context: LowerContext) => ast.FileDeclaration;
} = {
  importDeclaration: lowerImport,
  listDeclaration: lowerList,
  constDeclaration: lowerConst,
  paramDeclaration: lowerParam,
  defineDeclaration: lowerDefine,
  matrixDeclaration: lowerMatrix,
  ruleDeclaration: lowerRule,
  testDeclaration: lowerTest,
};

export const declarationKinds = Object.keys(lowering) as readonly DeclarationKind[];

/** Lowers any declaration from a complete tree. */
export function lowerDeclaration(node: cst.CstNode, context: LowerContext): ast.FileDeclaration {
  // The table contains the function for exactly this kind, which the compiler cannot infer.
  const lower = lowering[node.name as DeclarationKind] as (
    node: cst.CstNode,
    context: LowerContext,
  ) => ast.FileDeclaration;
  return lower(node, context);
}
