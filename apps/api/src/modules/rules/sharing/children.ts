import type { Queryable } from '../../../platform/database/index.js';

/** A child organization and the half of it that is in the other environment. */
export interface ChildPair {
  readonly id: string;
  readonly pairedOrganizationId: string;
}

/** The direct children of an organization: all of its own environment. */
export async function findChildPairs(client: Queryable, parentId: string): Promise<readonly ChildPair[]> {
  const { rows } = await client.query<ChildPair>(
    `select id, paired_organization_id as "pairedOrganizationId" from organizations where parent_organization_id = $1`,
    [parentId],
  );
  return rows;
}
