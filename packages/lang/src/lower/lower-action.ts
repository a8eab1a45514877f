import type * as cst from '@tamis/grammar';
import * as ast from '../ast/index.js';
import type { SourceRange } from '../ast/syntax-node.js';
import { textValue } from './decode-text.js';
import { nodeRange, only, type LowerContext } from './lower-context.js';
import { lowerDuration, lowerText } from './lower-literal.js';
import { lowerMessage } from './lower-message.js';
import {
  lowerCapitals,
  lowerListReference,
  lowerListTypeReference,
  lowerNameAsPath,
  lowerPath,
  lowerWord,
} from './lower-name.js';
import { lowerObject } from './lower-object.js';

/** What every action has besides its own parts. */
interface Place {
  readonly settings: ast.ObjectNode | null;
  readonly range: SourceRange | null;
  readonly context: LowerContext;
}

export function lowerAction(node: cst.ActionWithSettingsCstNode, context: LowerContext): ast.Action {
  const { action, object } = node.children;
  const settings = object ? lowerObject(only(object), context) : null;
  const place: Place = { settings, range: nodeRange(node, context), context };
  const { alertAction, suggestAction, setStatusAction, assignAction, addToListAction, ...others } =
    only(action).children;
  if (alertAction) return lowerAlert(only(alertAction), place);
  if (suggestAction) {
    return ast.suggestAction(lowerCapitals(only(only(suggestAction).children.Name), context), settings, place.range);
  }
  if (setStatusAction) return lowerSetStatus(only(setStatusAction), place);
  if (assignAction) return lowerAssign(only(assignAction), place);
  if (addToListAction) return lowerAddToList(only(addToListAction), place);
  return lowerOther(others, place);
}

function lowerOther(children: cst.ActionCstChildren, { settings, range, context }: Place): ast.Action {
  const { openCaseAction, runAutomationAction, notifyAction, keyAction } = children;
  if (openCaseAction) {
    const { Name, Text } = only(openCaseAction).children;
    return ast.openCaseAction(lowerCapitals(only(Name), context), lowerMessage(only(Text), context), settings, range);
  }
  if (runAutomationAction) {
    return ast.runAutomationAction(textValue(only(only(runAutomationAction).children.Text), context), settings, range);
  }
  if (notifyAction) {
    const { Name, Text } = only(notifyAction).children;
    return ast.notifyAction(lowerWord(only(Name), context), lowerMessage(only(Text), context), settings, range);
  }
  return ast.keyAction(textValue(only(only(keyAction ?? []).children.Text), context), settings, range);
}

function lowerAlert(node: cst.AlertActionCstNode, { settings, range, context }: Place): ast.AlertAction {
  const { Name, Text, path, Duration } = node.children;
  return ast.alertAction(
    {
      severity: lowerCapitals(only(Name), context),
      message: lowerMessage(only(Text), context),
      oncePer: path ? lowerPath(only(path), context) : null,
      within: Duration ? lowerDuration(only(Duration), context) : null,
      settings,
    },
    range,
  );
}

const lowerReason = (
  nodes: readonly cst.ReasonCstNode[] | undefined,
  context: LowerContext,
): ast.MessageTemplate | null => (nodes ? lowerMessage(only(only(nodes).children.Text), context) : null);

function lowerSetStatus(node: cst.SetStatusActionCstNode, { settings, range, context }: Place): ast.SetStatusAction {
  const { path, Name, reason } = node.children;
  return ast.setStatusAction(
    path ? lowerPath(only(path), context) : null,
    lowerWord(only(Name), context),
    lowerReason(reason, context),
    settings,
    range,
  );
}

/** `user "…"` or `team "…"`. */
export function lowerAssignee(
  { children }: cst.AssigneeCstNode,
  context: LowerContext,
): { readonly to: 'user' | 'team'; readonly id: ast.TextLiteral } {
  return { to: children.User ? 'user' : 'team', id: lowerText(only(children.Text), context) };
}

function lowerAssign(node: cst.AssignActionCstNode, { settings, range, context }: Place): ast.AssignAction {
  const { to, id } = lowerAssignee(only(node.children.assignee), context);
  return ast.assignAction(to, id.value, settings, range);
}

function lowerMapping({ children }: cst.ListMappingCstNode, context: LowerContext): ast.ListMapping {
  const { path, listReference, listTypeReference, Name } = children;
  const list = listReference
    ? lowerListReference(only(listReference), context)
    : listTypeReference
      ? lowerListTypeReference(only(listTypeReference), context)
      : lowerNameAsPath(only(Name ?? []), context);
  return { path: lowerPath(only(path), context), list };
}

function lowerAddToList(node: cst.AddToListActionCstNode, { settings, range, context }: Place): ast.AddToListAction {
  const mappings = node.children.listMapping.map((mapping) => lowerMapping(mapping, context));
  return ast.addToListAction(mappings, lowerReason(node.children.reason, context), settings, range);
}
