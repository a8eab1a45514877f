import {
  findOrganizations,
  minIdAtSql,
  type Queryable,
  type Transaction,
} from '../../../../platform/database/index.js';

import { enrichmentLimits } from '../domain/enrichment-limits.js';
import { circuitOpenText } from '../domain/execution.js';

/** Ids begin with their time, so the primary key finds the younger ones. */
const youngerThan = (interval: string): string => `id >= ${minIdAtSql(`now() - interval '${interval}'`)}`;

/** Returns the average duration of the organization's newest successful executions, by integration. */
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

/** Executions of one integration with the same outcome: `delivered`, `open`, or an error code. */
export interface Activity {
  readonly code: string;
  readonly outcome: string;
  readonly lastDay: number;
  readonly lastAt: Date;
  /** When a call was last rejected because the circuit was open; `null` if none was. */
  readonly turnedAwayAt: Date | null;
}

/** Returns the provider calls for one organization in the last week. Executions that follow an equal one made no call. */
export async function findActivity(client: Queryable, organizationId: string): Promise<readonly Activity[]> {
  const { rows } = await client.query<Activity>(
    `select integration_code as code,
       case state when 'succeeded' then 'delivered' when 'queued' then 'open' when 'running' then 'open' else error_code end as outcome,
       (count(*) filter (where ${youngerThan('24 hours')}))::int as "lastDay",
       max(coalesce(finished_at, created_at)) as "lastAt",
       max(finished_at) filter (where error_message like '% ${circuitOpenText}') as "turnedAwayAt"
     from enrichment_executions where organization_id = $1 and ${youngerThan('7 days')} and leader_id is null group by 1, 2`,
    [organizationId],
  );
  return rows;
}

/** SQL: number of providers that recently rejected calls of organization `$1` and whose circuits are therefore still open. */
export const turnedAwaySql = `select count(distinct integration_code) from enrichment_executions
  where organization_id = $1 and ${youngerThan(`${enrichmentLimits.circuit.halfOpenMs / 1_000} seconds`)}
    and error_message like '% ${circuitOpenText}'`;

/**
 * Returns organizations with executions, using one step in the primary key for each. The transaction of `client` does not belong to an
 * organization.
 */
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

/** The budget of a provider for one credential. */
export interface StoredBudget {
  readonly provider: string;
  /** Milliseconds until the next call is allowed. Negative if it has been allowed for that long. */
  readonly nextInMs: number;
}

export async function findBudgets(client: Queryable): Promise<readonly StoredBudget[]> {
  const { rows } = await client.query<StoredBudget>(
    `select provider, extract(epoch from next_at - now())::float8 * 1000 as "nextInMs" from provider_budgets`,
  );
  return rows;
}
