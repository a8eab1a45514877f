import type { NormalizedPart } from '@tamis/enrichment';

import { findOrganizations, type Queryable, type Transaction } from '../../../../platform/database/index.js';
import type { SecretLocation, Secrets } from '../../../../platform/secrets/index.js';
import type { PurchaseTimes } from '../domain/purchase-limits.js';

/** Identifies a purchase: the data, and the organization it is for. */
export interface PurchaseKey {
  readonly organizationId: string;
  readonly integrationCode: string;
  /** Normalized. */
  readonly taxId: string;
}

/** Data that was bought and is not used yet. */
export interface BoughtData {
  readonly executionId: string;
  readonly raw: unknown;
  readonly part: NormalizedPart;
  readonly fetchedAt: Date;
}

export type PurchaseClaim =
  | { readonly kind: 'mine'; readonly leaseNumber: number }
  | { readonly kind: 'bought'; readonly data: BoughtData }
  | { readonly kind: 'others' };

const isKey = 'organization_id = $1 and integration_code = $2 and tax_id = $3';
const keyValues = ({ organizationId, integrationCode, taxId }: PurchaseKey): string[] => [
  organizationId,
  integrationCode,
  taxId,
];
/** Returns SQL for purchases that are too old to be used. */
const isStale = (days: string): string => `leased_until < now() - make_interval(days => ${days})`;

const deliveredLocation = (organizationId: string, rowId: string): SecretLocation => ({
  ...{ organizationId, table: 'basic_data_purchases', rowId, field: 'delivered' },
});

/** Claims a purchase: returns whether this caller may buy the data for a while, or another caller is buying it or has bought it. */
export async function claimPurchase(
  client: Queryable,
  secrets: Secrets,
  key: PurchaseKey,
  { leaseMs, keptDays }: PurchaseTimes,
): Promise<PurchaseClaim> {
  const { rows } = await client.query<{ leaseNumber: number }>({
    name: 'basic-data-claim',
    text: `insert into basic_data_purchases as p (organization_id, integration_code, tax_id, leased_until)
      values ($1, $2, $3, now() + make_interval(secs => $4 / 1000.0))
      on conflict (organization_id, integration_code, tax_id) do update
        set leased_until = excluded.leased_until, lease_number = p.lease_number + 1, delivered = null, id = null
        where (p.delivered is null and p.leased_until < now()) or p.${isStale('$5')}
      returning lease_number as "leaseNumber"`,
    values: [...keyValues(key), leaseMs, keptDays],
  });
  if (rows[0]) return { kind: 'mine', leaseNumber: rows[0].leaseNumber };
  const data = await findBought(client, secrets, key);
  return data ? { kind: 'bought', data } : { kind: 'others' };
}

async function findBought(client: Queryable, secrets: Secrets, key: PurchaseKey): Promise<BoughtData | null> {
  const { rows } = await client.query<{ id: string; delivered: Buffer }>({
    name: 'basic-data-bought',
    text: `select id, delivered from basic_data_purchases where ${isKey} and delivered is not null`,
    values: keyValues(key),
  });
  const [row] = rows;
  if (!row) return null;
  const text = await secrets.open(client, deliveredLocation(key.organizationId, row.id), row.delivered);
  const { raw, part, fetchedAt } = JSON.parse(text) as Omit<BoughtData, 'fetchedAt'> & { fetchedAt: string };
  return { executionId: row.id, raw, part, fetchedAt: new Date(fetchedAt) };
}

/** Keeps bought data until an entity uses it, in the transaction that charges for it. */
export async function storePurchase(
  client: Transaction,
  secrets: Secrets,
  key: PurchaseKey,
  { executionId, raw, part, fetchedAt }: BoughtData,
): Promise<void> {
  const text = JSON.stringify({ raw, part, fetchedAt });
  const delivered = await secrets.seal(client, deliveredLocation(key.organizationId, executionId), text);
  await client.query(`update basic_data_purchases set id = $4, delivered = $5, leased_until = now() where ${isKey}`, [
    ...keyValues(key),
    executionId,
    delivered,
  ]);
}

/** Releases a claim after nothing was bought, so that a waiting caller may try. */
export async function releasePurchase(client: Queryable, key: PurchaseKey, leaseNumber: number): Promise<void> {
  await client.query(`delete from basic_data_purchases where ${isKey} and lease_number = $4 and delivered is null`, [
    ...keyValues(key),
    leaseNumber,
  ]);
}

/** Deletes a purchase that an entity uses, in the transaction that stores the entity. */
export async function deletePurchase(client: Queryable, key: PurchaseKey): Promise<void> {
  await client.query(`delete from basic_data_purchases where ${isKey}`, keyValues(key));
}

/**
 * Returns organizations with purchases that were not used for this many days. The transaction of `client` does not belong to an
 * organization.
 */
export const organizationsWithOldPurchases = (client: Transaction, days: number): Promise<readonly string[]> =>
  findOrganizations(
    client,
    'basic data purchases',
    `select distinct organization_id as id from basic_data_purchases where ${isStale('$1')}`,
    [days],
  );

/** Returns how many were deleted. */
export async function deleteOldPurchases(
  client: Queryable,
  organizationId: string,
  { days, rows }: { readonly days: number; readonly rows: number },
): Promise<number> {
  const { rowCount } = await client.query(
    `delete from basic_data_purchases where organization_id = $1 and (integration_code, tax_id) in (
       select integration_code, tax_id from basic_data_purchases where organization_id = $1 and ${isStale('$2')} limit $3)`,
    [organizationId, days, rows],
  );
  return rowCount ?? 0;
}
