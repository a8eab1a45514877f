import { Injectable } from '@nestjs/common';

import { type AuditEntry, byPrincipal, recordAudit } from '../../../../platform/audit/index.js';
import { hasPermission, type Principal } from '../../../../platform/auth/index.js';
import { TenantDatabase } from '../../../../platform/database/index.js';
import { AccountNumberRepository } from '../persistence/account-number-repository.js';
import type { EntityRow } from '../persistence/entity-row.js';
import { hasAccountNumber, withAccountNumber } from './account-numbers.js';

/** Records that account numbers of an entity were shown in full. */
const numberReadEntry = (entityId: string): AuditEntry => ({
  event: 'entity_account_number_read',
  resourceType: 'entity',
  resourceId: entityId,
  summary: 'account number shown in full',
});

/** Shows account numbers in full to principals that may read them; the audit trail records who saw them. */
@Injectable()
export class RevealAccountNumbers {
  constructor(
    private readonly numbers: AccountNumberRepository,
    private readonly database: TenantDatabase,
  ) {}

  /** Records that numbers of these entities are shown in full. */
  async noteShown(principal: Principal, entityIds: Iterable<string>): Promise<void> {
    const entries = [...entityIds].map(numberReadEntry);
    if (entries.length === 0) return;
    await this.database.transaction(principal.organizationId, (client) =>
      recordAudit(client, byPrincipal(principal), entries),
    );
  }

  async reveal(principal: Principal, rows: readonly EntityRow[]): Promise<readonly EntityRow[]> {
    const { organizationId, scopes } = principal;
    const ids = rows.filter(hasAccountNumber).map(({ id }) => id);
    if (ids.length === 0 || !hasPermission(scopes, 'entities:read_sensitive')) return rows;
    const numbers = await this.numbers.find(organizationId, ids);
    await this.noteShown(principal, numbers.keys());
    return rows.map((row) => {
      const number = numbers.get(row.id);
      return number === undefined ? row : withAccountNumber(row, number);
    });
  }
}
