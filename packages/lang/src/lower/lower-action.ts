import type * as cst from '@tamis/grammar';
import * as ast from '../ast/index.js';
import type { SourceRange } from '../ast/syntax-node.js';
import { textValue } from './decode-text.js';
import { nodeRange, single, type LowerContext } from './lower-context.js';
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

/** The common parts of all actions. */
interface ActionBase {
  readonly settings: ast.ObjectNode | null;
  readonly range: SourceRange | null;
  readonly context: LowerContext;
}

export function lowerAction(node: cst.ActionWithSettingsCstNode, context: LowerContext): ast.Action {
  const { action, object } = node.children;
  const settings = object ? lowerObject(single(object), context) : null;
  const place: ActionBase = { settings, range: nodeRange(node, context), context };
  const { alertAction, suggestAction, setStatusAction, assignAction, addToListAction, ...others } =
    single(action).children;
  if (alertAction) return lowerAlert(single(alertAction), place);
  if (suggestAction) {
    return ast.suggestAction(
      lowerCapitals(single(single(suggestAction).children.Name), context),
      settings,
      place.range,
    );
  }
  if (setStatusAction) return lowerSetStatus(single(setStatusAction), place);
  if (assignAction) return lowerAssign(single(assignAction), place);
  if (addToListAction) return lowerAddToList(single(addToListAction), place);
  return lowerSimpleAction(others, place);
}

function lowerSimpleAction(children: cst.ActionCstChildren, { settings, range, context }: ActionBase): ast.Action {
  const { openCaseAction, runAutomationAction, notifyAction, keyAction } = children;
  if (openCaseAction) {
    const { Name, Text } = single(openCaseAction).children;
    return ast.openCaseAction(
      lowerCapitals(single(Name), context),
      lowerMessage(single(Text), context),
      settings,
      range,
    );
  }
  if (runAutomationAction) {
    return ast.runAutomationAction(
      textValue(single(single(runAutomationAction).children.Text), context),
      settings,
      range,
    );
  }
  if (notifyAction) {
    const { Name, Text } = single(notifyAction).children;
    return ast.notifyAction(lowerWord(single(Name), context), lowerMessage(single(Text), context), settings, range);
  }
  return ast.keyAction(textValue(single(single(keyAction ?? []).children.Text), context), settings, range);
}

function lowerAlert(node: cst.AlertActionCstNode, { settings, range, context }: ActionBase): ast.AlertAction {
  const { Name, Text, path, Duration } = node.children;
  return ast.alertAction(
    {
      severity: lowerCapitals(single(Name), context),
      message: lowerMessage(single(Text), context),
      oncePer: path ? lowerPath(single(path), context) : null,
      within: Duration ? lowerDuration(single(Duration), context) : null,
      settings,
    },
    range,
  );
}

const lowerReason = (
  nodes: readonly cst.ReasonCstNode[] | undefined,
  context: LowerContext,
): ast.MessageTemplate | null => (nodes ? lowerMessage(single(single(nodes).children.Text), context) : null);

function lowerSetStatus(
  node: cst.SetStatusActionCstNode,
  { settings, range, context }: ActionBase,
): ast.SetStatusAction {
  const { path, Name, reason } = node.children;
  return ast.setStatusAction(
    path ? lowerPath(single(path), context) : null,
    lowerWord(single(Name), context),
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
  return { to: children.User ? 'user' : 'team', id: lowerText(single(children.Text), context) };
}

function lowerAssign(node: cst.AssignActionCstNode, { settings, range, context }: ActionBase): ast.AssignAction {
  const { to, id } = lowerAssignee(single(node.children.assignee), context);
  return ast.assignAction(to, id.value, settings, range);
}

function lowerMapping({ children }: cst.ListMappingCstNode, context: LowerContext): ast.ListMapping {
  const { path, listReference, listTypeReference, Name } = children;
  const list = listReference
    ? lowerListReference(single(listReference), context)
    : listTypeReference
      ? lowerListTypeReference(single(listTypeReference), context)
      : lowerNameAsPath(single(Name ?? []), context);
  return { path: lowerPath(single(path), context), list };
}

function lowerAddToList(
  node: cst.AddToListActionCstNode,
  { settings, range, context }: ActionBase,
): ast.AddToListAction {
  const mappings = node.children.listMapping.map((mapping) => lowerMapping(mapping, context));
  return ast.addToListAction(mappings, lowerReason(node.children.reason, context), settings, range);
}
