import { setKeyLimits } from '../../../../platform/auth/index.js';
import type { Transaction } from '../../../../platform/database/index.js';
import type { RequestLimits, Plan } from '../domain/plan.js';

/** A plan with the limits of each key, and of all keys together. */
export interface StoredPlan extends RequestLimits {
  readonly plan: Plan;
  readonly agreedRequestsPerHour: number | null;
}

/**
 * Stores the plan of an account, and the limits of its production organization and of that organization's keys; the transaction must belong
 * to that organization.
 */
export async function storePlan(
  client: Transaction,
  productionId: string,
  { plan, agreedRequestsPerHour, rateLimit, burstLimit }: StoredPlan,
): Promise<void> {
  await client.query(
    `update organizations set plan = $2, agreed_requests_per_hour = $3 where id = $1 or paired_organization_id = $1`,
    [productionId, plan, agreedRequestsPerHour],
  );
  await client.query('update organizations set requests_per_hour = $2, requests_per_minute = $3 where id = $1', [
    productionId,
    rateLimit,
    burstLimit,
  ]);
  await setKeyLimits(client, productionId, { rateLimit, burstLimit });
}

/** Returns the requests per hour agreed with an organization; `null` if those of its plan apply. */
export async function findAgreedRequests(client: Transaction, organizationId: string): Promise<number | null> {
  const { rows } = await client.query<{ agreed: number | null }>(
    'select agreed_requests_per_hour as agreed from organizations where id = $1',
    [organizationId],
  );
  return rows[0]?.agreed ?? null;
}
