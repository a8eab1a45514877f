import { Injectable } from '@nestjs/common';

import { newId, type Queryable, TenantDatabase } from '../database/index.js';
import { Secrets } from './secrets.js';
import type { SecretLocation } from './sealed-value.js';

const secretLocation = (organizationId: string, rowId: string): SecretLocation => ({
  organizationId,
  table: 'secrets',
  rowId,
  field: 'value',
});

/** Named secrets of an organization, such as signing keys and credentials for providers. */
@Injectable()
export class SecretStore {
  constructor(
    private readonly database: TenantDatabase,
    private readonly secrets: Secrets,
  ) {}

  /** Stores a secret, replacing an earlier one of this name. */
  put(organizationId: string, name: string, value: string): Promise<void> {
    return this.database.transaction(organizationId, async (client) => {
      const { rows } = await client.query<{ id: string }>(
        `insert into secrets (organization_id, id, name, value, fingerprint) values ($1, $2, $3, '', '')
         on conflict (organization_id, name) do update set updated_at = now() returning id`,
        [organizationId, newId(), name],
      );
      const at = secretLocation(organizationId, rows[0]!.id);
      const [sealed, fingerprint] = [
        await this.secrets.seal(client, at, value),
        await this.secrets.fingerprint(client, at, value),
      ];
      await client.query('update secrets set value = $3, fingerprint = $4 where organization_id = $1 and id = $2', [
        organizationId,
        at.rowId,
        sealed,
        fingerprint,
      ]);
    });
  }

  /** Returns `null` if there is no secret of this name. */
  async get(organizationId: string, name: string): Promise<string | null> {
    const client = this.database.forOrganization(organizationId);
    const row = await this.find(client, organizationId, name);
    return row && this.secrets.open(client, secretLocation(organizationId, row.id), row.value);
  }

  /** Returns the names of the secrets that have exactly this value. */
  async findNames(organizationId: string, value: string): Promise<readonly string[]> {
    const client = this.database.forOrganization(organizationId);
    const fingerprint = await this.secrets.fingerprint(client, secretLocation(organizationId, ''), value);
    const { rows } = await client.query<{ name: string }>(
      'select name from secrets where organization_id = $1 and fingerprint = $2 order by name',
      [organizationId, fingerprint],
    );
    return rows.map(({ name }) => name);
  }

  private async find(
    client: Queryable,
    organizationId: string,
    name: string,
  ): Promise<{ readonly id: string; readonly value: Buffer } | null> {
    const { rows } = await client.query<{ id: string; value: Buffer }>(
      'select id, value from secrets where organization_id = $1 and name = $2',
      [organizationId, name],
    );
    return rows[0] ?? null;
  }
}
