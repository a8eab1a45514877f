import type { Queryable } from '../../../../platform/database/index.js';
import { findTransactionIds } from '../../../events/transactions/index.js';
import { findUserEventIds } from '../../../events/user-events/index.js';
import { findEntityIds } from '../../../parties/entities/index.js';
import type { ReplayedType } from '../domain/replay-plan.js';

/** Ids of records by the ids their owner gave them. Those that are not stored are left out. */
export function resolveExternalIds(
  client: Queryable,
  organizationId: string,
  recordType: ReplayedType,
  externalIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  switch (recordType) {
    case 'transaction':
      return findTransactionIds(client, organizationId, externalIds);
    case 'user_event':
      return findUserEventIds(client, organizationId, externalIds);
    case 'person':
    case 'company':
      return findEntityIds(client, organizationId, recordType, externalIds);
  }
}
