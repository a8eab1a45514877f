import { canRuleSetStatus } from '@tamis/library';

import type { AuditActor } from '../../../../platform/audit/index.js';
import type { Transaction } from '../../../../platform/database/index.js';
import { writeEvents } from '../../../../platform/outbox/index.js';
import { type EntityStatusChange, EntityStatusPort, type StatusOutcome } from '../../../decisions/evaluations/index.js';
import { changeTime } from '../domain/change-time.js';
import type { EntityStatus } from '../domain/entity-enumerations.js';
import { statusSourceOf } from '../domain/status-change.js';
import type { EntityRow } from '../persistence/entity-row.js';
import { lockEntityRow, updateEntity } from '../persistence/entity-writer.js';
import { insertStatusChange } from '../persistence/status-history-store.js';
import { statusChangedEvent } from './change-events.js';

/** Sets statuses for the module `decisions`, which does not depend on entities. */
export class StoredEntityStatuses extends EntityStatusPort {
  async setByRule(
    client: Transaction,
    { organizationId, entityId, status, reason, by }: EntityStatusChange,
    now: Date,
  ): Promise<StatusOutcome> {
    const row = await lockEntityRow(client, organizationId, { id: entityId });
    if (row === null) return { outcome: 'not_found', before: null };
    const { status: before } = row;
    if (before === status) return { outcome: 'unchanged', before };
    if (row.statusLocked) return { outcome: 'locked', before };
    if (!canRuleSetStatus(before, status)) return { outcome: 'not_allowed', before };
    await changeStatus(client, row, { status, reason, by }, now);
    return { outcome: 'set', before };
  }
}

export interface AutomaticStatusChange {
  readonly status: EntityStatus;
  readonly reason: string | null;
  readonly by: AuditActor;
}

/** Changes the status of a locked row: the record, its history and the event. Returns the changed row. */
export async function changeStatus(
  client: Transaction,
  before: EntityRow,
  { status, reason, by }: AutomaticStatusChange,
  now: Date,
): Promise<EntityRow> {
  const { organizationId, id, status: previousStatus } = before;
  const changedAt = changeTime(now, before);
  const after: EntityRow = { ...before, status, statusReason: reason, updatedAt: changedAt };
  await updateEntity(client, before, after);
  await insertStatusChange(client, organizationId, id, {
    status,
    previousStatus,
    reason,
    changedBy: by,
    source: statusSourceOf(by),
    changedAt,
  });
  await writeEvents(client, [statusChangedEvent(before, after, reason, by)]);
  return after;
}
