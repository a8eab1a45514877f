import type { Queryable } from '../../../../platform/database/index.js';
import type { RowPart } from '../../../../platform/files/index.js';

/** Identifies a batch within its organization. */
export interface BatchRef {
  readonly organizationId: string;
  readonly id: string;
}

export async function insertBatchRows(
  client: Queryable,
  { organizationId, id }: BatchRef,
  { firstItem, text }: RowPart,
): Promise<void> {
  await client.query('insert into batch_rows (organization_id, batch_id, first_item, rows) values ($1, $2, $3, $4)', [
    organizationId,
    id,
    firstItem,
    text,
  ]);
}

/** Returns the stored part that contains a row; `null` if there is none. */
export async function findBatchRows(
  client: Queryable,
  { organizationId, id }: BatchRef,
  item: number,
): Promise<RowPart | null> {
  const { rows } = await client.query<RowPart>({
    name: 'batch-rows',
    text: `select first_item as "firstItem", rows as text from batch_rows
           where organization_id = $1 and batch_id = $2 and first_item <= $3 order by first_item desc limit 1`,
    values: [organizationId, id, item],
  });
  return rows[0] ?? null;
}
