import type { Queryable } from '../../../platform/database/index.js';

/** Whether rules that run after the answer have not run yet for a user event of the batch. */
export async function hasWaitingRuns(
  client: Queryable,
  { organizationId, id }: { readonly organizationId: string; readonly id: string },
): Promise<boolean> {
  const { rows } = await client.query<{ isWaiting: boolean }>(
    `select exists (
       select 1 from waiting_runs w
       join evaluations e on e.organization_id = w.organization_id and e.id = w.evaluation_id
       join user_events u on u.organization_id = w.organization_id and u.id = e.record_id
       where w.organization_id = $1 and u.batch_job_id = $2) as "isWaiting"`,
    [organizationId, id],
  );
  return rows[0]!.isWaiting;
}
