import type { AuditEntry, AuditSubject } from '../../../../platform/audit/index.js';
import type { Transaction } from '../../../../platform/database/index.js';
import { changeTime } from '../domain/change-time.js';
import type { EntityRow } from '../persistence/entity-row.js';
import { lockEntityRow, updateEntity } from '../persistence/entity-writer.js';
import { changeEntries } from './change-entries.js';
import { announceChanges } from './entity-change.js';

/** The result of an identity validation for a person; omitted fields stay unchanged. */
export type KycResult = Partial<Pick<EntityRow, 'kycVerified' | 'kycProvider' | 'kycData'>>;

/**
 * Stores the result of a validation on the entity, whose rules the caller evaluates. Returns the entries for the audit trail, which is
 * written last.
 */
export async function storeKycResult(
  client: Transaction,
  { organizationId, actor }: AuditSubject,
  entityId: string,
  result: KycResult,
  now: Date,
): Promise<readonly AuditEntry[]> {
  const before = await lockEntityRow(client, organizationId, { id: entityId });
  if (!before) return [];
  const after: EntityRow = { ...before, ...result, updatedAt: changeTime(now, before) };
  await updateEntity(client, before, after);
  const change = { kind: 'updated', before, after, reason: null } as const;
  await announceChanges(client, actor, [change]);
  return changeEntries(change);
}
