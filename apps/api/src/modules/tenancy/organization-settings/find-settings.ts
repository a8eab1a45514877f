import type { Queryable } from '../../../platform/database/index.js';
import { type OrganizationSettings, withDefaultSettings, type SettingsChange } from './organization-settings.js';

/** The settings of an organization as they are in force, defaults included. */
export async function findSettings(client: Queryable, organizationId: string): Promise<OrganizationSettings> {
  const { rows } = await client.query<{ settings: SettingsChange }>(
    'select settings from organizations where id = $1',
    [organizationId],
  );
  return withDefaultSettings(rows[0]?.settings ?? {});
}
