import type * as cst from '@tamis/grammar';
import * as ast from '../ast/index.js';
import { nodeRange, single, type LowerContext } from './lower-context.js';
import { lowerExpression } from './lower-expression.js';
import { lowerText } from './lower-literal.js';
import { lowerPath } from './lower-name.js';

export function lowerObject(node: cst.ObjectCstNode, context: LowerContext): ast.ObjectNode {
  const entries = (node.children.entry ?? []).map((entry) => lowerEntry(entry, context));
  return ast.objectNode(entries, nodeRange(node, context));
}

export function lowerObjectList(node: cst.ObjectListCstNode, context: LowerContext): ast.ObjectListNode {
  const items = node.children.object.map((item) => lowerObject(item, context));
  return ast.objectListNode(items, nodeRange(node, context));
}

function lowerEntry(node: cst.EntryCstNode, context: LowerContext): ast.ObjectEntry {
  const { path, Text, entryValue } = node.children;
  const key = path ? lowerPath(single(path), context) : lowerText(single(Text ?? []), context);
  return ast.objectEntry(key, lowerEntryValue(single(entryValue), context), nodeRange(node, context));
}

function lowerEntryValue({ children }: cst.EntryValueCstNode, context: LowerContext): ast.ObjectValue {
  const { object, objectList, expression } = children;
  if (object) return lowerObject(single(object), context);
  if (objectList) return lowerObjectList(single(objectList), context);
  return lowerExpression(single(expression ?? []), context);
}
