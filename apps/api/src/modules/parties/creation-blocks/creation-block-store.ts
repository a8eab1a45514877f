import type { Queryable } from '../../../platform/database/index.js';
import { ListBlocks } from '../../decisions/data-lists/index.js';
import type { CreationBlock } from './creation-block.js';

const columns = `id, list_id as "listId", field_path as "fieldPath", scope, created_by as "createdBy", created_at as "createdAt"`;

/** Returns the blocks, oldest first. With `type`, only those that can apply to an entity of that type. */
export async function findCreationBlocks(
  client: Queryable,
  organizationId: string,
  type?: string,
): Promise<readonly CreationBlock[]> {
  const { rows } = await client.query<CreationBlock>({
    name: 'creation-blocks',
    text: `select ${columns} from creation_blocks
      where organization_id = $1 and ($2::text is null or scope in ('all', $2)) order by created_at, id`,
    values: [organizationId, type ?? null],
  });
  return rows;
}

export async function insertCreationBlock(
  client: Queryable,
  organizationId: string,
  block: CreationBlock,
): Promise<void> {
  await client.query(
    `insert into creation_blocks (organization_id, id, list_id, field_path, scope, created_by, created_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [organizationId, block.id, block.listId, block.fieldPath, block.scope, block.createdBy, block.createdAt],
  );
}

/** Returns `null` if there is no such block. */
export async function deleteCreationBlock(
  client: Queryable,
  organizationId: string,
  id: string,
): Promise<CreationBlock | null> {
  const { rows } = await client.query<CreationBlock>(
    `delete from creation_blocks where organization_id = $1 and id = $2 returning ${columns}`,
    [organizationId, id],
  );
  return rows[0] ?? null;
}

/** Implemented for the module `decisions`, which does not depend on creation blocks. */
export class StoredListBlocks extends ListBlocks {
  async findByList(client: Queryable, organizationId: string, listId: string): Promise<readonly string[]> {
    const { rows } = await client.query<{ id: string }>(
      'select id from creation_blocks where organization_id = $1 and list_id = $2 order by created_at, id',
      [organizationId, listId],
    );
    return rows.map(({ id }) => id);
  }
}
