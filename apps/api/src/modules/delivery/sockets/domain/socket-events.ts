import type { Permission } from '../../../../platform/auth/index.js';
import type { AnnouncedEvent, SocketEvent } from './socket-event.js';

type Payload = AnnouncedEvent['payload'];
type Told = (payload: Payload) => SocketEvent;

const recordIn = (payload: Payload, member: string): Payload => (payload[member] ?? {}) as Payload;

/** Some members; those that are missing are null, so that every body of an event has the same. */
const pick = (from: Payload, ...names: readonly string[]): Payload =>
  Object.fromEntries(names.map((name) => [name, from[name] ?? null]));

const told = (
  name: string,
  permission: Permission | null,
  rooms: readonly (string | null)[],
  body: object,
): SocketEvent => ({
  name,
  permission,
  rooms: rooms.filter((room) => room !== null),
  body,
  isPassing: name.endsWith('-progress') || name.endsWith(':progress'),
});

const room = (kind: string, id: unknown): string | null => (typeof id === 'string' ? `${kind}:${id}` : null);

function entity(name: string, id: unknown, changes: object): SocketEvent {
  return told(name, 'entities:read', ['org', room('entity', id)], { entityId: id, changes });
}

const begun = (payload: Payload, ...names: readonly string[]): object =>
  Object.fromEntries(names.map((name) => [name, { previous: null, current: payload[name] ?? null }]));

const transaction =
  (name: string): Told =>
  (payload) => {
    const body = pick(payload, 'transactionId', 'status', 'riskScore');
    return told(name, 'transactions:read', ['org', room('transaction', payload['transactionId'])], body);
  };

/** What a run is about, and the member of its announcement that says so. */
function analysed(payload: Payload, member: string, idName: string, permission: Permission): SocketEvent {
  const { evaluationId, ruleSetVersion, riskScore, decision } = payload;
  const { id } = recordIn(payload, member);
  const entities = (payload['entityIds'] ?? []) as readonly string[];
  const body = { evaluationId, ruleSetVersion, [idName]: id, riskScore, decision };
  const rooms = ['org', ...new Set(entities.map((each) => room('entity', each)))];
  return told('risk-analysis:completed', permission, rooms, body);
}

const alert = (name: string, record: Payload): SocketEvent => {
  const names = [
    'id',
    'name',
    'severity',
    'priority',
    'status',
    'category',
    'targetEntityId',
    'transactionId',
    'ruleId',
  ];
  const body = pick(record, ...names, 'investigationId', 'assignedTo', 'assignedToType', 'createdAt');
  return told(name, 'alerts:read', ['inbox'], body);
};

const investigation =
  (name: string): Told =>
  (payload) => {
    const names = ['id', 'investigationNumber', 'name', 'status', 'priority', 'riskScore', 'alertCount', 'entityId'];
    const body = pick(
      payload,
      ...names,
      'assignedTo',
      'assignedToType',
      'dueDate',
      'outcome',
      'createdAt',
      'updatedAt',
    );
    return told(name, 'cases:read', ['inbox', room('case', payload['id'])], body);
  };

/** Told in these words already: what no webhook is sent of. */
const asWritten =
  (name: string, permission: Permission, kind: string, ...ids: readonly string[]): Told =>
  (payload) =>
    told(
      name,
      permission,
      [
        'org',
        room(
          kind,
          ids.map((each) => payload[each]).find((id) => id != null),
        ),
      ],
      payload,
    );

const guardTripped: Told = (payload) => {
  const { ruleId, guardState } = payload;
  const body = { ruleId, ...pick(recordIn(payload, 'rule'), 'status', 'version'), guardState };
  return told('rule:guard-tripped', 'rules:read', ['org', room('rule', ruleId)], body);
};

const notification: Told = (payload) =>
  told('notification', null, [room('user', payload['userId'])], pick(payload, 'id', 'title', 'body', 'link'));

/**
 * What sockets are sent of what the outbox holds (shapes 21), by the name it has there. What is not here is told to nobody: letters
 * above all. `alert.resolved` and `investigation.closed` come beside a change of the status, and would be told twice.
 */
const told21: Readonly<Record<string, Told>> = {
  'entity.created': (payload) => {
    const changes = begun(payload, 'externalId', 'type', 'name', 'countryCode', 'status', 'riskScore');
    return entity('entity:created', payload['entityId'], changes);
  },
  'entity.updated': (payload) =>
    entity('entity:updated', recordIn(payload, 'entity')['id'], recordIn(payload, 'changes')),
  'entity.external_id_changed': ({ entityId, previousExternalId: previous, externalId: current }) =>
    entity('entity:updated', entityId, { externalId: { previous, current } }),
  'entity.status_changed': (payload) => {
    const { previousStatus: previous, status: current } = payload;
    return entity('entity:status-changed', recordIn(payload, 'entity')['id'], { status: { previous, current } });
  },
  'entity.deleted': ({ entityId, deletedAt: current }) =>
    entity('entity:updated', entityId, { deletedAt: { previous: null, current } }),
  'transaction.created': transaction('transaction:created'),
  'transaction.updated': transaction('transaction:updated'),
  'transaction.status_changed': transaction('transaction:status-changed'),
  risk_analysis_transaction_executed: (payload) =>
    analysed(payload, 'transaction', 'transactionId', 'transactions:read'),
  risk_analysis_entity_executed: (payload) => analysed(payload, 'entity', 'entityId', 'entities:read'),
  risk_analysis_user_event_executed: (payload) => analysed(payload, 'userEvent', 'userEventId', 'events:read'),
  'rule:dry-run-progress': asWritten('rule:dry-run-progress', 'rules:execute', 'dry-run', 'dryRunId', 'sweepId'),
  'rule:dry-run-finished': asWritten('rule:dry-run-finished', 'rules:execute', 'dry-run', 'dryRunId', 'sweepId'),
  'rule:status-changed': asWritten('rule:status-changed', 'rules:read', 'rule', 'ruleId'),
  'rule.guard_tripped': guardTripped,
  'rule_set.activated': (payload) =>
    told('rule-set:activated', 'rules:read', ['org'], pick(payload, 'ruleSetVersion', 'number', 'previousVersion')),
  'alert.created': (payload) => alert('alert:created', payload),
  'alert.status_changed': (payload) => alert('alert:updated', payload),
  'alert.assigned': (payload) => alert('alert:updated', recordIn(payload, 'alert')),
  'investigation.created': investigation('case:created'),
  'investigation.status_changed': investigation('case:updated'),
  'investigation.assigned': investigation('case:updated'),
  'batch-job:progress': asWritten('batch-job:progress', 'batch:read', 'job', 'jobId'),
  'batch-job:finished': asWritten('batch-job:finished', 'batch:read', 'job', 'jobId'),
  notification,
};

/** Null: sockets are not told of it. */
export const socketEvent = ({ event, payload }: AnnouncedEvent): SocketEvent | null =>
  Object.hasOwn(told21, event) ? told21[event]!(payload) : null;
