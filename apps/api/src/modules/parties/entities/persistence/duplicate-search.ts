import { companyKeys } from '@tamis/screening';

import type { Queryable, Transaction } from '../../../../platform/database/index.js';
import type { CompanyIdentity, StoredCompany } from '../domain/company-identity.js';
import { normalizeTaxId } from '../domain/normalize-tax-id.js';

/** A key shared by more companies than this is not significant: the other keys find the right one. */
const maxCompaniesPerKey = 400;
/** Maximum number of companies compared word by word: those whose shared keys are the rarest. */
const maxCandidates = 100;

const columns = `e.id, e.name, e.country_code as "countryCode", e.external_id as "externalId", e.tax_id as "taxId",
  e.entity_data #>> '{company,registrationNumber}' as "registrationNumber"`;

// Each key is one range of the primary key of the table, and is read from the index alone.
const candidates = `
  select ${columns} from (
    select k.entity_id from unnest($2::text[]) as q (key)
    cross join lateral (
      select m.entity_id, count(*) over () as companies from (
        select entity_id from entity_match_keys
        where organization_id = $1 and key = q.key limit ${maxCompaniesPerKey}) m) k
    group by k.entity_id order by sum(1.0 / k.companies) desc, k.entity_id limit ${maxCandidates}
  ) near
  join entities e on e.organization_id = $1 and e.id = near.entity_id
  where e.type = 'company' and e.deleted_at is null
  union
  select ${columns} from entities e
  where e.organization_id = $1 and e.normalized_tax_id = $3 and e.type = 'company' and e.deleted_at is null`;

/** Finds companies of the organization that may be the same as this one: they share its tax id or a match key. Takes one round trip. */
export async function findCandidates(
  client: Queryable,
  organizationId: string,
  { name, externalId, normalizedTaxId }: CompanyIdentity,
): Promise<readonly StoredCompany[]> {
  const { rows } = await client.query<Omit<StoredCompany, 'normalizedTaxId'>>({
    name: 'duplicate-candidates',
    text: candidates,
    values: [organizationId, companyKeys(name, externalId), normalizedTaxId],
  });
  return rows.map((row) => ({ ...row, normalizedTaxId: row.taxId === null ? null : normalizeTaxId(row.taxId) }));
}

/**
 * Prevents others from searching for a company that may be confused with this one, until the transaction ends: similar names share a key.
 * Locks are taken in a fixed order, so that two transactions cannot wait for each other.
 */
export async function lockDuplicates(
  client: Transaction,
  organizationId: string,
  { name, externalId, normalizedTaxId }: CompanyIdentity,
): Promise<void> {
  const keys = [...companyKeys(name, externalId), ...(normalizedTaxId === null ? [] : [`t${normalizedTaxId}`])];
  await client.query({
    name: 'duplicate-locks',
    text: `select pg_advisory_xact_lock(place) from (
      select distinct hashtextextended(key, hashtextextended($1, 1)) as place from unnest($2::text[]) key order by 1) places`,
    values: [organizationId, keys],
  });
}
