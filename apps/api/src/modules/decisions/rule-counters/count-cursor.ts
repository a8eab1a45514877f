import type { Queryable } from '../../../platform/database/index.js';

/** Which evaluations of an organization are included in its counts. Snapshots and transaction ids are in PostgreSQL's text format. */
export interface CountCursor {
  /** Evaluations visible in this snapshot are included in the counts. */
  readonly counted: string;
  /** Evaluations visible in this one are also included, up to the position below. `null` if no counting is in progress. */
  readonly counting: string | null;
  /** When that snapshot was taken. */
  readonly countingAt: Date | null;
  readonly arrived: string;
  readonly evaluationId: string;
}

/** Locks the cursor, so that nobody else counts for the organization until the transaction ends. */
export async function lockCursor(client: Queryable, organizationId: string): Promise<CountCursor> {
  await client.query(
    'insert into rule_count_progress (organization_id) values ($1) on conflict (organization_id) do nothing',
    [organizationId],
  );
  const { rows } = await client.query<CountCursor>(
    `select counted::text, counting::text, counting_at as "countingAt", arrived::text, evaluation_id as "evaluationId"
     from rule_count_progress where organization_id = $1 for update`,
    [organizationId],
  );
  return rows[0]!;
}

/**
 * Returns a new position to count to, covering what has been committed by now. It starts before the first evaluation that was not counted.
 */
export async function advanceCursor(
  client: Queryable,
  counted: string,
): Promise<CountCursor & { readonly counting: string }> {
  const { rows } = await client.query<Omit<CountCursor, 'counted'> & { readonly counting: string }>(
    `select pg_current_snapshot()::text as counting, pg_snapshot_xmin($1::pg_snapshot)::text as arrived,
       '00000000-0000-0000-0000-000000000000' as "evaluationId", statement_timestamp() as "countingAt"`,
    [counted],
  );
  return { counted, ...rows[0]! };
}

export async function saveCursor(
  client: Queryable,
  organizationId: string,
  { counted, counting, countingAt, arrived, evaluationId }: CountCursor,
): Promise<void> {
  await client.query(
    `update rule_count_progress set counted = $2, counting = $3, counting_at = $4, arrived = $5, evaluation_id = $6
     where organization_id = $1`,
    [organizationId, counted, counting, countingAt, arrived, evaluationId],
  );
}
