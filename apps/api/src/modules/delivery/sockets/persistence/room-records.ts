import type { Queryable } from '../../../../platform/database/index.js';
import { type JoinableRoom, recordRooms, type RecordRoom } from '../domain/room.js';

const tables: Readonly<Record<RecordRoom, string>> = {
  entity: 'entities where',
  transaction: 'transactions where',
  job: 'batch_jobs where',
  'dry-run': 'dry_runs where removed_at is null and',
  rule: 'rules where',
  case: 'cases where',
  webhook: 'webhooks where',
};

const existingRoomsSql = recordRooms
  .map(
    (kind, place) =>
      `select '${kind}:' || id as name from ${tables[kind]} organization_id = $1 and id = any($${place + 2}::uuid[])`,
  )
  .join(' union all ');

/** Returns the names of the rooms whose record belongs to the organization, in one statement. */
export async function findExistingRooms(
  client: Queryable,
  organizationId: string,
  rooms: readonly JoinableRoom[],
): Promise<ReadonlySet<string>> {
  const ids = recordRooms.map((kind) => rooms.filter((room) => room.kind === kind).map(({ id }) => id));
  if (ids.every((each) => each.length === 0)) return new Set();
  const { rows } = await client.query<{ name: string }>({
    name: 'rooms-with-records',
    text: existingRoomsSql,
    values: [organizationId, ...ids],
  });
  return new Set(rows.map(({ name }) => name));
}
