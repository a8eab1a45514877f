import { newId, type Queryable, type Transaction } from '../../../../platform/database/index.js';
import type { CreationFailure, MaterializeNode, NodeEnrichment, NodeState } from '../domain/materialize-run.js';
import { type Partner, partnerKey } from '../domain/partner.js';

const columns = `id, source_entity_id as "sourceEntityId", level, state, partner::text as partner, entity_id as "entityId",
  request_id as "requestId"`;

type NodeRow = Omit<MaterializeNode, 'partner'> & { readonly partner: string | null };

const toNode = (row: NodeRow): MaterializeNode => ({
  ...row,
  partner: row.partner === null ? null : (JSON.parse(row.partner) as Partner),
});

/** Stores the root of a run, whose entity already exists. */
export async function insertRoot(
  client: Transaction,
  organizationId: string,
  {
    runId,
    entityId,
    requestId,
  }: { readonly runId: string; readonly entityId: string; readonly requestId: string | null },
): Promise<void> {
  await client.query(
    `insert into materialize_nodes (organization_id, run_id, id, source_entity_id, partner_key, level, state, entity_id, request_id)
     values ($1, $2, $3, $4, 'root', 0, case when $5::uuid is null then 'settled' else 'enriching' end, $4, $5)`,
    [organizationId, runId, newId(), entityId, requestId],
  );
}

/** Stores those partners of an entity that the run does not have yet. */
export async function insertPartners(
  client: Transaction,
  organizationId: string,
  { runId, sourceEntityId, level }: { readonly runId: string; readonly sourceEntityId: string; readonly level: number },
  partners: readonly Partner[],
): Promise<void> {
  const rows = partners.map((partner) => ({ id: newId(), key: partnerKey(organizationId, partner), partner }));
  await client.query({
    name: 'materialize-nodes-insert',
    text: `insert into materialize_nodes (organization_id, run_id, source_entity_id, level, state, id, partner_key, partner)
      select $1, $2, $3, $4, 'waiting', r.id, r.key, r.partner from json_to_recordset($5) r (id uuid, key text, partner json)
      on conflict (organization_id, run_id, source_entity_id, partner_key) do nothing`,
    values: [organizationId, runId, sourceEntityId, level, JSON.stringify(rows)],
  });
}

export async function countNodes(client: Queryable, organizationId: string, runId: string): Promise<number> {
  const { rows } = await client.query<{ n: number }>(
    'select count(*)::int as n from materialize_nodes where organization_id = $1 and run_id = $2',
    [organizationId, runId],
  );
  return rows[0]!.n;
}

/** Whether the partners of an entity are already nodes of the run, because it is part of a cycle or reached in two ways. */
export async function isExpandedIn(
  client: Queryable,
  organizationId: string,
  runId: string,
  entityId: string,
): Promise<boolean> {
  const { rowCount } = await client.query(
    'select from materialize_nodes where organization_id = $1 and run_id = $2 and entity_id = $3 and is_expanded limit 1',
    [organizationId, runId, entityId],
  );
  return rowCount === 1;
}

/** Returns open nodes of the highest level that has any, in the order of their source entities. */
export async function findOpenNodes(
  client: Queryable,
  organizationId: string,
  runId: string,
): Promise<readonly MaterializeNode[]> {
  const { rows } = await client.query<NodeRow>({
    name: 'materialize-nodes-open',
    text: `select ${columns} from materialize_nodes n where organization_id = $1 and run_id = $2 and state in ('waiting', 'enriching', 'settled')
        and level = (select min(level) from materialize_nodes where organization_id = $1 and run_id = $2
          and state in ('waiting', 'enriching', 'settled')) order by id`,
    values: [organizationId, runId],
  });
  return rows.map(toNode);
}

/** Locks a node until the transaction ends; `null` if it is in another state by now. */
export async function lockNode(
  client: Transaction,
  organizationId: string,
  id: string,
  state: NodeState,
): Promise<MaterializeNode | null> {
  const { rows } = await client.query<NodeRow>({
    name: 'materialize-node-lock',
    text: `select ${columns} from materialize_nodes where organization_id = $1 and id = $2 and state = $3 for update`,
    values: [organizationId, id, state],
  });
  return rows[0] ? toNode(rows[0]) : null;
}

/** Changes to a locked node; omitted members stay unchanged. */
export interface NodeMove {
  readonly state: NodeState;
  readonly entityId?: string;
  readonly isCreated?: boolean;
  /** Its own partners are known, and have become nodes. */
  readonly isExpanded?: boolean;
  readonly relationshipsCreated?: number;
  readonly requestId?: string;
  readonly enrichment?: NodeEnrichment;
  readonly failure?: CreationFailure;
}

export function moveNode(client: Transaction, organizationId: string, id: string, move: NodeMove): void {
  client.enqueue({
    name: 'materialize-node-move',
    text: `update materialize_nodes set state = $3, entity_id = coalesce($4, entity_id), is_created = is_created or $5,
        relationships_created = relationships_created + $6, request_id = coalesce($7, request_id),
        enrichment = coalesce($8, enrichment), failure = coalesce($9, failure), is_expanded = is_expanded or $10
      where organization_id = $1 and id = $2`,
    values: [
      organizationId,
      id,
      move.state,
      move.entityId ?? null,
      move.isCreated ?? false,
      move.relationshipsCreated ?? 0,
      move.requestId ?? null,
      move.enrichment ? JSON.stringify(move.enrichment) : null,
      move.failure ? JSON.stringify(move.failure) : null,
      move.isExpanded ?? false,
    ],
  });
}

/** Result for a node. */
export interface EndedNode {
  readonly level: number;
  readonly sourceEntityId: string;
  readonly entityId: string | null;
  readonly isCreated: boolean;
  readonly isExpanded: boolean;
  readonly relationshipsCreated: number;
  readonly enrichment: NodeEnrichment | null;
  readonly failure: CreationFailure | null;
  readonly partner: Partner | null;
}

/** Returns all nodes of a run, in the order in which they were added. */
export async function readNodes(
  client: Queryable,
  organizationId: string,
  runId: string,
): Promise<readonly EndedNode[]> {
  const { rows } = await client.query<Omit<EndedNode, 'partner'> & { readonly partner: string | null }>(
    `select level, source_entity_id as "sourceEntityId", entity_id as "entityId", is_created as "isCreated", is_expanded as "isExpanded",
       relationships_created as "relationshipsCreated", enrichment::jsonb as enrichment, failure::jsonb as failure, partner::text as partner
     from materialize_nodes where organization_id = $1 and run_id = $2 order by level, id`,
    [organizationId, runId],
  );
  return rows.map(({ partner, ...row }) => ({
    ...row,
    partner: partner === null ? null : (JSON.parse(partner) as Partner),
  }));
}
