import type { AuditEntry, AuditSubject } from '../../../../platform/audit/index.js';
import type { Transaction } from '../../../../platform/database/index.js';
import type { EntityStatus } from '../domain/entity-enumerations.js';
import { blockingStatuses } from '../domain/status-change.js';
import type { EntityRow } from '../persistence/entity-row.js';
import { lockEntityRow } from '../persistence/entity-writer.js';
import { findNewestChange } from '../persistence/status-history-store.js';
import { changeEntries } from './change-entries.js';
import { changeStatus } from './set-status-by-rule.js';

const awaiting = 'awaiting_information';

/** Effect of a request for information on the status of an entity. */
export type AwaitOutcome =
  | { readonly outcome: 'set'; readonly changeId: string; readonly previousStatus: EntityStatus }
  /** The entity is already waiting, since the given change. */
  | { readonly outcome: 'unchanged'; readonly changeId: string | null }
  | { readonly outcome: 'locked' | 'blocking' };

export interface StatusOfEntity<Outcome> {
  /** The entity as it was found; `null` if there is none, or it is deleted. */
  readonly entity: EntityRow | null;
  readonly outcome: Outcome;
  /** For the audit trail, which is written last. */
  readonly entries: readonly AuditEntry[];
}

/** Sets the status to `awaiting_information`, unless the current one blocks operations or is locked. Locks the entity. */
export async function awaitInformation(
  client: Transaction,
  by: AuditSubject,
  { entityId, reason }: { readonly entityId: string; readonly reason: string },
  now: Date,
): Promise<StatusOfEntity<AwaitOutcome>> {
  const entity = await lockEntityRow(client, by.organizationId, { id: entityId });
  if (!entity || blockingStatuses.includes(entity.status))
    return { entity, outcome: { outcome: 'blocking' }, entries: [] };
  if (entity.status === awaiting) {
    const newest = await findNewestChange(client, by.organizationId, entityId);
    return { entity, outcome: { outcome: 'unchanged', changeId: newest?.id ?? null }, entries: [] };
  }
  if (entity.statusLocked) return { entity, outcome: { outcome: 'locked' }, entries: [] };
  const entries = await move(client, by, entity, { status: awaiting, reason }, now);
  const { id: changeId } = (await findNewestChange(client, by.organizationId, entityId))!;
  return { entity, outcome: { outcome: 'set', changeId, previousStatus: entity.status }, entries };
}

/** - `changed`: somebody set the status meanwhile, also where they set it to the same
 *  - `locked`: somebody locked it */
export type RestoreOutcome = 'restored' | 'changed' | 'locked';

export interface AwaitedStatus {
  readonly entityId: string;
  /** The change that began the wait. */
  readonly changeId: string;
  readonly previousStatus: EntityStatus;
  readonly reason: string;
}

/** Reverts `awaitInformation`: restores the previous status, unless somebody changed or locked it meanwhile. */
export async function restoreAwaitedStatus(
  client: Transaction,
  by: AuditSubject,
  { entityId, changeId, previousStatus: status, reason }: AwaitedStatus,
  now: Date,
): Promise<StatusOfEntity<RestoreOutcome>> {
  const entity = await lockEntityRow(client, by.organizationId, { id: entityId });
  const newest = await findNewestChange(client, by.organizationId, entityId);
  if (!entity || entity.status !== awaiting || newest?.id !== changeId)
    return { entity, outcome: 'changed', entries: [] };
  if (entity.statusLocked) return { entity, outcome: 'locked', entries: [] };
  const entries = await move(client, by, entity, { status, reason }, now);
  return { entity, outcome: 'restored', entries };
}

async function move(
  client: Transaction,
  { actor: by }: AuditSubject,
  before: EntityRow,
  { status, reason }: { readonly status: EntityStatus; readonly reason: string },
  now: Date,
): Promise<readonly AuditEntry[]> {
  const after = await changeStatus(client, before, { status, reason, by }, now);
  return changeEntries({ kind: 'updated', before, after, reason });
}
