import {
  findOrganizations,
  minIdAtSql,
  type Queryable,
  type Transaction,
} from '../../../../platform/database/index.js';

import { enrichmentLimits } from '../domain/enrichment-limits.js';

/** Ids begin with their time: the primary key finds what is younger. */
const youngerThan = (interval: string): string => `id >= ${minIdAtSql(`now() - interval '${interval}'`)}`;

/** How long the newest executions of one organization took that delivered, by integration. */
export async function findAverageMs(
  client: Queryable,
  organizationId: string,
  most: number,
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await client.query<{ code: string; averageMs: number }>({
    name: 'enrichment-executions-average',
    text: `select integration_code as code, round(avg(execution_ms))::int as "averageMs" from (
        select integration_code, execution_ms, state, leader_id from enrichment_executions
        where organization_id = $1 and ${youngerThan('24 hours')} order by id desc limit $2) e
      where state = 'succeeded' and leader_id is null group by 1`,
    values: [organizationId, most],
  });
  return new Map(rows.map(({ code, averageMs }) => [code, averageMs]));
}

/** Executions of one integration with one outcome: `delivered`, `open`, or the code of the problem. */
export interface Activity {
  readonly code: string;
  readonly outcome: string;
  readonly lastDay: number;
  readonly lastAt: Date;
  /** When one was last turned away because the circuit was open; null: none was. */
  readonly turnedAwayAt: Date | null;
}

/** What providers were asked for one organization in the last week. Those that follow an equal one asked nobody. */
export async function findActivity(client: Queryable, organizationId: string): Promise<readonly Activity[]> {
  const { rows } = await client.query<Activity>(
    `select integration_code as code,
       case state when 'succeeded' then 'delivered' when 'queued' then 'open' when 'running' then 'open' else error_code end as outcome,
       (count(*) filter (where ${youngerThan('24 hours')}))::int as "lastDay",
       max(coalesce(finished_at, created_at)) as "lastAt",
       max(finished_at) filter (where error_message like '% is not asked for a while, %') as "turnedAwayAt"
     from enrichment_executions where organization_id = $1 and ${youngerThan('7 days')} and leader_id is null group by 1, 2`,
    [organizationId],
  );
  return rows;
}

/** SQL: how many providers the organization `$1` was turned away from so lately that they are not asked still. */
export const turnedAwaySql = `select count(distinct integration_code) from enrichment_executions
  where organization_id = $1 and ${youngerThan(`${enrichmentLimits.circuit.halfOpenMs / 1_000} seconds`)}
    and error_message like '% is not asked for a while, %'`;

/** Organizations with executions, one step of the primary key each. The transaction of `client` is of none. */
export const findExecuting = (client: Transaction): Promise<readonly string[]> =>
  findOrganizations(
    client,
    'open enrichments',
    `with recursive o as (
       (select organization_id from enrichment_executions order by organization_id limit 1)
       union all
       select (select e.organization_id from enrichment_executions e where e.organization_id > o.organization_id
         order by e.organization_id limit 1) from o where o.organization_id is not null)
     select organization_id as id from o where organization_id is not null`,
  );

/** The budget of a provider that is asked with one credential. */
export interface StoredBudget {
  readonly provider: string;
  /** Milliseconds until it may be asked next; negative: for so long it might have been. */
  readonly nextInMs: number;
}

export async function findBudgets(client: Queryable): Promise<readonly StoredBudget[]> {
  const { rows } = await client.query<StoredBudget>(
    `select provider, extract(epoch from next_at - now())::float8 * 1000 as "nextInMs" from provider_budgets`,
  );
  return rows;
}
