import type { JsonValue } from '@tamis/stdx';
import type { Queryable } from '../../../platform/database/index.js';
import { checkLists } from '../../decisions/data-lists/index.js';
import type { BlockedCreation, CreationBlock } from './creation-block.js';
import { findCreationBlocks } from './creation-block-store.js';

/** Returns the texts at a path of a record: one text, the elements of a list, or none. Numbers and booleans are converted to text. */
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

/** An entity to be created. */
export interface WantedEntity {
  readonly type: string;
  /** The record as it would be returned. */
  readonly record: JsonValue;
}

/** Calls `findBlockedCreations` for one entity. */
export async function findBlockedCreation(
  client: Queryable,
  organizationId: string,
  wanted: WantedEntity,
  now: Date,
): Promise<BlockedCreation | null> {
  const [blocked] = await findBlockedCreations(client, organizationId, [wanted], now);
  return blocked!;
}

/**
 * Returns, for each entity, the oldest block that forbids it, or `null`. Must be called in the transaction that creates the entities. A
 * list that is not active forbids nothing.
 */
export async function findBlockedCreations(
  client: Queryable,
  organizationId: string,
  wanted: readonly WantedEntity[],
  now: Date,
): Promise<readonly (BlockedCreation | null)[]> {
  const blocksByType = new Map<string, readonly CreationBlock[]>();
  for (const type of new Set(wanted.map((each) => each.type)))
    blocksByType.set(type, await findCreationBlocks(client, organizationId, type));
  const probes = wanted.flatMap(({ type, record }, index) =>
    blocksByType
      .get(type)!
      .flatMap((block) => valuesAt(record, block.fieldPath).map((value) => ({ index, block, value }))),
  );
  const lists = probes.map(({ block, value }) => ({ listId: block.listId, value }));
  const found = await checkLists(client, organizationId, lists, now);
  const hits = probes.filter((_, place) => found[place]!.membership === 'listed');
  return wanted.map((_, index) => {
    const hit = hits.find((each) => each.index === index);
    if (!hit) return null;
    const { id, listId, fieldPath, scope } = hit.block;
    return { ruleId: id, listId, fieldPath, scope, matchedValue: hit.value };
  });
}
