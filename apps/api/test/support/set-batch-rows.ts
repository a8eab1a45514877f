import type pg from 'pg';

/** Stores these rows in a batch as if they had been sent. */
export async function setBatchRows(pool: pg.Pool, jobId: string, rows: readonly unknown[]): Promise<void> {
  await pool.query('delete from batch_rows where batch_id = $1', [jobId]);
  await pool.query(
    'insert into batch_rows (organization_id, batch_id, first_item, rows) select organization_id, id, 0, $2 from batch_jobs where id = $1',
    [jobId, JSON.stringify(rows)],
  );
}
