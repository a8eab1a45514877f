import type { ListBinding } from '@tamis/lang';

import {
  isMatrixOfEntitiesSql,
  organizationsSql,
  type Queryable,
  takeTurn,
  type Transaction,
  unassignMatrixSql,
} from '../../../../platform/database/index.js';
import {
  fromSharedMatrix,
  type SharedList,
  type SharedMatrix,
  type EnabledSharedMatrix,
} from '../domain/shared-matrix.js';
import type { ParameterSettings } from '../domain/parameter-settings.js';
import type { RiskMatrix } from '../domain/risk-matrix.js';

export type SharedType = 'risk_matrix' | 'data_list' | 'webhook';

/** A child organization with which something is shared, as its parent sees it. */
export interface ChildShare {
  readonly organizationId: string;
  readonly name: string;
  readonly environment: string;
  readonly sharedAt: Date;
  /** `null` if the child has not enabled it. */
  readonly optedInAt: Date | null;
}

/** A resource shared by a parent, as its child sees it. */
export interface SharedResource {
  readonly resourceType: SharedType;
  readonly resourceId: string;
  readonly name: string;
  readonly parentOrganizationId: string;
  readonly sharedEnabled: boolean;
  readonly sharedAt: Date;
}

const sharesWithOptIns = `child_shares s left join child_opt_ins i on i.organization_id = s.organization_id
  and i.resource_type = s.resource_type and i.resource_id = s.resource_id`;

/** Returns the organizations with which something is shared, oldest share first. */
export async function findChildShares(
  client: Queryable,
  parentId: string,
  type: SharedType,
  resourceId: string,
): Promise<readonly ChildShare[]> {
  const { rows } = await client.query<ChildShare>(
    `select s.organization_id as "organizationId", o.name, o.environment, s.shared_at as "sharedAt", i.enabled_at as "optedInAt"
     from ${sharesWithOptIns} join ${organizationsSql} o on o.id = s.organization_id
     where s.parent_organization_id = $1 and s.resource_type = $2 and s.resource_id = $3 order by s.shared_at, s.organization_id`,
    [parentId, type, resourceId],
  );
  return rows;
}

/** Returns what is shared with an organization, oldest share first. */
export async function findSharedResources(
  client: Queryable,
  organizationId: string,
  type?: SharedType,
): Promise<readonly SharedResource[]> {
  const { rows } = await client.query<SharedResource>(
    `select s.resource_type as "resourceType", s.resource_id as "resourceId", s.name,
       s.parent_organization_id as "parentOrganizationId", i.enabled_at is not null as "sharedEnabled", s.shared_at as "sharedAt"
     from ${sharesWithOptIns} where s.organization_id = $1 and ($2::text is null or s.resource_type = $2)
     order by s.shared_at, s.resource_id`,
    [organizationId, type ?? null],
  );
  return rows;
}

/** Returns the matrices of its parent that an organization has enabled, oldest share first. */
export async function findEnabledSharedMatrices(
  client: Queryable,
  organizationId: string,
): Promise<readonly EnabledSharedMatrix[]> {
  const { rows } = await client.query<{ content: string; parameters: string }>({
    name: 'shared-matrices',
    text: `select s.content, i.parameters from child_shares s
        join child_opt_ins i using (organization_id, resource_type, resource_id)
      where s.organization_id = $1 and s.resource_type = 'risk_matrix' order by s.shared_at, s.resource_id`,
    values: [organizationId],
  });
  return rows.map(({ content, parameters }) => ({
    ...(JSON.parse(content) as SharedMatrix),
    parameters: JSON.parse(parameters) as ParameterSettings,
  }));
}

/** Stores the values that an organization sets for parameters in the rules of an enabled matrix. */
export async function storeSharedParameters(
  client: Transaction,
  organizationId: string,
  matrixId: string,
  parameters: ParameterSettings,
): Promise<void> {
  await client.query(
    `update child_opt_ins set parameters = $3
     where organization_id = $1 and resource_type = 'risk_matrix' and resource_id = $2`,
    [organizationId, matrixId, JSON.stringify(parameters)],
  );
}

/** A matrix of the parent, as it is displayed to the child. */
export interface SharedMatrixView {
  readonly matrix: RiskMatrix;
  readonly rules: SharedMatrix['rules'];
  readonly sharedEnabled: boolean;
}

/** Returns all matrices that the parent of an organization shares with it, oldest share first. */
export async function findAllSharedMatrices(
  client: Queryable,
  organizationId: string,
): Promise<readonly SharedMatrixView[]> {
  const { rows } = await client.query<{ content: string; sharedEnabled: boolean }>(
    `select s.content, i.enabled_at is not null as "sharedEnabled" from ${sharesWithOptIns}
     where s.organization_id = $1 and s.resource_type = 'risk_matrix' order by s.shared_at, s.resource_id`,
    [organizationId],
  );
  return rows.map(({ content, sharedEnabled }) => {
    const { matrix, rules } = JSON.parse(content) as SharedMatrix;
    return { matrix: fromSharedMatrix(matrix), rules, sharedEnabled };
  });
}

/** Returns the lists of its parent that an organization has enabled, as rules name them. */
export async function findEnabledSharedLists(
  client: Queryable,
  organizationId: string,
): Promise<readonly ListBinding[]> {
  const { rows } = await client.query<{ id: string; name: string; content: string }>(
    `select s.resource_id as id, s.name, s.content from child_shares s
       join child_opt_ins i using (organization_id, resource_type, resource_id)
     where s.organization_id = $1 and s.resource_type = 'data_list' order by s.shared_at, s.resource_id`,
    [organizationId],
  );
  return rows.map(({ id, name, content }) => {
    const { type } = JSON.parse(content) as SharedList;
    return { id, name, type, readOnly: true };
  });
}

/** A matrix that is shared with a child, and the child's copy of it. */
export interface MatrixShare {
  readonly childId: string;
  readonly matrixId: string;
  /** JSON text. */
  readonly content: string;
  readonly isEnabled: boolean;
}

export async function findMatrixShares(client: Queryable, parentId: string): Promise<readonly MatrixShare[]> {
  const { rows } = await client.query<MatrixShare>({
    name: 'matrix-shares',
    text: `select s.organization_id as "childId", s.resource_id as "matrixId", s.content, i.enabled_at is not null as "isEnabled"
      from ${sharesWithOptIns} where s.parent_organization_id = $1 and s.resource_type = 'risk_matrix' order by s.organization_id, s.resource_id`,
    values: [parentId],
  });
  return rows;
}

/** A share as it is stored. */
export interface StoredShare {
  readonly type: SharedType;
  readonly resourceId: string;
  readonly name: string;
  /** Everything that the child reads of it; stored as JSON. */
  readonly content: object;
  readonly listIds: readonly string[];
}

/** Stores a new share, or updates its content. */
export async function storeShare(
  client: Queryable,
  parentId: string,
  childId: string,
  { type, resourceId, name, content, listIds }: StoredShare,
  at: Date,
): Promise<void> {
  await client.query(
    `insert into child_shares (organization_id, parent_organization_id, resource_type, resource_id, name, content, list_ids, shared_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (organization_id, resource_type, resource_id) do update
       set name = excluded.name, content = excluded.content, list_ids = excluded.list_ids`,
    [childId, parentId, type, resourceId, name, JSON.stringify(content), listIds, at],
  );
}

/** Stops sharing the resource, whether or not it was enabled. */
export async function deleteShare(
  client: Queryable,
  parentId: string,
  childId: string,
  { type, resourceId }: Pick<StoredShare, 'type' | 'resourceId'>,
): Promise<void> {
  await client.query(
    `delete from child_shares where parent_organization_id = $1 and organization_id = $2 and resource_type = $3 and resource_id = $4`,
    [parentId, childId, type, resourceId],
  );
}

/** Stops sharing all lists with children. */
export async function deleteListShares(client: Queryable, parentId: string): Promise<void> {
  await client.query(`delete from child_shares where parent_organization_id = $1 and resource_type = 'data_list'`, [
    parentId,
  ]);
}

/** Enables or disables a shared resource for an organization. */
export async function storeOptIn(
  client: Transaction,
  organizationId: string,
  { resourceType, resourceId, parentOrganizationId }: SharedResource,
  enabled: { readonly by: string; readonly at: Date } | null,
): Promise<void> {
  if (enabled === null)
    await client.query(
      'delete from child_opt_ins where organization_id = $1 and resource_type = $2 and resource_id = $3',
      [organizationId, resourceType, resourceId],
    );
  else
    await client.query(
      `insert into child_opt_ins (organization_id, resource_type, resource_id, parent_organization_id, enabled_by, enabled_at)
       values ($1, $2, $3, $4, $5, $6) on conflict do nothing`,
      [organizationId, resourceType, resourceId, parentOrganizationId, enabled.by, enabled.at],
    );
}

const matrixUses = (organizationId: string): string => `matrix uses ${organizationId}`;

/**
 * Must be called before matrices are looked up in order to assign them: none can be unassigned until the transaction ends. Concurrent
 * assignments do not wait for each other.
 */
export const holdMatrices = (client: Transaction, organizationId: string): void =>
  client.enqueue({
    name: 'matrices-hold',
    text: 'select pg_advisory_xact_lock_shared(hashtextextended($1, 0))',
    values: [matrixUses(organizationId)],
  });

/** Whether a matrix is a default of an organization or assigned to one of its entities. Prevents assignments until the transaction ends. */
export async function isMatrixAssigned(
  client: Transaction,
  organizationId: string,
  matrixId: string,
): Promise<boolean> {
  await takeTurn(client, matrixUses(organizationId));
  const { rows } = await client.query<{ assigned: boolean }>(
    `select exists (select from risk_matrix_defaults where organization_id = $1 and risk_matrix_id = $2)
       or ${isMatrixOfEntitiesSql} as assigned`,
    [organizationId, matrixId],
  );
  return rows[0]!.assigned;
}

export async function unassignMatrix(client: Transaction, organizationId: string, matrixId: string): Promise<void> {
  await takeTurn(client, matrixUses(organizationId));
  await client.query('delete from risk_matrix_defaults where organization_id = $1 and risk_matrix_id = $2', [
    organizationId,
    matrixId,
  ]);
  await client.query(unassignMatrixSql, [organizationId, matrixId]);
}
