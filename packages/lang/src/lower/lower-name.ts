import type {
  IToken,
  ListReferenceCstNode,
  ListTypeReferenceCstNode,
  MemberCstNode,
  PathCstNode,
} from '@tamis/grammar';
import * as ast from '../ast/index.js';
import { textValue } from './decode-text.js';
import { nodeRange, single, tokenRange, type LowerContext } from './lower-context.js';

export const lowerWord = (token: IToken, context: LowerContext): ast.Word =>
  ast.word(token.image, tokenRange(token, context));

/** A word that is written in capitals: severities, decisions, suggestions, labels. Small letters are accepted. */
export const lowerCapitals = (token: IToken, context: LowerContext): ast.Word =>
  ast.word(token.image.toUpperCase(), tokenRange(token, context));

/** A declared list is named by a bare word, which is a path of one step. */
export const lowerNameAsPath = (token: IToken, context: LowerContext): ast.PathNode =>
  ast.pathNode([token.image], tokenRange(token, context));

/** The step after a dot or between square brackets. */
function lowerMember({ children }: MemberCstNode, context: LowerContext): string {
  const token = single(children.step ?? []);
  return token.image.startsWith('"') ? textValue(token, context) : token.image;
}

export const lowerMembers = (nodes: readonly MemberCstNode[] | undefined, context: LowerContext): string[] =>
  (nodes ?? []).map((member) => lowerMember(member, context));

export function lowerPath(node: PathCstNode, context: LowerContext): ast.PathNode {
  const { step, member } = node.children;
  return ast.pathNode([single(step).image, ...lowerMembers(member, context)], nodeRange(node, context));
}

export const lowerListReference = (node: ListReferenceCstNode, context: LowerContext): ast.ListReference =>
  ast.listReference(textValue(single(node.children.Text), context), nodeRange(node, context));

export const lowerListTypeReference = (node: ListTypeReferenceCstNode, context: LowerContext): ast.ListTypeReference =>
  ast.listTypeReference(textValue(single(node.children.Text), context), nodeRange(node, context));
