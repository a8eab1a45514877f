import { isUUID } from 'class-validator';

import type { Queryable } from '../../../../platform/database/index.js';
import type { ListStatus, ListType } from '../domain/list-enumerations.js';

export interface ListSummary {
  readonly id: string;
  readonly name: string;
  readonly type: ListType;
  readonly status: ListStatus;
  readonly isGlobal: boolean;
  readonly revision: number;
}

/** Rules are read in NFC; a name is stored as it was sent, and some systems send accents as characters of their own. */
export const isSameName = (a: string, b: string): boolean => a.normalize() === b.normalize();

/**
 * Finds lists by id or name. The result has one entry for each reference to an existing list. If several lists have the same name, it is
 * the oldest active one, or otherwise the oldest.
 */
export async function findLists(
  client: Queryable,
  organizationId: string,
  references: readonly string[],
): Promise<ReadonlyMap<string, ListSummary>> {
  const found = new Map<string, ListSummary>();
  if (references.length === 0) return found;
  const ids = references.filter((reference) => isUUID(reference)).map((id) => id.toLowerCase());
  const { rows } = await client.query<ListSummary>(
    `select id, name, type, status, is_global as "isGlobal", revision from data_lists
     where organization_id = $1 and (id = any($2::uuid[]) or normalize(name) = any($3::text[]))
     order by (status = 'active') desc, created_at, id`,
    [organizationId, ids, references.map((reference) => reference.normalize())],
  );
  for (const reference of references) {
    const list =
      rows.find(({ id }) => id === reference.toLowerCase()) ?? rows.find(({ name }) => isSameName(name, reference));
    if (list) found.set(reference, list);
  }
  return found;
}
