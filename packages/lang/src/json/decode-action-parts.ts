import { durationLiteral, type DurationLiteral } from '../ast/duration-literal.js';
import type { ListMapping } from '../ast/add-to-list-action.js';
import { listReference } from '../ast/list-reference.js';
import { messageTemplate, type MessageTemplate } from '../ast/message-template.js';
import { e0107 } from '../diagnostics/codes/e0107.js';
import { limits } from '../limits.js';
import { readMessage } from '../lower/lower-message.js';
import {
  describeJson,
  inside,
  isAbsent,
  isRecord,
  member,
  type DecodeContext,
  type JsonRecord,
  type DecodePosition,
} from './decode-context.js';
import { decodeName, decodePath } from './decode-path.js';
import { decodeValue } from './decode-value.js';
import type { DecodedPart } from './decoded-part.js';

export const absent = { value: null };
export const partOf = <T>(value: T | null): DecodedPart<T | null> => (value === null ? null : { value });

export function decodeMessage(
  json: unknown,
  place: DecodePosition,
  what: string,
  context: DecodeContext,
): MessageTemplate | null {
  const text = context.text(json, place, what, limits.messageCodePoints);
  if (text === null) return null;
  const { template, diagnostics } = readMessage(text);
  for (const each of diagnostics) context.add({ ...each, path: place.path });
  return diagnostics.length > 0 ? null : messageTemplate(template.source, template.parts);
}

export function decodeReason(
  settings: JsonRecord,
  place: DecodePosition,
  context: DecodeContext,
): DecodedPart<MessageTemplate | null> {
  const json = member(settings, 'reason');
  return isAbsent(json) ? absent : partOf(decodeMessage(json, inside(place, 'reason'), 'a reason', context));
}

/** Decodes hours, or a tagged `$duration`; 0 means as long as an alert with that key is open. */
export function decodeWithin(
  json: unknown,
  place: DecodePosition,
  context: DecodeContext,
): DecodedPart<DurationLiteral | null> {
  if (isAbsent(json) || json === 0) return absent;
  const value = decodeValue(json, { ...place, expression: { nodes: 0 } }, context);
  if (value === null) return null;
  if (value.kind === 'numberLiteral') return value.text === '0' ? absent : { value: durationLiteral(value.text, 'h') };
  if (value.kind === 'durationLiteral') return { value };
  return context.report(
    e0107,
    place,
    `${describeJson(json)} is not a length of time`,
    'a number of hours, or `{"$duration": "30m"}`',
  );
}

function decodeList(json: unknown, place: DecodePosition, context: DecodeContext): ListMapping['list'] | null {
  if (typeof json === 'string' && json.startsWith('$')) return decodeName(json.slice(1), place, context);
  if (isRecord(json)) {
    const list = decodeValue(json, { ...place, expression: { nodes: 0 } }, context);
    if (
      list === null ||
      list.kind === 'listReference' ||
      list.kind === 'listTypeReference' ||
      (list.kind === 'path' && list.steps.length === 1)
    )
      return list;
    return context.wrongShape(place, 'a list', json);
  }
  const name = context.text(json, place, 'a list', limits.textCodePoints);
  return name === null ? null : listReference(name);
}

export function decodeMapping(json: unknown, place: DecodePosition, context: DecodeContext): ListMapping | null {
  const record = context.record(json, place, 'a mapping', ['fieldPath', 'listId']);
  if (record === null) return null;
  const path = decodePath(member(record, 'fieldPath'), inside(place, 'fieldPath'), context);
  const list = decodeList(member(record, 'listId'), inside(place, 'listId'), context);
  return path === null || list === null ? null : { path, list };
}
