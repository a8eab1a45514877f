import type { Permission } from '../../../../platform/auth/index.js';
import { permissionsForEvent } from '../../webhooks/index.js';
import type { PresenceRoom, PresentPerson } from './presence.js';
import type { AnnouncedEvent, Needed, SocketEvent } from './socket-event.js';

type Payload = AnnouncedEvent['payload'];
type EventMapper = (payload: Payload) => SocketEvent;

const recordOf = (payload: Payload, member: string): Payload => (payload[member] ?? {}) as Payload;

/** Returns some fields. Missing ones are null, so that every body of an event has the same fields. */
const pick = (from: Payload, ...names: readonly string[]): Payload =>
  Object.fromEntries(names.map((name) => [name, from[name] ?? null]));

const toSocketEvent = (
  name: string,
  permission: Needed,
  rooms: readonly (string | null)[],
  body: object,
): SocketEvent => ({
  name,
  permission,
  rooms: rooms.filter((room) => room !== null),
  body,
  isTransient: name.endsWith('-progress') || name.endsWith(':progress'),
});

const roomName = (kind: string, id: unknown): string | null => (typeof id === 'string' ? `${kind}:${id}` : null);

function entityEvent(name: string, id: unknown, changes: object): SocketEvent {
  return toSocketEvent(name, 'entities:read', ['org', roomName('entity', id)], { entityId: id, changes });
}

const initialValues = (payload: Payload, ...names: readonly string[]): object =>
  Object.fromEntries(names.map((name) => [name, { previous: null, current: payload[name] ?? null }]));

const transactionEvent =
  (name: string): EventMapper =>
  (payload) => {
    const body = pick(payload, 'transactionId', 'status', 'riskScore');
    return toSocketEvent(name, 'transactions:read', ['org', roomName('transaction', payload['transactionId'])], body);
  };

/** Returns the event for an evaluation. `member` is the field of the payload that contains its record. */
function analysisEvent(payload: Payload, member: string, idName: string, permission: Permission): SocketEvent {
  const { evaluationId, ruleSetVersion, riskScore, decision } = payload;
  const { id } = recordOf(payload, member);
  const entities = (payload['entityIds'] ?? []) as readonly string[];
  const body = { evaluationId, ruleSetVersion, [idName]: id, riskScore, decision };
  const rooms = ['org', ...new Set(entities.map((each) => roomName('entity', each)))];
  return toSocketEvent('risk-analysis:completed', permission, rooms, body);
}

const alertEvent = (name: string, record: Payload): SocketEvent => {
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
  return toSocketEvent(name, 'alerts:read', ['inbox'], body);
};

const caseEvent =
  (name: string): EventMapper =>
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
    return toSocketEvent(name, 'cases:read', ['inbox', roomName('case', payload['id'])], body);
  };

/** For events that already have the required form and are not sent to webhooks. */
const passThrough =
  (name: string, permission: Permission, kind: string, ...ids: readonly string[]): EventMapper =>
  (payload) =>
    toSocketEvent(
      name,
      permission,
      [
        'org',
        roomName(
          kind,
          ids.map((each) => payload[each]).find((id) => id != null),
        ),
      ],
      payload,
    );

const guardTripped: EventMapper = (payload) => {
  const { ruleId, guardState } = payload;
  const body = { ruleId, ...pick(recordOf(payload, 'rule'), 'status', 'version'), guardState };
  return toSocketEvent('rule:guard-tripped', 'rules:read', ['org', roomName('rule', ruleId)], body);
};

const approvalEvent =
  (name: string): EventMapper =>
  (payload) => {
    const approval = recordOf(payload, 'approval');
    const names = ['ruleId', 'ruleSetVersion', 'riskMatrixId', 'action', 'status', 'requestedBy', 'decidedBy'];
    return toSocketEvent(name, 'rules:publish', ['org'], { approvalId: approval['id'], ...pick(approval, ...names) });
  };

const listChanged: EventMapper = (payload) => {
  const list = recordOf(payload, 'list');
  const body = { listId: list['id'], ...pick(list, 'name', 'status', 'itemCount', 'revision') };
  return toSocketEvent('list:changed', 'data_lists:read', ['org'], body);
};

/**
 * Changes that affect the members page. A user who accepts an invitation is announced as a person, so they are identified by email address.
 */
const memberEvents = {
  'security.member.invited': 'invited',
  'security.member.created': 'created',
  'security.member.activated': 'activated',
  'security.member.deactivated': 'deactivated',
  'security.member.removed': 'removed',
  'security.member.role_changed': 'role_changed',
  'security.member.environment_changed': 'environment_changed',
  'security.member.profile_updated': 'profile_updated',
} as const;

const memberChanged =
  (change: string): EventMapper =>
  (payload) => {
    const { email } = recordOf(payload, 'affectedUser');
    return toSocketEvent('member:changed', 'members:read', ['org'], { email: email ?? null, change });
  };

const enrichmentEnded: EventMapper = (payload) => {
  const body = pick(payload, 'entityId', 'requestId', 'status', 'results');
  const room = roomName('entity', payload['entityId']);
  return toSocketEvent('entity:enrichment-completed', 'enrichments:read', [room], body);
};

const materialized: EventMapper = (payload) =>
  toSocketEvent(
    'entity:relationship-materialize-completed',
    'entities:read',
    ['org', roomName('entity', payload['entityId'])],
    payload,
  );

const validationMoved: EventMapper = (payload) => {
  const { id: validationId, entityId } = recordOf(payload, 'validation');
  const body = { validationId, status: payload['status'] };
  return toSocketEvent('kyc:validation-updated', 'kyc:read', ['inbox', roomName('entity', entityId)], body);
};

const documentRequestMoved: EventMapper = (payload) => {
  const { id: documentRequestId, entityId } = recordOf(payload, 'documentRequest');
  const body = { documentRequestId, status: payload['status'] };
  return toSocketEvent('kyc:document-request-updated', 'kyc:read', ['inbox', roomName('entity', entityId)], body);
};

const notification: EventMapper = (payload) =>
  toSocketEvent(
    'notification',
    null,
    [roomName('user', payload['userId'])],
    pick(payload, 'id', 'title', 'body', 'link'),
  );

const validationMoves = [
  ...['created', 'in_progress', 'in_review', 'approved', 'rejected', 'abandoned', 'expired', 'cancelled'],
];

const documentRequestMoves = ['created', 'submitted', 'accepted', 'discarded', 'cancelled', 'expired'];

/**
 * What sockets receive for events in the outbox (shapes 21), by the event's name there. Events not listed are sent to nobody, in particular
 * emails. `alert.resolved` and `investigation.closed` accompany a status change, and would be sent twice.
 */
const eventMappers: Readonly<Record<string, EventMapper>> = {
  'entity.created': (payload) => {
    const changes = initialValues(payload, 'externalId', 'type', 'name', 'countryCode', 'status', 'riskScore');
    return entityEvent('entity:created', payload['entityId'], changes);
  },
  'entity.updated': (payload) =>
    entityEvent('entity:updated', recordOf(payload, 'entity')['id'], recordOf(payload, 'changes')),
  'entity.external_id_changed': ({ entityId, previousExternalId: previous, externalId: current }) =>
    entityEvent('entity:updated', entityId, { externalId: { previous, current } }),
  'entity.status_changed': (payload) => {
    const { previousStatus: previous, status: current } = payload;
    return entityEvent('entity:status-changed', recordOf(payload, 'entity')['id'], { status: { previous, current } });
  },
  'entity.deleted': ({ entityId, deletedAt: current }) =>
    entityEvent('entity:updated', entityId, { deletedAt: { previous: null, current } }),
  'entity.relationships_materialized': materialized,
  'entity:relationship-materialize-started': passThrough(
    'entity:relationship-materialize-started',
    'entities:read',
    'entity',
    'entityId',
  ),
  'entity:relationship-materialize-failed': passThrough(
    'entity:relationship-materialize-failed',
    'entities:read',
    'entity',
    'entityId',
  ),
  'transaction.created': transactionEvent('transaction:created'),
  'transaction.updated': transactionEvent('transaction:updated'),
  'transaction.status_changed': transactionEvent('transaction:status-changed'),
  risk_analysis_transaction_executed: (payload) =>
    analysisEvent(payload, 'transaction', 'transactionId', 'transactions:read'),
  risk_analysis_entity_executed: (payload) => analysisEvent(payload, 'entity', 'entityId', 'entities:read'),
  risk_analysis_user_event_executed: (payload) => analysisEvent(payload, 'userEvent', 'userEventId', 'events:read'),
  'rule:dry-run-progress': passThrough('rule:dry-run-progress', 'rules:execute', 'dry-run', 'dryRunId', 'sweepId'),
  'rule:dry-run-finished': passThrough('rule:dry-run-finished', 'rules:execute', 'dry-run', 'dryRunId', 'sweepId'),
  'rule:status-changed': passThrough('rule:status-changed', 'rules:read', 'rule', 'ruleId'),
  'rule:changed': passThrough('rule:changed', 'rules:read', 'rule', 'ruleId'),
  'rule.approval_requested': approvalEvent('rule:approval-requested'),
  'rule.approval_decided': approvalEvent('rule:approval-decided'),
  'rule.guard_tripped': guardTripped,
  'rule_set.activated': (payload) =>
    toSocketEvent(
      'rule-set:activated',
      'rules:read',
      ['org'],
      pick(payload, 'ruleSetVersion', 'number', 'previousVersion'),
    ),
  'data_list.item_added': listChanged,
  'data_list.updated': listChanged,
  ...Object.fromEntries(Object.entries(memberEvents).map(([name, change]) => [name, memberChanged(change)])),
  'enrichment.completed': enrichmentEnded,
  'enrichment.failed': enrichmentEnded,
  'alert.created': (payload) => alertEvent('alert:created', payload),
  'alert.status_changed': (payload) => alertEvent('alert:updated', payload),
  'alert.assigned': (payload) => alertEvent('alert:updated', recordOf(payload, 'alert')),
  'investigation.created': caseEvent('case:created'),
  'investigation.status_changed': caseEvent('case:updated'),
  'investigation.assigned': caseEvent('case:updated'),
  'investigation.note_added': ({ id }) =>
    toSocketEvent('case:changed', 'cases:read', [roomName('case', id)], { caseId: id }),
  'case:changed': ({ caseId }) => toSocketEvent('case:changed', 'cases:read', [roomName('case', caseId)], { caseId }),
  'screening-match:updated': (payload) => toSocketEvent('screening-match:updated', 'alerts:read', ['inbox'], payload),
  'kyc:validation-assigned': (payload) =>
    toSocketEvent('kyc:validation-assigned', 'kyc:read', ['inbox', roomName('entity', payload['entityId'])], payload),
  'batch-job:progress': passThrough('batch-job:progress', 'batch:read', 'job', 'jobId'),
  'batch-job:finished': passThrough('batch-job:finished', 'batch:read', 'job', 'jobId'),
  'webhook:delivery': (payload) =>
    toSocketEvent('webhook:delivery', 'webhooks:read', [roomName('webhook', payload['webhookId'])], payload),
  'webhook-delivery:simulated': (payload) =>
    toSocketEvent(
      'webhook-delivery:simulated',
      permissionsForEvent(String(payload['event'])),
      [roomName('webhook', payload['webhookId'])],
      payload,
    ),
  'billing:balance-updated': (payload) =>
    toSocketEvent('billing:balance-updated', 'billing:read', ['org'], pick(payload, 'balanceCents')),
  'automation:execution-updated': (payload) =>
    toSocketEvent(
      'automation:execution-updated',
      'automations:read',
      ['org'],
      pick(payload, 'automationId', 'executionId', 'status'),
    ),
  ...Object.fromEntries(validationMoves.map((name) => [`kyc.validation_${name}`, validationMoved])),
  ...Object.fromEntries(documentRequestMoves.map((name) => [`kyc.document_request_${name}`, documentRequestMoved])),
  notification,
};

/** Returns the event about who has a record open. It is not in the outbox, since nothing about it is stored. */
export function presenceEvent({ room }: PresenceRoom, people: readonly PresentPerson[]): SocketEvent {
  const permission = room.startsWith('case:') ? 'cases:read' : 'rules:read';
  return toSocketEvent('presence:changed', permission, [room], { room, people });
}

/** Events that sockets receive. */
export const mappedEvents: readonly string[] = Object.keys(eventMappers);

/** Returns `null` if sockets do not receive the event. */
export const mapEvent = ({ event, payload }: AnnouncedEvent): SocketEvent | null =>
  Object.hasOwn(eventMappers, event) ? eventMappers[event]!(payload) : null;
