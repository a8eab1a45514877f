import { failure, ok, type Result } from '@tamis/stdx';

import { byAdministration, diffChanges, recordAudit } from '../../../../platform/audit/index.js';
import { inTransaction, type PgPool } from '../../../../platform/database/index.js';
import { requestLimits, type Plan } from '../domain/plan.js';
import { findOrganization } from '../persistence/organization-store.js';
import { findAgreedRequests, storePlan } from '../persistence/plan-store.js';

export interface PlanRequest {
  /** Either organization of the account. */
  readonly organizationId: string;
  readonly plan: Plan;
  /** For the keys of the production organization; null: as the plan has it. */
  readonly agreedRequestsPerHour: number | null;
}

/** Gives an account another plan, for whoever runs the server; its keys have the new limit from their next request on. */
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
