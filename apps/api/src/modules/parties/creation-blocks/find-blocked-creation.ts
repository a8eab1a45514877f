import type { JsonValue } from '@tamis/stdx';
import type { Queryable } from '../../../platform/database/index.js';
import { checkLists } from '../../decisions/data-lists/index.js';
import type { BlockedCreation } from './creation-block.js';
import { findCreationBlocks } from './creation-block-store.js';

/** The texts at a path of a record: one, each of a list, or none. Numbers and flags are read as they are written. */
function valuesAt(record: JsonValue, path: string): readonly string[] {
  let at: JsonValue | undefined = record;
  for (const step of path.split('.')) {
    if (typeof at !== 'object' || at === null || Array.isArray(at) || !Object.hasOwn(at, step)) return [];
    at = (at as Readonly<Record<string, JsonValue>>)[step];
  }
  return (Array.isArray(at) ? (at as readonly JsonValue[]) : [at]).flatMap(textOf);
}

const textOf = (value: JsonValue | undefined): readonly string[] =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? [String(value)] : [];

/**
 * The oldest block that forbids this entity; null when none does. To be asked in the transaction that would create it. A list
 * that is not active forbids nothing.
 *
 * @param record the entity as it would be answered
 */
export async function findBlockedCreation(
  client: Queryable,
  organizationId: string,
  type: string,
  record: JsonValue,
  now: Date,
): Promise<BlockedCreation | null> {
  const blocks = await findCreationBlocks(client, organizationId, type);
  const probes = blocks.flatMap((block) => valuesAt(record, block.fieldPath).map((value) => ({ block, value })));
  const answers = await checkLists(
    client,
    organizationId,
    probes.map(({ block, value }) => ({ listId: block.listId, value })),
    now,
  );
  const hit = probes.find((_, place) => answers[place]!.membership === 'listed');
  if (!hit) return null;
  const { id, listId, fieldPath, scope } = hit.block;
  return { ruleId: id, listId, fieldPath, scope, matchedValue: hit.value };
}
