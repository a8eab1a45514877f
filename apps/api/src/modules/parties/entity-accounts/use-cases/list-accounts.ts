import { Injectable } from '@nestjs/common';

import type { EntityRow } from '../../entities/index.js';
import type { AccountStatus, AccountType } from '../domain/account-enumerations.js';
import type { StoredAccount } from '../domain/stored-account.js';
import { AccountRepository } from '../persistence/account-repository.js';

export interface AccountFilter {
  readonly currency?: string;
  readonly status?: readonly AccountStatus[];
  readonly accountType?: readonly AccountType[];
  readonly includeDeleted?: boolean;
}

@Injectable()
export class ListAccounts {
  constructor(private readonly accounts: AccountRepository) {}

  /** Returns primary accounts first, then the oldest. */
  async list(
    { organizationId, id }: EntityRow,
    { currency, status, accountType, includeDeleted = false }: AccountFilter,
  ): Promise<readonly StoredAccount[]> {
    const accounts = await this.accounts.list(organizationId, id, includeDeleted);
    // Filtered here and not in the statement, because former types become `other` only when they are read.
    return accounts.filter(
      (account) =>
        (currency == null || account.currency === currency.toUpperCase()) &&
        (status == null || status.includes(account.status)) &&
        (accountType == null || accountType.includes(account.accountType)),
    );
  }
}
