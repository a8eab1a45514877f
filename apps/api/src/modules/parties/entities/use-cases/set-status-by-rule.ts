import { ruleMayMove } from '@tamis/library';

import type { AuditActor } from '../../../../platform/audit/index.js';
import type { TransactionClient } from '../../../../platform/database/index.js';
import { writeEvents } from '../../../../platform/outbox/index.js';
import type { EntityStatus } from '../domain/entity-enumerations.js';
import { sourceOf } from '../domain/status-move.js';
import type { EntityRow } from '../persistence/entity-row.js';
import { lockRow, updateEntity } from '../persistence/entity-writer.js';
import { storeStatusMove } from '../persistence/status-history-store.js';
import { statusChanged } from './change-events.js';

/**
 * `not_found`: no such entity, or a deleted one. `not_allowed`: a rule may not leave the status the entity has for this one.
 * `locked`: a person keeps the status as it is.
 */
export type StatusOutcome = 'set' | 'unchanged' | 'not_found' | 'not_allowed' | 'locked';

export interface StatusByRule {
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
  client: TransactionClient,
  { organizationId, entityId, status, reason, by }: StatusByRule,
  now: Date,
): Promise<{ readonly outcome: StatusOutcome; readonly before: EntityStatus | null }> {
  const row = await lockRow(client, organizationId, { id: entityId });
  if (row === null) return { outcome: 'not_found', before: null };
  const { status: before } = row;
  if (before === status) return { outcome: 'unchanged', before };
  if (row.statusLocked) return { outcome: 'locked', before };
  if (!ruleMayMove(before, status)) return { outcome: 'not_allowed', before };
  await moveStatus(client, row, { status, reason, by }, now);
  return { outcome: 'set', before };
}

export interface AutomaticMove {
  readonly status: EntityStatus;
  readonly reason: string | null;
  readonly by: AuditActor;
}

/** Moves the status of a locked row: the record, its history and the announcement. What it is now. */
export async function moveStatus(
  client: TransactionClient,
  before: EntityRow,
  { status, reason, by }: AutomaticMove,
  now: Date,
): Promise<EntityRow> {
  const { organizationId, id, status: previousStatus } = before;
  const after: EntityRow = { ...before, status, statusReason: reason, updatedAt: now };
  await updateEntity(client, before, after);
  await storeStatusMove(client, organizationId, id, {
    status,
    previousStatus,
    reason,
    changedBy: by,
    source: sourceOf(by),
    changedAt: now,
  });
  await writeEvents(client, [statusChanged(before, after, reason, by)]);
  return after;
}
