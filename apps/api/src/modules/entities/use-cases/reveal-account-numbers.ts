import { Injectable } from '@nestjs/common';

import { holds, type Principal } from '../../../platform/auth/index.js';
import { AccountNumberStore } from '../persistence/account-number-store.js';
import type { EntityRow } from '../persistence/entity-row.js';

/** Shows account numbers in full to those who may read them. */
@Injectable()
export class RevealAccountNumbers {
  constructor(private readonly numbers: AccountNumberStore) {}

  async run({ organizationId, scopes }: Principal, rows: readonly EntityRow[]): Promise<readonly EntityRow[]> {
    const ids = rows.filter(({ type }) => type === 'payment_method').map(({ id }) => id);
    if (ids.length === 0 || !holds(scopes, 'entities:read_sensitive')) return rows;
    const numbers = await this.numbers.find(organizationId, ids);
    return rows.map((row) => withNumber(row, numbers.get(row.id)));
  }
}

function withNumber(row: EntityRow, accountNumber: string | undefined): EntityRow {
  if (accountNumber === undefined) return row;
  const entityData = JSON.parse(row.entityData) as { paymentMethod: object };
  const paymentMethod = { ...entityData.paymentMethod, accountNumber };
  return { ...row, entityData: JSON.stringify({ ...entityData, paymentMethod }) };
}
