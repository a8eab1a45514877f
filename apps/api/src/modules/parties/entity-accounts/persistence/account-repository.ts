import { Injectable } from '@nestjs/common';
import { IsNull, Not, type Repository } from 'typeorm';

import { type Queryable, TenantDatabase, type Transaction } from '../../../../platform/database/index.js';
import { limits } from '../../../../platform/limits.js';
import { normalizeAccountNumber, type SecretLocation, Secrets } from '../../../../platform/secrets/index.js';
import { type EntityRow, lockAndReadEntity } from '../../entities/index.js';
import { canonicalAccountType } from '../domain/canonical-account-type.js';
import type { StoredAccount } from '../domain/stored-account.js';
import { EntityAccountRow } from './entity-account-row.js';

const secretLocation = (organizationId: string, rowId: string): SecretLocation => ({
  organizationId,
  table: 'entity_accounts',
  rowId,
  field: 'account_number',
});

/** The accounts of one entity, locked against other changes. */
export interface LockedAccounts {
  readonly client: Transaction;
  /** As it is once it is locked. */
  readonly entity: EntityRow;
  /** The accounts that are not deleted. */
  readonly accounts: readonly StoredAccount[];
  insert(account: StoredAccount): Promise<void>;
  update(account: StoredAccount): Promise<void>;
}

@Injectable()
export class AccountRepository {
  constructor(
    private readonly database: TenantDatabase,
    private readonly secrets: Secrets,
  ) {}

  /**
   * Returns the accounts of an entity, primary ones first, then oldest first. Of the deleted ones, it includes the most recently deleted,
   * up to the maximum number of accounts of an entity.
   */
  async list(organizationId: string, entityId: string, includeDeleted: boolean): Promise<readonly StoredAccount[]> {
    const rows = await this.database.withRepository(organizationId, EntityAccountRow, async (accounts) => {
      const live = await accounts.find({ where: { organizationId, entityId, deletedAt: IsNull() } });
      if (!includeDeleted) return live;
      const deleted = await accounts.find({
        where: { organizationId, entityId, deletedAt: Not(IsNull()) },
        order: { deletedAt: 'desc', id: 'desc' },
        take: limits.accountsPerEntity,
      });
      return [...live, ...deleted];
    });
    return this.unseal(this.database.forOrganization(organizationId), rows.sort(byOrder));
  }

  /** Executes `work` in a transaction in which nobody else changes accounts of the entity; returns `null` if there is no such entity. */
  withLockedAccounts<T>(
    organizationId: string,
    entityId: string,
    work: (open: LockedAccounts) => Promise<T>,
  ): Promise<T | null> {
    return this.database.withRepository(organizationId, EntityAccountRow, async (rows, client) => {
      const entity = await lockAndReadEntity(client, organizationId, entityId);
      if (!entity) return null;
      const where = { organizationId, entityId, deletedAt: IsNull() };
      const live = await rows.find({ where, order: { createdAt: 'asc', id: 'asc' } });
      return work({
        client,
        entity,
        accounts: await this.unseal(client, live),
        insert: async (account) => void (await rows.insert(await this.seal(client, account))),
        update: (account) => this.update(client, rows, account),
      });
    });
  }

  private async update(client: Transaction, rows: Repository<EntityAccountRow>, account: StoredAccount): Promise<void> {
    const { organizationId, id, ...values } = await this.seal(client, account);
    await rows.update({ organizationId, id }, values);
  }

  private async unseal(client: Queryable, rows: readonly EntityAccountRow[]): Promise<readonly StoredAccount[]> {
    const accounts: StoredAccount[] = [];
    for (const { accountNumber, accountNumberHash: _, ...row } of rows) {
      const place = secretLocation(row.organizationId, row.id);
      const number = accountNumber && (await this.secrets.open(client, place, accountNumber));
      accounts.push({ ...row, ...typeOf(row), accountNumber: number });
    }
    return accounts;
  }

  private async seal(client: Queryable, { accountNumber, ...account }: StoredAccount): Promise<EntityAccountRow> {
    const place = secretLocation(account.organizationId, account.id);
    return {
      ...account,
      accountNumber: accountNumber === null ? null : await this.secrets.seal(client, place, accountNumber),
      accountNumberHash:
        accountNumber === null
          ? null
          : await this.secrets.fingerprint(client, place, normalizeAccountNumber(accountNumber)),
    };
  }
}

const byOrder = (a: EntityAccountRow, b: EntityAccountRow): number =>
  Number(b.isPrimary) - Number(a.isPrimary) || a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1);

/** Returns the current account type of a row, which may have been written before the enumeration existed. */
function typeOf(
  row: Pick<EntityAccountRow, 'accountType' | 'legacyAccountType'>,
): Pick<StoredAccount, 'accountType' | 'legacyAccountType'> {
  const { accountType, legacyAccountType } = canonicalAccountType(row.accountType);
  return { accountType, legacyAccountType: row.legacyAccountType ?? legacyAccountType };
}
