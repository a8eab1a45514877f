import type { Action } from '../ast/action.js';
import type { DurationLiteral } from '../ast/duration-literal.js';
import type { ListMapping } from '../ast/add-to-list-action.js';
import type { MessageTemplate } from '../ast/message-template.js';
import type { ObjectNode } from '../ast/object-node.js';
import { formatPath } from '../paths/path-syntax.js';
import { toJsonPath } from '../paths/to-json-path.js';
import type { ActionJson, ActionType, CreateAlertJson, ListMappingJson } from './action-json.js';
import type { EncodeScope } from './encode-context.js';
import { encodeNumber } from './encode-literal.js';
import { encodeKey, encodeObject } from './encode-object.js';
import type { ObjectJson, ObjectValueJson } from './object-json.js';

/** Settings that have their own words in the text. */
type Words = { readonly [K in ActionType]: { readonly type: K; readonly settings: object } }[ActionType];

type Writers = {
  readonly [K in Action['kind']]: (action: Extract<Action, { kind: K }>, scope: EncodeScope) => Words;
};

const reasonJson = (reason: MessageTemplate | null): { readonly reason?: string } =>
  reason === null ? {} : { reason: reason.source };

/** Whole hours are encoded as a number; every other duration, including `1d`, keeps its unit. */
function hoursJson({ amount, unit }: DurationLiteral): CreateAlertJson['dedupeHours'] {
  const hours = encodeNumber(amount);
  return unit === 'h' && typeof hours === 'number' && Number.isInteger(hours) && hours > 0
    ? hours
    : { $duration: `${amount}${unit}` };
}

function listJson({ list }: ListMapping): ListMappingJson['listId'] {
  if (list.kind === 'path') return `$${formatPath(list.steps)}`;
  if (list.kind === 'listTypeReference') return { $listType: list.type };
  return list.name.startsWith('$') ? { $list: list.name } : list.name;
}

const isLeftToTemplate = (message: MessageTemplate, settings: ObjectNode | null): boolean =>
  message.source === '' && settings?.entries.some(({ key }) => encodeKey(key) === 'template') === true;

const writers: Writers = {
  alertAction: ({ severity, message, oncePer, within }, scope) => ({
    type: 'createAlert',
    settings: {
      severity: severity.text,
      title: message.source,
      ...(oncePer === null ? {} : { dedupeKey: toJsonPath(oncePer.steps, scope) }),
      ...(within === null ? {} : { dedupeHours: hoursJson(within) }),
    },
  }),
  suggestAction: ({ suggestion }) => ({ type: 'suggestion', settings: { value: suggestion.text } }),
  setStatusAction: ({ target, status, reason }, scope) => {
    const word = target === null ? null : formatPath(target.steps);
    const said = { status: status.text, ...reasonJson(reason) };
    const isTransaction = scope.target === 'transaction' && (word === null || word === 'transaction');
    return isTransaction
      ? { type: 'updateTransactionStatus', settings: { ...(word === null ? { target: 'self' } : {}), ...said } }
      : { type: 'updateEntityStatus', settings: { target: word ?? 'self', ...said } };
  },
  assignAction: ({ to, id }) => ({ type: 'assignUser', settings: to === 'user' ? { userId: id } : { teamId: id } }),
  addToListAction: ({ mappings, reason }, scope) => ({
    type: 'addFieldToCustomList',
    settings: {
      mappings: mappings.map((mapping) => ({
        fieldPath: toJsonPath(mapping.path.steps, scope),
        listId: listJson(mapping),
      })),
      ...reasonJson(reason),
    },
  }),
  openCaseAction: ({ priority, message }) => ({
    type: 'createInvestigation',
    settings: { priority: priority.text, name: message.source },
  }),
  runAutomationAction: ({ automation }) => ({ type: 'runAutomation', settings: { automationId: automation } }),
  notifyAction: ({ channel, message, settings }) => ({
    type: 'sendNotification',
    settings: { channel: channel.text, ...(isLeftToTemplate(message, settings) ? {} : { message: message.source }) },
  }),
  keyAction: ({ key }) => ({ type: 'setCustomKeys', settings: { keys: [key] } }),
};

/** Encodes `with { … }`: `tags` are separate from the settings, and everything else is among them. */
function moreOf(
  settings: ObjectNode | null,
  scope: EncodeScope,
): { more: ObjectJson; tags: ObjectValueJson | undefined } {
  const { tags, ...more } = settings === null ? {} : encodeObject(settings, scope);
  return { more, tags };
}

/** Encodes one action. Placeholders in messages stay in text form. */
export function encodeAction(action: Action, scope: EncodeScope): ActionJson {
  const write = writers[action.kind] as (action: Action, scope: EncodeScope) => Words;
  const { type, settings } = write(action, scope);
  const { more, tags } = moreOf(action.settings, scope);
  const json = { type, [type]: { ...more, ...settings }, ...(tags === undefined ? {} : { tags }) };
  return json as unknown as ActionJson;
}
