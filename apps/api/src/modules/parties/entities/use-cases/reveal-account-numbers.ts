import { Injectable } from '@nestjs/common';

import { hasPermission, type Principal } from '../../../../platform/auth/index.js';
import { AccountNumberRepository } from '../persistence/account-number-repository.js';
import type { EntityRow } from '../persistence/entity-row.js';
import { hasAccountNumber, withAccountNumber } from './account-numbers.js';

/** Shows account numbers in full to those who may read them. */
@Injectable()
export class RevealAccountNumbers {
  constructor(private readonly numbers: AccountNumberRepository) {}

  async reveal({ organizationId, scopes }: Principal, rows: readonly EntityRow[]): Promise<readonly EntityRow[]> {
    const ids = rows.filter(hasAccountNumber).map(({ id }) => id);
    if (ids.length === 0 || !hasPermission(scopes, 'entities:read_sensitive')) return rows;
    const numbers = await this.numbers.find(organizationId, ids);
    return rows.map((row) => {
      const number = numbers.get(row.id);
      return number === undefined ? row : withAccountNumber(row, number);
    });
  }
}
