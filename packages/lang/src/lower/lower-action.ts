import type * as cst from '@tamis/grammar';
import * as ast from '../ast/index.js';
import { textValue } from './decode-text.js';
import { nodeRange, only, type LowerContext } from './lower-context.js';
import { lowerDuration } from './lower-literal.js';
import { lowerMessage } from './lower-message.js';
import { lowerListReference, lowerNameAsPath, lowerPath, lowerWord } from './lower-name.js';

export function lowerAction({ children }: cst.ActionCstNode, context: LowerContext): ast.Action {
  const { alertAction, suggestAction, setStatusAction, addToListAction, keyAction } = children;
  if (alertAction) return lowerAlert(only(alertAction), context);
  if (suggestAction) return lowerSuggest(only(suggestAction), context);
  if (setStatusAction) return lowerSetStatus(only(setStatusAction), context);
  if (addToListAction) return lowerAddToList(only(addToListAction), context);
  return lowerKey(only(keyAction ?? []), context);
}

function lowerAlert(node: cst.AlertActionCstNode, context: LowerContext): ast.AlertAction {
  const { Name, Text, path, Duration } = node.children;
  return ast.alertAction(
    {
      severity: lowerWord(only(Name), context),
      message: lowerMessage(only(Text), context),
      oncePer: path ? lowerPath(only(path), context) : null,
      within: Duration ? lowerDuration(only(Duration), context) : null,
    },
    nodeRange(node, context),
  );
}

const lowerSuggest = (node: cst.SuggestActionCstNode, context: LowerContext): ast.SuggestAction =>
  ast.suggestAction(lowerWord(only(node.children.Name), context), nodeRange(node, context));

const lowerReason = (
  nodes: readonly cst.ReasonCstNode[] | undefined,
  context: LowerContext,
): ast.MessageTemplate | null => (nodes ? lowerMessage(only(only(nodes).children.Text), context) : null);

function lowerSetStatus(node: cst.SetStatusActionCstNode, context: LowerContext): ast.SetStatusAction {
  const { path, Name, reason } = node.children;
  return ast.setStatusAction(
    path ? lowerPath(only(path), context) : null,
    lowerWord(only(Name), context),
    lowerReason(reason, context),
    nodeRange(node, context),
  );
}

function lowerMapping({ children }: cst.ListMappingCstNode, context: LowerContext): ast.ListMapping {
  const [reference] = children.listReference ?? [];
  return {
    path: lowerPath(only(children.path), context),
    list: reference ? lowerListReference(reference, context) : lowerNameAsPath(only(children.Name ?? []), context),
  };
}

function lowerAddToList(node: cst.AddToListActionCstNode, context: LowerContext): ast.AddToListAction {
  const mappings = node.children.listMapping.map((mapping) => lowerMapping(mapping, context));
  return ast.addToListAction(mappings, lowerReason(node.children.reason, context), nodeRange(node, context));
}

const lowerKey = (node: cst.KeyActionCstNode, context: LowerContext): ast.KeyAction =>
  ast.keyAction(textValue(only(node.children.Text), context), nodeRange(node, context));
