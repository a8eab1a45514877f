import type { Transaction } from '../../../../platform/database/index.js';
import { type RequestLimits, requestLimits } from '../domain/plan.js';
import { findOrganization } from '../persistence/organization-store.js';
import { findAgreedRequests } from '../persistence/plan-store.js';

/** Returns the limits of a new key of the organization; `null` if there is no such organization. */
export async function findKeyLimits(client: Transaction, organizationId: string): Promise<RequestLimits | null> {
  const organization = await findOrganization(client, organizationId);
  if (!organization) return null;
  const { plan, environment } = organization;
  return requestLimits(plan, environment, await findAgreedRequests(client, organizationId));
}
