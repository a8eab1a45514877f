import type { Action } from '../ast/action.js';
import type { DurationLiteral } from '../ast/duration-literal.js';
import type { ListMapping } from '../ast/add-to-list-action.js';
import type { MessageTemplate } from '../ast/message-template.js';
import type { PathScope } from '../paths/path-scope.js';
import { formatPath } from '../paths/path-syntax.js';
import { toJsonPath } from '../paths/to-json-path.js';
import type { ActionJson, CreateAlertJson, ListMappingJson } from './action-json.js';
import { encodeNumber } from './encode-literal.js';

type Writers = {
  readonly [K in Action['kind']]: (action: Extract<Action, { kind: K }>, scope: PathScope) => ActionJson;
};

const reasonJson = (reason: MessageTemplate | null): { readonly reason?: string } =>
  reason === null ? {} : { reason: reason.source };

/** Whole hours as a number; every other length, `1d` included, keeps its unit. */
function hoursJson({ amount, unit }: DurationLiteral): CreateAlertJson['dedupeHours'] {
  const hours = encodeNumber(amount);
  return unit === 'h' && typeof hours === 'number' && Number.isInteger(hours) && hours > 0
    ? hours
    : { $duration: `${amount}${unit}` };
}

function listJson({ list }: ListMapping): ListMappingJson['listId'] {
  if (list.kind === 'path') return `$${formatPath(list.steps)}`;
  return list.name.startsWith('$') ? { $list: list.name } : list.name;
}

const writers: Writers = {
  alertAction: ({ severity, message, oncePer, within }, scope) => ({
    type: 'createAlert',
    createAlert: {
      severity: severity.text,
      title: message.source,
      ...(oncePer === null ? {} : { dedupeKey: toJsonPath(oncePer.steps, scope) }),
      ...(within === null ? {} : { dedupeHours: hoursJson(within) }),
    },
  }),
  suggestAction: ({ suggestion }) => ({ type: 'suggestion', suggestion: { value: suggestion.text } }),
  setStatusAction: ({ target, status, reason }, scope) => {
    const word = target === null ? null : formatPath(target.steps);
    const isTransaction = scope.target === 'transaction' && (word === null || word === 'transaction');
    if (!isTransaction)
      return {
        type: 'updateEntityStatus',
        updateEntityStatus: { target: word ?? 'self', status: status.text, ...reasonJson(reason) },
      };
    const self = word === null ? ({ target: 'self' } as const) : {};
    return {
      type: 'updateTransactionStatus',
      updateTransactionStatus: { ...self, status: status.text, ...reasonJson(reason) },
    };
  },
  addToListAction: ({ mappings, reason }, scope) => ({
    type: 'addFieldToCustomList',
    addFieldToCustomList: {
      mappings: mappings.map((mapping) => ({
        fieldPath: toJsonPath(mapping.path.steps, scope),
        listId: listJson(mapping),
      })),
      ...reasonJson(reason),
    },
  }),
  keyAction: ({ key }) => ({ type: 'setCustomKeys', setCustomKeys: { keys: [key] } }),
};

/** One action. Messages keep their holes in words of the text. */
export function encodeAction(action: Action, scope: PathScope): ActionJson {
  return (writers[action.kind] as (action: Action, scope: PathScope) => ActionJson)(action, scope);
}
