import type {
  IToken,
  ListReferenceCstNode,
  ListTypeReferenceCstNode,
  MemberCstNode,
  PathCstNode,
} from '@tamis/grammar';
import * as ast from '../ast/index.js';
import { textValue } from './decode-text.js';
import { createDiagnostic } from '../diagnostics/create-diagnostic.js';
import { e0914 } from '../diagnostics/codes/e0914.js';
import { limits } from '../limits.js';
import { nodeRange, optionalRange, single, tokenRange, type LowerContext } from './lower-context.js';

export const lowerWord = (token: IToken, context: LowerContext): ast.Word =>
  ast.word(token.image, tokenRange(token, context));

/** Lowers a word that is written in capitals: severities, decisions, suggestions, levels. Lower case is accepted. */
export const lowerCapitals = (token: IToken, context: LowerContext): ast.Word =>
  ast.word(token.image.toUpperCase(), tokenRange(token, context));

/** A declared list is referred to by a plain word, which is a path with one step. */
export const lowerNameAsPath = (token: IToken, context: LowerContext): ast.PathNode =>
  ast.pathNode([token.image], tokenRange(token, context));

/** Returns the step after a dot or within square brackets. */
function lowerMember({ children }: MemberCstNode, context: LowerContext): string {
  const token = single(children.step ?? []);
  if (!token.image.startsWith('"')) return token.image;
  const key = textValue(token, context);
  if ([...key].length > limits.keyStepCodePoints)
    context.diagnostics.push(
      createDiagnostic(e0914, {
        message: `a key has at most ${String(limits.keyStepCodePoints)} characters`,
        ...optionalRange(tokenRange(token, context)),
      }),
    );
  return key;
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
