import type { TransactionClient } from '../../../platform/database/index.js';
import type { EntityStatus } from '../domain/entity-enumerations.js';
import { lockStatus, writeStatus } from '../persistence/rule-status-writer.js';

/** `not_found`: no such entity, or a deleted one. `not_allowed`: a rule may not leave the status the entity has for this one. */
export type StatusOutcome = 'set' | 'unchanged' | 'not_found' | 'not_allowed';

export interface StatusByRule {
  readonly organizationId: string;
  readonly entityId: string;
  readonly status: EntityStatus;
}

/** Nothing but a person brings these back to work. */
const final: ReadonlySet<EntityStatus> = new Set(['blocked', 'rejected']);

/** Sets the status of an entity as a rule may, inside the transaction of the run. */
export async function setStatusByRule(
  client: TransactionClient,
  request: StatusByRule,
  now: Date,
): Promise<{ readonly outcome: StatusOutcome; readonly before: EntityStatus | null }> {
  const { organizationId, entityId, status } = request;
  const before = await lockStatus(client, organizationId, entityId);
  if (before === null || before === 'deleted') return { outcome: 'not_found', before };
  if (before === status) return { outcome: 'unchanged', before };
  if (status === 'active' && final.has(before)) return { outcome: 'not_allowed', before };
  await writeStatus(client, organizationId, entityId, status, now);
  return { outcome: 'set', before };
}
