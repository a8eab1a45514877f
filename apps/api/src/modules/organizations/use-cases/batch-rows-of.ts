import type { Queryable } from '../../../platform/database/index.js';
import { batchRows } from '../domain/plan.js';
import { findOrganization } from '../persistence/organization-store.js';

/** Rows of one part of a batch that the plan of the organization allows. */
export async function batchRowsOf(client: Queryable, organizationId: string): Promise<number> {
  const organization = await findOrganization(client, organizationId);
  return batchRows[organization?.plan ?? 'free'];
}
