import type { Queryable } from '../../../../platform/database/index.js';

/** A table whose rows say by which batch they came, and are decided on. */
export type BatchRecordTable = 'transactions' | 'user_events';

/** Whether rules that run after the answer have not run yet for a record of the batch. */
export async function hasPendingEvaluations(
  client: Queryable,
  records: BatchRecordTable,
  { organizationId, id }: { readonly organizationId: string; readonly id: string },
): Promise<boolean> {
  const { rows } = await client.query<{ isWaiting: boolean }>(
    `select exists (
       select 1 from waiting_runs w
       join evaluations e on e.organization_id = w.organization_id and e.id = w.evaluation_id
       join ${records} r on r.organization_id = w.organization_id and r.id = e.record_id
       where w.organization_id = $1 and r.batch_job_id = $2) as "isWaiting"`,
    [organizationId, id],
  );
  return rows[0]!.isWaiting;
}
