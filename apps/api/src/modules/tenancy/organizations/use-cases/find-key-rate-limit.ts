import type { Transaction } from '../../../../platform/database/index.js';
import { requestsPerHour } from '../domain/plan.js';
import { findOrganization } from '../persistence/organization-store.js';
import { findAgreedRequests } from '../persistence/plan-store.js';

/** Requests per hour of a new key of the organization; null: there is no such organization. */
export async function findKeyRateLimit(client: Transaction, organizationId: string): Promise<number | null> {
  const organization = await findOrganization(client, organizationId);
  if (!organization) return null;
  const { plan, environment } = organization;
  return requestsPerHour(plan, environment, await findAgreedRequests(client, organizationId));
}
