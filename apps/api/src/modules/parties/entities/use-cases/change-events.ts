import type { AuditActor } from '../../../../platform/audit/index.js';
import { RawJson } from '../../../../platform/http/index.js';
import type { OutboxEvent } from '../../../../platform/outbox/index.js';
import type { EntityRecord } from '../domain/entity-record.js';
import type { EntityRow } from '../persistence/entity-row.js';
import { toEntityRecord } from '../persistence/to-entity-record.js';
import { changedFields } from './changed-fields.js';
import type { EntityChange } from './entity-change.js';

/** Returns an entity as events show it, which is the same as in reads. */
export const entityView = (row: EntityRow): EntityRecord<RawJson> => toEntityRecord(row, (json) => new RawJson(json));

/** Returns the events of a change made by `by`. */
export function changeEvents(change: EntityChange, by: AuditActor): readonly OutboxEvent[] {
  const { after } = change;
  const { organizationId, id } = after;
  switch (change.kind) {
    case 'created':
      return [{ organizationId, event: 'entity.created', payload: createdPayload(after, by) }];
    case 'updated': {
      const { before, reason } = change;
      return [
        ...updatedEvents(before, after, by),
        ...(before.status === after.status ? [] : [statusChangedEvent(before, after, reason, by)]),
      ];
    }
    case 'deleted': {
      const { externalId, deletedAt } = after;
      return [{ organizationId, event: 'entity.deleted', payload: { entityId: id, externalId, deletedAt } }];
    }
    case 'restored':
      return [statusChangedEvent(change.before, after, change.reason, by)];
  }
}

/** Returns `entity.updated`, or nothing if no field differs. `more` are changes of dependent data: its accounts. */
function updatedEvents(
  before: EntityRow,
  after: EntityRow,
  by: AuditActor,
  more: Readonly<Record<string, { readonly previous: unknown; readonly current: unknown }>> = {},
): readonly OutboxEvent[] {
  const fields = changedFields(before, after).map(({ name, shown }) => [name, shown]);
  const changes = { ...Object.fromEntries(fields), ...more } as object;
  if (Object.keys(changes).length === 0) return [];
  const payload = { entity: entityView(after), changes, updatedBy: actorOf(by) };
  return [{ organizationId: after.organizationId, event: 'entity.updated', payload }];
}

/** `entity.status_changed`. */
export const statusChangedEvent = (
  before: Pick<EntityRow, 'status'>,
  after: EntityRow,
  reason: string | null,
  by: AuditActor,
): OutboxEvent => ({
  organizationId: after.organizationId,
  event: 'entity.status_changed',
  payload: {
    entity: entityView(after),
    previousStatus: before.status,
    status: after.status,
    reason,
    changedBy: actorOf(by),
  },
});

/** The flat members next to `entity` are for receivers from before `entity` was introduced. */
function createdPayload(row: EntityRow, by: AuditActor): object {
  const { id, externalId, type, name, taxId, countryCode, status, riskScore } = row;
  return {
    entity: entityView(row),
    createdBy: actorOf(by),
    metadata: row.metadata === null ? null : new RawJson(row.metadata),
    ...{ entityId: id, externalId, type, name, taxId, countryCode, status, riskScore },
    documentNumber: documentNumberOf(row),
  };
}

/** Returns the document number of a person, or otherwise the tax id. */
function documentNumberOf({ taxId, entityData }: EntityRow): string | null {
  const { person } = JSON.parse(entityData) as { readonly person?: { readonly idNumber?: unknown } };
  return typeof person?.idNumber === 'string' ? person.idNumber : taxId;
}

const actorOf = ({ type, id, name }: AuditActor): AuditActor => ({ type, id, name });
