import type * as cst from '@tamis/grammar';
import * as ast from '../ast/index.js';
import { lowerAction } from './lower-action.js';
import { nodeRange, only, type LowerContext } from './lower-context.js';
import { lowerExpression } from './lower-expression.js';
import { lowerHeaders } from './lower-header.js';
import { lowerText } from './lower-literal.js';
import { lowerWord } from './lower-name.js';

export function lowerList(node: cst.ListDeclarationCstNode, context: LowerContext): ast.ListDeclaration {
  const { Name, reference, type } = node.children;
  return ast.listDeclaration(
    lowerWord(only(Name), context),
    lowerText(only(reference), context),
    type ? lowerText(only(type), context) : null,
    nodeRange(node, context),
  );
}

function lowerLet(node: cst.LetDeclarationCstNode, context: LowerContext): ast.LetDeclaration {
  const { Name, expression } = node.children;
  return ast.letDeclaration(
    lowerWord(only(Name), context),
    lowerExpression(only(expression), context),
    nodeRange(node, context),
  );
}

export function lowerRule(node: cst.RuleDeclarationCstNode, context: LowerContext): ast.RuleDeclaration {
  const { Name, Text, header = [], letDeclaration = [], whenClause, unknownClause, thenClause } = node.children;
  const actions = thenClause ? only(thenClause).children.action : [];
  return ast.ruleDeclaration(
    {
      key: lowerWord(only(Name), context),
      title: Text ? lowerText(only(Text), context) : null,
      ...lowerHeaders(header, context),
      lets: letDeclaration.map((declaration) => lowerLet(declaration, context)),
      when: lowerExpression(only(only(whenClause).children.expression), context),
      unknown: unknownClause ? lowerWord(only(only(unknownClause).children.Name), context) : null,
      actions: actions.map((action) => lowerAction(action, context)),
    },
    nodeRange(node, context),
  );
}
