import type { Action } from '../ast/action.js';
import { addToListAction, type ListMapping } from '../ast/add-to-list-action.js';
import { alertAction } from '../ast/alert-action.js';
import { durationLiteral, type DurationLiteral } from '../ast/duration-literal.js';
import { keyAction } from '../ast/key-action.js';
import { listReference } from '../ast/list-reference.js';
import { messageTemplate, type MessageTemplate } from '../ast/message-template.js';
import { pathNode, type PathNode } from '../ast/path-node.js';
import { setStatusAction } from '../ast/set-status-action.js';
import { suggestAction } from '../ast/suggest-action.js';
import { word, type Word } from '../ast/word.js';
import { e0104 } from '../diagnostics/codes/e0104.js';
import { e0107 } from '../diagnostics/codes/e0107.js';
import { e0911 } from '../diagnostics/codes/e0911.js';
import { readMessage } from '../lower/lower-message.js';
import type { ActionJson } from './action-json.js';
import {
  describeJson,
  inside,
  isRecord,
  member,
  type DecodeContext,
  type JsonRecord,
  type Place,
} from './decode-context.js';
import { decodeName, decodePath } from './decode-path.js';
import { decodeValue } from './decode-value.js';
import { decodeWord, type AllowedWords } from './decode-word.js';
import { limits } from '../limits.js';
import { jsonLimits } from './json-limits.js';

type ActionType = ActionJson['type'];
type Reader = (
  settings: JsonRecord,
  place: Place,
  context: DecodeContext,
  words: AllowedWords | undefined,
) => readonly Action[] | null;

interface ActionReader {
  readonly keys: readonly string[];
  /** Settings the interface has and this version of the language cannot say. */
  readonly later: readonly string[];
  readonly read: Reader;
}

const laterActions = new Set(['assignUser', 'createInvestigation', 'runAutomation', 'sendNotification']);

/** A part that may be absent: `{value: null}`. Null alone: a mistake was reported. */
type Part<T> = { readonly value: T | null } | null;
const absent = { value: null };
const isAbsent = (json: unknown): boolean => json === undefined || json === null;
const partOf = <T>(value: T | null): Part<T> => (value === null ? null : { value });

function decodeMessage(json: unknown, place: Place, what: string, context: DecodeContext): MessageTemplate | null {
  const text = context.text(json, place, what, limits.messageCodePoints);
  if (text === null) return null;
  const { template, diagnostics } = readMessage(text);
  for (const each of diagnostics) context.add({ ...each, path: place.path });
  return diagnostics.length > 0 ? null : messageTemplate(template.source, template.parts);
}

const decodeReason = (settings: JsonRecord, place: Place, context: DecodeContext): Part<MessageTemplate> => {
  const json = member(settings, 'reason');
  return isAbsent(json) ? absent : partOf(decodeMessage(json, inside(place, 'reason'), 'a reason', context));
};

/** Hours, or a tagged `$duration`; 0 means: while an alert with that key is open. */
function decodeWithin(json: unknown, place: Place, context: DecodeContext): Part<DurationLiteral> {
  if (isAbsent(json) || json === 0) return absent;
  const value = decodeValue(json, { ...place, expression: { nodes: 0 } }, context);
  if (value === null) return null;
  if (value.kind === 'numberLiteral') return value.text === '0' ? absent : { value: durationLiteral(value.text, 'h') };
  if (value.kind === 'durationLiteral') return { value };
  return context.report(
    e0107,
    place,
    `${describeJson(json)} is no length of time`,
    'a number of hours, or `{"$duration": "30m"}`',
  );
}

const readAlert: Reader = (settings, place, context, words) => {
  const [key, hours] = [member(settings, 'dedupeKey'), member(settings, 'dedupeHours')];
  const message = decodeMessage(member(settings, 'title'), inside(place, 'title'), 'the title of an alert', context);
  const severity = isAbsent(member(settings, 'severity'))
    ? word('MEDIUM')
    : decodeWord(settings, 'severity', 'severity', place, context, words?.('severity'));
  const oncePer: Part<PathNode> = isAbsent(key) ? absent : partOf(decodePath(key, inside(place, 'dedupeKey'), context));
  const within = decodeWithin(hours, inside(place, 'dedupeHours'), context);
  if (message === null || severity === null || oncePer === null || within === null) return null;
  if (oncePer.value === null && within.value !== null)
    return context.report(
      e0104,
      inside(place, 'dedupeKey'),
      '`dedupeHours` needs a `dedupeKey`',
      'name the field whose value is alerted once',
    );
  return [alertAction({ severity, message, oncePer: oncePer.value, within: within.value })];
};

const readSuggestion: Reader = (settings, place, context, words) => {
  const suggestion = decodeWord(settings, 'value', 'suggestion', place, context, words?.('suggestion'));
  return suggestion === null ? null : [suggestAction(suggestion)];
};

const entityTargets = ['self', 'origin', 'destination', 'entity', 'person', 'company'];

function statusAction(
  target: Part<PathNode>,
  status: Word | null,
  reason: Part<MessageTemplate>,
): readonly Action[] | null {
  return target === null || status === null || reason === null
    ? null
    : [setStatusAction(target.value, status, reason.value)];
}

const pathTo = (name: string): Part<PathNode> => (name === 'self' ? absent : { value: pathNode([name]) });

const readEntityStatus: Reader = (settings, place, context, words) => {
  const target = isAbsent(member(settings, 'target'))
    ? word('self')
    : decodeWord(settings, 'target', 'target', place, context, entityTargets);
  const status = decodeWord(settings, 'status', 'status of an entity', place, context, words?.('status:entity'));
  return statusAction(target && pathTo(target.text), status, decodeReason(settings, place, context));
};

const readTransactionStatus: Reader = (settings, place, context, words) => {
  const target = isAbsent(member(settings, 'target'))
    ? word('transaction')
    : decodeWord(settings, 'target', 'target', place, context, ['self']);
  const status = decodeWord(
    settings,
    'status',
    'status of a transaction',
    place,
    context,
    words?.('status:transaction'),
  );
  return statusAction(target && pathTo(target.text), status, decodeReason(settings, place, context));
};

function decodeList(json: unknown, place: Place, context: DecodeContext): ListMapping['list'] | null {
  if (typeof json === 'string' && json.startsWith('$')) return decodeName(json.slice(1), place, context);
  if (isRecord(json)) {
    const list = decodeValue(json, { ...place, expression: { nodes: 0 } }, context);
    if (list === null || list.kind === 'listReference' || (list.kind === 'path' && list.steps.length === 1))
      return list;
    return context.wrongShape(place, 'a list', json);
  }
  const name = context.text(json, place, 'a list', limits.textCodePoints);
  return name === null ? null : listReference(name);
}

function decodeMapping(json: unknown, place: Place, context: DecodeContext): ListMapping | null {
  const record = context.record(json, place, 'a mapping', ['fieldPath', 'listId']);
  if (record === null) return null;
  const path = decodePath(member(record, 'fieldPath'), inside(place, 'fieldPath'), context);
  const list = decodeList(member(record, 'listId'), inside(place, 'listId'), context);
  return path === null || list === null ? null : { path, list };
}

const readAdd: Reader = (settings, place, context) => {
  const at = inside(place, 'mappings');
  const items = context.items(member(settings, 'mappings'), at, 'mappings', limits.mappingsPerAdd, e0911);
  const reason = decodeReason(settings, place, context);
  if (items === null) return null;
  if (items.length === 0) return context.report(e0104, at, 'nothing is added to any list');
  const mappings = items.map((item, index) => decodeMapping(item, inside(at, index), context));
  return reason !== null && mappings.every((mapping) => mapping !== null)
    ? [addToListAction(mappings, reason.value)]
    : null;
};

const readKeys: Reader = (settings, place, context) => {
  const at = inside(place, 'keys');
  const items = context.items(member(settings, 'keys'), at, 'keys', jsonLimits.keysPerAction, e0911);
  if (items === null) return null;
  if (items.length === 0) return context.report(e0104, at, 'no key is given');
  const keys = items.map((item, index) => context.text(item, inside(at, index), 'a key', jsonLimits.customKeyLength));
  return keys.every((key) => key !== null) ? keys.map((key) => keyAction(key)) : null;
};

const readers: Readonly<Record<ActionType, ActionReader>> = {
  createAlert: {
    keys: ['severity', 'title', 'dedupeKey', 'dedupeHours'],
    later: ['type', 'description', 'category', 'assignedTo', 'assignedToType'],
    read: readAlert,
  },
  suggestion: { keys: ['value'], later: [], read: readSuggestion },
  updateEntityStatus: { keys: ['target', 'status', 'reason'], later: [], read: readEntityStatus },
  updateTransactionStatus: { keys: ['target', 'status', 'reason'], later: [], read: readTransactionStatus },
  addFieldToCustomList: { keys: ['mappings', 'reason'], later: [], read: readAdd },
  setCustomKeys: { keys: ['keys'], later: [], read: readKeys },
};

const actionTypes = Object.keys(readers) as ActionType[];

function decodeType(record: JsonRecord, place: Place, context: DecodeContext): ActionType | null {
  const type = member(record, 'type');
  const at = inside(place, 'type');
  if (typeof type !== 'string') return context.wrongShape(at, 'the type of an action', type);
  if (laterActions.has(type)) return context.later(at, type);
  return (
    actionTypes.find((each) => each === type) ?? context.word(at, 'action', type, [...actionTypes, ...laterActions])
  );
}

/** One action of JSON; several keys are several actions of the text. */
export function decodeAction(
  json: unknown,
  place: Place,
  context: DecodeContext,
  words?: AllowedWords,
): readonly Action[] | null {
  if (!isRecord(json)) return context.wrongShape(place, 'an action', json);
  const type = decodeType(json, place, context);
  if (type === null) return null;
  const tags = member(json, 'tags');
  if (!isAbsent(tags) && !(Array.isArray(tags) && tags.length === 0))
    return context.later(inside(place, 'tags'), 'tags');
  context.record(json, place, 'an action', ['type', type, 'tags']);
  const { keys, later, read } = readers[type];
  const at = inside(place, type);
  const settings = member(json, type);
  const unavailable = isRecord(settings) ? later.find((key) => !isAbsent(member(settings, key))) : undefined;
  if (unavailable !== undefined) return context.later(inside(at, unavailable), unavailable);
  const record = context.record(settings, at, `\`${type}\``, [...keys, ...later]);
  return record && read(record, at, context, words);
}
