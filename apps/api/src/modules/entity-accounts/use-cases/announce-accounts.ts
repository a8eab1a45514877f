import {
  type AuditEntry,
  byPrincipal,
  changesBetween,
  createdWith,
  recordAudit,
} from '../../../platform/audit/index.js';
import type { Principal } from '../../../platform/auth/index.js';
import type { TransactionClient } from '../../../platform/database/index.js';
import { RawJson } from '../../../platform/http/index.js';
import { writeEvents } from '../../../platform/outbox/index.js';
import { type EntityRow, recordOf } from '../../entities/index.js';
import { accountView } from '../domain/account-view.js';
import type { EntityAccount } from '../domain/entity-account.js';
import type { StoredAccount } from '../domain/stored-account.js';

/** An account before and after a request. `before`: null for a new one; a deleted one has its `deletedAt` after. */
export interface AccountWrite {
  readonly before: StoredAccount | null;
  readonly after: StoredAccount;
}

/** Tells receivers and the timeline what became of accounts of an entity. The last statements of the transaction. */
export async function announce(
  client: TransactionClient,
  principal: Principal,
  entity: EntityRow,
  writes: readonly AccountWrite[],
): Promise<void> {
  const { type, id, name } = principal.actor;
  const masked = (account: StoredAccount): EntityAccount<RawJson> =>
    accountView(account, { inFull: false, read: (json) => new RawJson(json) });
  const payload = {
    entity: recordOf(entity, (json) => new RawJson(json)),
    changes: {
      accounts: {
        previous: writes.flatMap(({ before }) => (before ? [masked(before)] : [])),
        current: writes.flatMap(({ after }) => (after.deletedAt === null ? [masked(after)] : [])),
      },
    },
    updatedBy: { type, id, name },
  };
  await writeEvents(client, [{ organizationId: entity.organizationId, event: 'entity.updated', payload }]);
  await recordAudit(client, byPrincipal(principal), writes.map(entryOf));
}

function entryOf({ before, after }: AccountWrite): AuditEntry {
  const what = before === null ? 'created' : after.deletedAt === null ? 'updated' : 'deleted';
  const shown = (account: StoredAccount): EntityAccount<unknown> =>
    accountView(account, { inFull: true, read: (json) => JSON.parse(json) as unknown });
  const current = shown(after);
  const {
    id: _,
    entityId: _entity,
    organizationId: _organization,
    createdAt: _created,
    updatedAt,
    ...fields
  } = current;
  const names = Object.keys(fields) as (keyof typeof fields)[];
  return {
    event: `entity_account_${what}`,
    resourceType: 'entity',
    resourceId: after.entityId,
    summary: `${after.accountType} account in ${after.currency} ${what}`,
    changes: before === null ? createdWith(fields) : changesBetween(shown(before), current, names),
    relatedIds: { accountId: after.id },
  };
}
