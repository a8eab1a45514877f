import type { Action } from '../ast/action.js';
import { addToListAction } from '../ast/add-to-list-action.js';
import { alertAction } from '../ast/alert-action.js';
import { assignAction } from '../ast/assign-action.js';
import { keyAction } from '../ast/key-action.js';
import type { MessageTemplate } from '../ast/message-template.js';
import { notifyAction } from '../ast/notify-action.js';
import { objectNode, type ObjectNode } from '../ast/object-node.js';
import { openCaseAction } from '../ast/open-case-action.js';
import { pathNode, type PathNode } from '../ast/path-node.js';
import { runAutomationAction } from '../ast/run-automation-action.js';
import { setStatusAction } from '../ast/set-status-action.js';
import { suggestAction } from '../ast/suggest-action.js';
import { word, type Word } from '../ast/word.js';
import { e0104 } from '../diagnostics/codes/e0104.js';
import { e0213 } from '../diagnostics/codes/e0213.js';
import { e0911 } from '../diagnostics/codes/e0911.js';
import { limits } from '../limits.js';
import type { ActionType } from './action-json.js';
import { absent, decodeMapping, decodeMessage, decodeReason, decodeWithin, partOf } from './decode-action-parts.js';
import {
  inside,
  isAbsent,
  isRecord,
  member,
  type DecodeContext,
  type JsonRecord,
  type DecodePosition,
} from './decode-context.js';
import { decodeObject } from './decode-object.js';
import { decodePath } from './decode-path.js';
import type { AllowedWords } from './allowed-words.js';
import { decodeWord } from './decode-word.js';
import { jsonLimits } from './json-limits.js';
import type { DecodedPart } from './decoded-part.js';

/** Settings of each action in JSON: those with their own words in the text, and those in `with { … }`. */
export const actionSettings: Readonly<
  Record<ActionType, { readonly words: readonly string[]; readonly more: readonly string[] }>
> = {
  createAlert: {
    words: ['severity', 'title', 'dedupeKey', 'dedupeHours'],
    more: ['type', 'description', 'category', 'assignedTo', 'assignedToType'],
  },
  suggestion: { words: ['value'], more: [] },
  updateEntityStatus: { words: ['target', 'status', 'reason'], more: [] },
  updateTransactionStatus: { words: ['target', 'status', 'reason'], more: [] },
  assignUser: { words: ['userId', 'teamId'], more: [] },
  addFieldToCustomList: { words: ['mappings', 'reason'], more: [] },
  createInvestigation: { words: ['priority', 'name'], more: ['assignedTo', 'assignedToType', 'dueInHours'] },
  runAutomation: { words: ['automationId'], more: [] },
  sendNotification: { words: ['channel', 'message'], more: ['template', 'recipients'] },
  setCustomKeys: { words: ['keys'], more: [] },
};

const notificationChannels = ['email', 'in_app'];

type Reader = (
  settings: JsonRecord,
  place: DecodePosition,
  context: DecodeContext,
  words: AllowedWords | undefined,
  /** `with { … }`: settings without their own words in the text. */
  more: ObjectNode | null,
) => readonly Action[] | null;

const readAlert: Reader = (settings, place, context, words, more) => {
  const [key, hours] = [member(settings, 'dedupeKey'), member(settings, 'dedupeHours')];
  const message = decodeMessage(member(settings, 'title'), inside(place, 'title'), 'the title of an alert', context);
  const severity = isAbsent(member(settings, 'severity'))
    ? word('MEDIUM')
    : decodeWord(settings, 'severity', 'severity', place, context, words?.('severity'));
  const oncePer: DecodedPart<PathNode | null> = isAbsent(key)
    ? absent
    : partOf(decodePath(key, inside(place, 'dedupeKey'), context));
  const within = decodeWithin(hours, inside(place, 'dedupeHours'), context);
  if (message === null || severity === null || oncePer === null || within === null) return null;
  if (oncePer.value === null && within.value !== null)
    return context.report(
      e0104,
      inside(place, 'dedupeKey'),
      '`dedupeHours` needs a `dedupeKey`',
      'name the field whose value is alerted once',
    );
  return [alertAction({ severity, message, oncePer: oncePer.value, within: within.value, settings: more })];
};

const readSuggestion: Reader = (settings, place, context, words, more) => {
  const suggestion = decodeWord(settings, 'value', 'suggestion', place, context, words?.('suggestion'));
  return suggestion === null ? null : [suggestAction(suggestion, more)];
};

const entityTargets = ['self', 'origin', 'destination', 'entity', 'person', 'company'];

function statusAction(
  target: DecodedPart<PathNode | null>,
  status: Word | null,
  reason: DecodedPart<MessageTemplate | null>,
  more: ObjectNode | null,
): readonly Action[] | null {
  return target === null || status === null || reason === null
    ? null
    : [setStatusAction(target.value, status, reason.value, more)];
}

const pathTo = (name: string): DecodedPart<PathNode | null> => (name === 'self' ? absent : { value: pathNode([name]) });

const readEntityStatus: Reader = (settings, place, context, words, more) => {
  const target = isAbsent(member(settings, 'target'))
    ? word('self')
    : decodeWord(settings, 'target', 'target', place, context, entityTargets);
  const status = decodeWord(settings, 'status', 'status of an entity', place, context, words?.('status:entity'));
  return statusAction(target && pathTo(target.text), status, decodeReason(settings, place, context), more);
};

const readTransactionStatus: Reader = (settings, place, context, words, more) => {
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
  return statusAction(target && pathTo(target.text), status, decodeReason(settings, place, context), more);
};

const readAdd: Reader = (settings, place, context, _words, more) => {
  const at = inside(place, 'mappings');
  const items = context.items(member(settings, 'mappings'), at, 'mappings', limits.mappingsPerAdd, e0911);
  const reason = decodeReason(settings, place, context);
  if (items === null) return null;
  if (items.length === 0) return context.report(e0104, at, 'nothing is added to any list');
  const mappings = items.map((item, index) => decodeMapping(item, inside(at, index), context));
  return reason !== null && mappings.every((mapping) => mapping !== null)
    ? [addToListAction(mappings, reason.value, more)]
    : null;
};

const readKeys: Reader = (settings, place, context, _words, more) => {
  const at = inside(place, 'keys');
  const items = context.items(member(settings, 'keys'), at, 'keys', jsonLimits.keysPerAction, e0911);
  if (items === null) return null;
  if (items.length === 0) return context.report(e0104, at, 'no key is given');
  const keys = items.map((item, index) => context.text(item, inside(at, index), 'a key', jsonLimits.customKeyLength));
  return keys.every((key) => key !== null) ? keys.map((key) => keyAction(key, more)) : null;
};

const readAssign: Reader = (settings, place, context, _words, more) => {
  const [user, team] = [member(settings, 'userId'), member(settings, 'teamId')];
  if (isAbsent(user) === isAbsent(team))
    return isAbsent(user)
      ? context.report(e0104, inside(place, 'userId'), 'either `userId` or `teamId` is needed')
      : context.report(e0213, inside(place, 'teamId'), '`userId` and `teamId` exclude each other');
  const [key, to] = isAbsent(user) ? (['teamId', 'team'] as const) : (['userId', 'user'] as const);
  const id = context.text(user ?? team, inside(place, key), 'the id of a user or team', limits.textCodePoints);
  return id === null ? null : [assignAction(to, id, more)];
};

const readCase: Reader = (settings, place, context, words, more) => {
  const name = decodeMessage(member(settings, 'name'), inside(place, 'name'), 'the name of a case', context);
  const priority = isAbsent(member(settings, 'priority'))
    ? word('MEDIUM')
    : decodeWord(settings, 'priority', 'priority', place, context, words?.('severity'));
  return name === null || priority === null ? null : [openCaseAction(priority, name, more)];
};

const readAutomation: Reader = (settings, place, context, _words, more) => {
  const at = inside(place, 'automationId');
  const id = context.text(member(settings, 'automationId'), at, 'the id of an automation', limits.textCodePoints);
  return id === null ? null : [runAutomationAction(id, more)];
};

/** The message may be omitted if a `template` is named. */
const readNotification: Reader = (settings, place, context, words, more) => {
  const channel = decodeWord(settings, 'channel', 'channel', place, context, words && notificationChannels);
  const [json, at] = [member(settings, 'message'), inside(place, 'message')];
  const isLeftOut = isAbsent(json) && !isAbsent(member(settings, 'template'));
  const message = decodeMessage(isLeftOut ? '' : json, at, 'a message', context);
  return channel === null || message === null ? null : [notifyAction(channel, message, more)];
};

const readers: Readonly<Record<ActionType, Reader>> = {
  createAlert: readAlert,
  suggestion: readSuggestion,
  updateEntityStatus: readEntityStatus,
  updateTransactionStatus: readTransactionStatus,
  assignUser: readAssign,
  addFieldToCustomList: readAdd,
  createInvestigation: readCase,
  runAutomation: readAutomation,
  sendNotification: readNotification,
  setCustomKeys: readKeys,
};

const actionTypes = Object.keys(readers) as ActionType[];

function decodeType(record: JsonRecord, place: DecodePosition, context: DecodeContext): ActionType | null {
  const type = member(record, 'type');
  const at = inside(place, 'type');
  if (typeof type !== 'string') return context.wrongShape(at, 'the type of an action', type);
  return actionTypes.find((each) => each === type) ?? context.word(at, 'action', type, actionTypes);
}

/** Decodes `tags` and the settings without their own words as one object, with `tags` last. */
function decodeMore(
  tags: unknown,
  record: JsonRecord,
  names: readonly string[],
  place: DecodePosition,
  at: DecodePosition,
  context: DecodeContext,
): DecodedPart<ObjectNode | null> {
  const settings = Object.entries(record).filter(([key, value]) => names.includes(key) && !isAbsent(value));
  const more = decodeObject(Object.fromEntries(settings), at, context);
  const said = isAbsent(tags) ? {} : { tags };
  const beside = decodeObject(said, place, context);
  if (more === null || beside === null) return null;
  const entries = [...more.entries, ...beside.entries];
  return { value: entries.length === 0 ? null : objectNode(entries) };
}

/** Decodes one JSON action. If it has several keys, these are several actions in the text. */
export function decodeAction(
  json: unknown,
  place: DecodePosition,
  context: DecodeContext,
  words?: AllowedWords,
): readonly Action[] | null {
  if (!isRecord(json)) return context.wrongShape(place, 'an action', json);
  const type = decodeType(json, place, context);
  if (type === null) return null;
  context.record(json, place, 'an action', ['type', type, 'tags']);
  const names = actionSettings[type];
  const at = inside(place, type);
  const record = context.record(member(json, type), at, `\`${type}\``, [...names.words, ...names.more]);
  if (record === null) return null;
  const more = decodeMore(member(json, 'tags'), record, names.more, place, at, context);
  return more && readers[type](record, at, context, words, more.value);
}
