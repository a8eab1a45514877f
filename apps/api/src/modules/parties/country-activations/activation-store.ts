import { newId, type Queryable, type Transaction } from '../../../platform/database/index.js';
import { limits } from '../../../platform/limits.js';
import {
  type ActivationChange,
  type ActivationCountry,
  allCountries,
  type CountryActivation,
} from './country-activation.js';

export interface ActivatedEntity {
  readonly organizationId: string;
  readonly entityId: string;
}

/** Returns all countries of an entity. */
export async function readActivations(
  client: Queryable,
  { organizationId, entityId }: ActivatedEntity,
): Promise<readonly CountryActivation[]> {
  const { rows } = await client.query<CountryActivation>({
    name: 'country-activations',
    text: `select country_code as "countryCode", status, activated_at as "activatedAt", deactivated_at as "deactivatedAt",
             updated_at as "updatedAt"
           from country_activations where organization_id = $1 and entity_id = $2`,
    values: [organizationId, entityId],
  });
  return allCountries(rows);
}

/** Returns the newest status changes of an entity in each country, in chronological order. */
export async function readTimelines(
  client: Queryable,
  { organizationId, entityId }: ActivatedEntity,
): Promise<ReadonlyMap<ActivationCountry, readonly ActivationChange[]>> {
  const { rows } = await client.query<ActivationChange & { countryCode: ActivationCountry }>({
    name: 'country-activation-timelines',
    text: `select country_code as "countryCode", status, previous_status as "previousStatus", changed_at as "changedAt",
             changed_by as "changedBy"
           from (select *, row_number() over (partition by country_code order by id desc) as place
             from country_activation_changes where organization_id = $1 and entity_id = $2) c
           where place <= $3 order by id`,
    values: [organizationId, entityId, limits.activationTimelineRows],
  });
  const timelines = new Map<ActivationCountry, ActivationChange[]>();
  for (const { countryCode, ...change } of rows) {
    timelines.set(countryCode, [...(timelines.get(countryCode) ?? []), change]);
  }
  return timelines;
}

/** Stores the current status of an entity in a country, and the change that led to it. */
export async function saveStatusChange(
  client: Transaction,
  { organizationId, entityId }: ActivatedEntity,
  after: CountryActivation,
  change: ActivationChange,
): Promise<void> {
  const { countryCode, status, activatedAt, deactivatedAt, updatedAt } = after;
  await client.query({
    name: 'country-activation-write',
    text: `insert into country_activations
             (organization_id, entity_id, country_code, status, activated_at, deactivated_at, updated_at)
           values ($1, $2, $3, $4, $5, $6, $7)
           on conflict (organization_id, entity_id, country_code) do update set status = excluded.status,
             activated_at = excluded.activated_at, deactivated_at = excluded.deactivated_at, updated_at = excluded.updated_at`,
    values: [organizationId, entityId, countryCode, status, activatedAt, deactivatedAt, updatedAt],
  });
  await client.query({
    name: 'country-activation-change',
    text: `insert into country_activation_changes
             (organization_id, entity_id, country_code, id, status, previous_status, changed_by, changed_at)
           values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    values: [
      organizationId,
      entityId,
      countryCode,
      newId(change.changedAt.getTime()),
      change.status,
      change.previousStatus,
      JSON.stringify(change.changedBy),
      change.changedAt,
    ],
  });
}
