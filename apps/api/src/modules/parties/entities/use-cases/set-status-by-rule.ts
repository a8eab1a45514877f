import { canRuleSetStatus } from '@tamis/library';

import type { AuditActor } from '../../../../platform/audit/index.js';
import type { Transaction } from '../../../../platform/database/index.js';
import { writeEvents } from '../../../../platform/outbox/index.js';
import type { EntityStatus } from '../domain/entity-enumerations.js';
import { statusSourceOf } from '../domain/status-change.js';
import type { EntityRow } from '../persistence/entity-row.js';
import { lockEntityRow, updateEntity } from '../persistence/entity-writer.js';
import { insertStatusChange } from '../persistence/status-history-store.js';
import { statusChangedEvent } from './change-events.js';

/**
 * `not_found`: no such entity, or a deleted one. `not_allowed`: a rule may not leave the status the entity has for this one.
 * `locked`: a person keeps the status as it is.
 */
export type StatusOutcome = 'set' | 'unchanged' | 'not_found' | 'not_allowed' | 'locked';

export interface RuleStatusChange {
  readonly organizationId: string;
  readonly entityId: string;
  readonly status: EntityStatus;
  readonly reason: string | null;
  /** The rule, or the matrix whose score it was. */
  readonly by: AuditActor;
}

/**
 * Sets the status of an entity as a rule may, inside the transaction of the run: its history and its announcement included; the entry
 * of the audit trail is the caller's, who writes it last.
 */
export async function setStatusByRule(
  client: Transaction,
  { organizationId, entityId, status, reason, by }: RuleStatusChange,
  now: Date,
): Promise<{ readonly outcome: StatusOutcome; readonly before: EntityStatus | null }> {
  const row = await lockEntityRow(client, organizationId, { id: entityId });
  if (row === null) return { outcome: 'not_found', before: null };
  const { status: before } = row;
  if (before === status) return { outcome: 'unchanged', before };
  if (row.statusLocked) return { outcome: 'locked', before };
  if (!canRuleSetStatus(before, status)) return { outcome: 'not_allowed', before };
  await changeStatus(client, row, { status, reason, by }, now);
  return { outcome: 'set', before };
}

export interface AutomaticStatusChange {
  readonly status: EntityStatus;
  readonly reason: string | null;
  readonly by: AuditActor;
}

/** Moves the status of a locked row: the record, its history and the announcement. What it is now. */
export async function changeStatus(
  client: Transaction,
  before: EntityRow,
  { status, reason, by }: AutomaticStatusChange,
  now: Date,
): Promise<EntityRow> {
  const { organizationId, id, status: previousStatus } = before;
  const after: EntityRow = { ...before, status, statusReason: reason, updatedAt: now };
  await updateEntity(client, before, after);
  await insertStatusChange(client, organizationId, id, {
    status,
    previousStatus,
    reason,
    changedBy: by,
    source: statusSourceOf(by),
    changedAt: now,
  });
  await writeEvents(client, [statusChangedEvent(before, after, reason, by)]);
  return after;
}
