import type { IToken, ListReferenceCstNode, PathCstNode } from '@tamis/grammar';
import * as ast from '../ast/index.js';
import { textValue } from './decode-text.js';
import { nodeRange, only, tokenRange, type LowerContext } from './lower-context.js';

export const lowerWord = (token: IToken, context: LowerContext): ast.Word =>
  ast.word(token.image, tokenRange(token, context));

/** A declared list is named by a bare word, which is a path of one step. */
export const lowerNameAsPath = (token: IToken, context: LowerContext): ast.PathNode =>
  ast.pathNode([token.image], tokenRange(token, context));

export function lowerPath(node: PathCstNode, context: LowerContext): ast.PathNode {
  const steps = node.children.step.map((token) =>
    token.image.startsWith('"') ? textValue(token, context) : token.image,
  );
  return ast.pathNode(steps, nodeRange(node, context));
}

export const lowerListReference = (node: ListReferenceCstNode, context: LowerContext): ast.ListReference =>
  ast.listReference(textValue(only(node.children.Text), context), nodeRange(node, context));
