import { Injectable } from '@nestjs/common';
import { IsNull, type Repository } from 'typeorm';

import {
  connectionOf,
  type Queryable,
  TenantDatabase,
  type TransactionClient,
} from '../../../../platform/database/index.js';
import { bareNumber, type SecretPlace, Secrets } from '../../../../platform/secrets/index.js';
import { lockEntity } from '../../entities/index.js';
import { canonicalAccountType } from '../domain/canonical-account-type.js';
import type { StoredAccount } from '../domain/stored-account.js';
import { EntityAccountRow } from './entity-account-row.js';

const placeOf = (organizationId: string, rowId: string): SecretPlace => ({
  organizationId,
  table: 'entity_accounts',
  rowId,
  field: 'account_number',
});

/** The accounts of one entity while nobody else changes any of them. */
export interface OpenAccounts {
  readonly client: TransactionClient;
  /** Those that are not deleted. */
  readonly accounts: readonly StoredAccount[];
  insert(account: StoredAccount): Promise<void>;
  update(account: StoredAccount): Promise<void>;
}

@Injectable()
export class AccountStore {
  constructor(
    private readonly database: TenantDatabase,
    private readonly secrets: Secrets,
  ) {}

  /** The accounts of an entity: those that are primary first, then the oldest. */
  async list(organizationId: string, entityId: string, includeDeleted: boolean): Promise<readonly StoredAccount[]> {
    const rows = await this.database.rows(organizationId, EntityAccountRow, (accounts) =>
      accounts.find({
        where: { organizationId, entityId, ...(!includeDeleted && { deletedAt: IsNull() }) },
        order: { isPrimary: 'desc', createdAt: 'asc', id: 'asc' },
      }),
    );
    return this.opened(this.database.of(organizationId), rows);
  }

  /** Runs `work` in a transaction in which nobody else changes accounts of the entity; null: there is no such entity. */
  change<T>(organizationId: string, entityId: string, work: (open: OpenAccounts) => Promise<T>): Promise<T | null> {
    return this.database.rows(organizationId, EntityAccountRow, async (rows) => {
      const client = await connectionOf(rows);
      if (!(await lockEntity(client, organizationId, entityId))) return null;
      const where = { organizationId, entityId, deletedAt: IsNull() };
      const live = await rows.find({ where, order: { createdAt: 'asc', id: 'asc' } });
      return work({
        client,
        accounts: await this.opened(client, live),
        insert: async (account) => void (await rows.insert(await this.sealed(client, account))),
        update: (account) => this.update(client, rows, account),
      });
    });
  }

  private async update(
    client: TransactionClient,
    rows: Repository<EntityAccountRow>,
    account: StoredAccount,
  ): Promise<void> {
    const { organizationId, id, ...values } = await this.sealed(client, account);
    await rows.update({ organizationId, id }, values);
  }

  private async opened(client: Queryable, rows: readonly EntityAccountRow[]): Promise<readonly StoredAccount[]> {
    const accounts: StoredAccount[] = [];
    for (const { accountNumber, accountNumberHash: _, ...row } of rows) {
      const place = placeOf(row.organizationId, row.id);
      const number = accountNumber && (await this.secrets.open(client, place, accountNumber));
      accounts.push({ ...row, ...typeOf(row), accountNumber: number });
    }
    return accounts;
  }

  private async sealed(client: Queryable, { accountNumber, ...account }: StoredAccount): Promise<EntityAccountRow> {
    const place = placeOf(account.organizationId, account.id);
    return {
      ...account,
      accountNumber: accountNumber === null ? null : await this.secrets.seal(client, place, accountNumber),
      accountNumberHash:
        accountNumber === null ? null : await this.secrets.fingerprint(client, place, bareNumber(accountNumber)),
    };
  }
}

/** A row that was written before there was an enumeration says here what it is called today. */
function typeOf(
  row: Pick<EntityAccountRow, 'accountType' | 'legacyAccountType'>,
): Pick<StoredAccount, 'accountType' | 'legacyAccountType'> {
  const { accountType, legacyAccountType } = canonicalAccountType(row.accountType);
  return { accountType, legacyAccountType: row.legacyAccountType ?? legacyAccountType };
}
