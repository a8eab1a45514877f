import type { Transaction } from '../../../../platform/database/index.js';
import { columnOf, columnValue, entityMembers } from './entity-columns.js';
import type { EntityRow } from './entity-row.js';
import { type EntityDuplicate, findDuplicate, insertEntity } from './entity-writer.js';
import { writeNewMatchKeys } from './match-keys.js';

const columns = entityMembers.map(columnOf).join(', ');

const placeholders = (row: number): string =>
  `(${entityMembers.map((_, index) => `$${row * entityMembers.length + index + 1}`).join(', ')})`;

/**
 * Stores entities of one organization in one statement, in order, like `insertEntity`. Returns for each the duplicate that prevents it,
 * which may be an earlier one of them, or null. The transaction can continue.
 */
export async function insertEntities(
  client: Transaction,
  rows: readonly EntityRow[],
): Promise<readonly (EntityDuplicate | null)[]> {
  if (rows.length === 0) return [];
  const { rows: found } = await client.query<{ id: string }>({
    // Batches come in a few different sizes.
    name: `entities-insert-${rows.length}`,
    text: `insert into entities (${columns}) values ${rows.map((_, row) => placeholders(row)).join(', ')} on conflict do nothing returning id`,
    values: rows.flatMap((row) => entityMembers.map((member) => columnValue(row, member))),
  });
  const stored = new Set(found.map(({ id }) => id));
  await writeNewMatchKeys(
    client,
    rows.filter(({ id }) => stored.has(id)),
  );
  const duplicates: (EntityDuplicate | null)[] = [];
  for (const row of rows) {
    const isStored = stored.has(row.id);
    // If there is no duplicate any more, it was deleted meanwhile.
    duplicates.push(isStored ? null : ((await findDuplicate(client, row)) ?? (await insertEntity(client, row))));
  }
  return duplicates;
}
