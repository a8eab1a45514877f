import { Injectable } from '@nestjs/common';

import { type Queryable, takeTurn, type Transaction } from '../../../../platform/database/index.js';
import { type SecretLocation, Secrets } from '../../../../platform/secrets/index.js';
import type { IntegrationSettings, IntegrationSwitch, ShownSettings } from '../domain/integration.js';

const secretLocation = (organizationId: string, rowId: string): SecretLocation => ({
  organizationId,
  table: 'integration_switches',
  rowId,
  field: 'config',
});

/** Stored data for one code; null where nothing is stored. */
export interface StoredIntegration {
  readonly code: string;
  readonly switched: IntegrationSwitch | null;
  /** Encrypted; `null` if nothing is configured. */
  readonly config: Buffer | null;
  /** `null` if the list price applies. */
  readonly priceCents: number | null;
}

/** A row as the database returns it: JSON is text. */
interface StoredRow extends Omit<IntegrationSwitch, 'id' | 'shown'> {
  readonly id: string | null;
  readonly shown: string;
  readonly config: Buffer | null;
  readonly priceCents: number | null;
}

const columns = `c.code, s.id, s.enabled, s.monitoring_enabled as "monitoringEnabled", s.config, s.config_shown as shown,
  s.enabled_at as "enabledAt"`;

/**
 * Stores settings of integrations. `client` must be in a transaction of the organization, or come from `TenantDatabase.forOrganization`.
 */
@Injectable()
export class SwitchStore {
  constructor(private readonly secrets: Secrets) {}

  /** Returns one entry per code, in the given order. */
  async read(
    client: Queryable,
    organizationId: string,
    codes: readonly string[],
  ): Promise<readonly StoredIntegration[]> {
    const { rows } = await client.query<StoredRow>({
      name: 'integrations-of',
      text: `select ${columns}, p.price_cents as "priceCents"
             from json_array_elements_text($2) with ordinality c (code, n)
             left join integration_switches s on s.organization_id = $1 and s.code = c.code
             left join lateral (select price_cents from integration_prices where organization_id = $1 and code = c.code
               order by version desc limit 1) p on true
             order by c.n`,
      // Not an array, with which the database would create a new plan each time, since it considers one code cheaper than many.
      values: [organizationId, JSON.stringify(codes)],
    });
    return rows.map(({ config, priceCents, id, shown, ...row }) => ({
      ...{ code: row.code, config, priceCents },
      switched: id === null ? null : { ...row, id, shown: JSON.parse(shown) as ShownSettings },
    }));
  }

  /** Locks the settings of the code until the transaction ends. */
  async lock(client: Transaction, organizationId: string, code: string): Promise<void> {
    await takeTurn(client, `integration ${organizationId} ${code}`);
  }

  /** Stores the settings. If `settings` is null, the existing configuration stays unchanged. */
  async save(
    client: Transaction,
    organizationId: string,
    { id, code, enabled, monitoringEnabled, shown, enabledAt }: IntegrationSwitch,
    settings: IntegrationSettings | null,
    now: Date,
  ): Promise<void> {
    const config =
      settings && Object.keys(settings).length > 0
        ? await this.secrets.seal(client, secretLocation(organizationId, id), JSON.stringify(settings))
        : null;
    await client.query(
      `insert into integration_switches (organization_id, id, code, enabled, monitoring_enabled, config, config_shown, enabled_at,
         created_at, updated_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9)
       on conflict (organization_id, id) do update set enabled = excluded.enabled, monitoring_enabled = excluded.monitoring_enabled,
         config = case when $10 then integration_switches.config else excluded.config end, config_shown = excluded.config_shown,
         enabled_at = excluded.enabled_at, updated_at = excluded.updated_at`,
      [
        ...[organizationId, id, code, enabled, monitoringEnabled, config, JSON.stringify(shown), enabledAt, now],
        settings === null,
      ],
    );
  }

  /** Throws `SecretsError` for a configuration that cannot be decrypted. */
  async openSettings(
    client: Queryable,
    organizationId: string,
    { switched, config }: Pick<StoredIntegration, 'switched' | 'config'>,
  ): Promise<IntegrationSettings> {
    if (!switched || !config) return {};
    const text = await this.secrets.open(client, secretLocation(organizationId, switched.id), config);
    return JSON.parse(text) as IntegrationSettings;
  }
}
