import { Injectable } from '@nestjs/common';

import { type Queryable, TenantDatabase } from '../../../../platform/database/index.js';
import { normalizeAccountNumber, type SecretLocation, Secrets } from '../../../../platform/secrets/index.js';

const secretLocation = (organizationId: string, rowId: string): SecretLocation => ({
  organizationId,
  table: 'payment_account_numbers',
  rowId,
  field: 'account_number',
});

/**
 * Account numbers of payment methods and accounts: encrypted, and found by a hash that cannot be computed without the organization's key.
 */
@Injectable()
export class AccountNumberRepository {
  constructor(
    private readonly database: TenantDatabase,
    private readonly secrets: Secrets,
  ) {}

  /** Stores the number of a record that `client` has just stored. */
  async insert(client: Queryable, organizationId: string, id: string, number: string): Promise<void> {
    const place = secretLocation(organizationId, id);
    const sealed = await this.secrets.seal(client, place, number);
    const hash = await this.secrets.fingerprint(client, place, normalizeAccountNumber(number));
    await client.query(
      `insert into payment_account_numbers (organization_id, id, account_number, account_number_hash) values ($1, $2, $3, $4)`,
      [organizationId, id, sealed, hash],
    );
  }

  /** Returns the numbers of records by record id, without records that have none. */
  async find(organizationId: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const client = this.database.forOrganization(organizationId);
    const { rows } = await client.query<{ id: string; sealed: Buffer }>(
      'select id, account_number as sealed from payment_account_numbers where organization_id = $1 and id = any($2)',
      [organizationId, ids],
    );
    const numbers = new Map<string, string>();
    for (const { id, sealed } of rows) {
      numbers.set(id, await this.secrets.open(client, secretLocation(organizationId, id), sealed));
    }
    return numbers;
  }

  /** Returns the ids of records with a number, in any spelling. */
  async findIdsByNumber(organizationId: string, number: string): Promise<readonly string[]> {
    const client = this.database.forOrganization(organizationId);
    const hash = await this.secrets.fingerprint(
      client,
      secretLocation(organizationId, ''),
      normalizeAccountNumber(number),
    );
    const { rows } = await client.query<{ id: string }>(
      'select id from payment_account_numbers where organization_id = $1 and account_number_hash = $2 order by id',
      [organizationId, hash],
    );
    return rows.map(({ id }) => id);
  }
}
