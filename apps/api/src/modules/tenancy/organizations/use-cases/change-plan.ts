import { failure, ok, type Result } from '@tamis/stdx';

import { byAdministration, diffChanges, recordAudit } from '../../../../platform/audit/index.js';
import { inTransaction, type PgPool } from '../../../../platform/database/index.js';
import { requestLimits, type Plan } from '../domain/plan.js';
import { findOrganization } from '../persistence/organization-store.js';
import { findAgreedRequests, storePlan } from '../persistence/plan-store.js';

export interface PlanRequest {
  /** The id of either organization of the account. */
  readonly organizationId: string;
  readonly plan: Plan;
  /** The limit for the keys of the production organization; `null` means that of the plan. */
  readonly agreedRequestsPerHour: number | null;
}

/** Changes the plan of an account, for the server operator; its keys have the new limit from their next request. */
export async function changePlan(
  pool: PgPool,
  { organizationId, plan, agreedRequestsPerHour }: PlanRequest,
): Promise<Result<{ readonly plan: Plan; readonly requestsPerHour: number }, 'no-organization'>> {
  return inTransaction(pool, organizationId, async (client) => {
    const named = await findOrganization(client, organizationId);
    if (!named) return failure('no-organization');
    const production = named.environment === 'production' ? named.id : named.pairedOrganizationId;
    await client.switchOrganization(production);
    const limits = requestLimits(plan, 'production', agreedRequestsPerHour);
    const requestsPerHour = limits.rateLimit;
    const agreedBefore = await findAgreedRequests(client, production);
    const { rateLimit } = requestLimits(named.plan, 'production', agreedBefore);
    const before = { plan: named.plan, requestsPerHour: rateLimit };
    await storePlan(client, production, { plan, agreedRequestsPerHour, ...limits });
    await recordAudit(client, byAdministration(production), [
      {
        event: 'organization_updated',
        resourceType: 'organization',
        resourceId: production,
        summary: `plan ${plan}, ${requestsPerHour} requests an hour`,
        changes: diffChanges(before, { plan, requestsPerHour }, ['plan', 'requestsPerHour']),
      },
    ]);
    return ok({ plan, requestsPerHour });
  });
}
