import type { CompiledRuleSet, Context, FactNeeds, RecordSource } from '@tamis/engine';
import { isUUID } from 'class-validator';

/** Fields of stored records that refer to an entity. */
export const entityMembers: Readonly<Record<RecordSource, readonly string[]>> = {
  transactions: ['originEntityId', 'destinationEntityId'],
  userEvents: ['entityId'],
  alerts: ['targetEntityId'],
  cases: ['entityId'],
  relationships: ['sourceEntityId', 'targetEntityId'],
  accounts: ['entityId'],
};

type Window = FactNeeds['windows'][number];

/** Returns the fields of the subject with the entities by which a window finds its records; `null` if it finds them in another way. */
function keysOf({ source, links }: Window): readonly string[] | null {
  const names = (ofRecord: string): boolean => entityMembers[source].includes(ofRecord);
  const byEntity = links.find((alternatives) =>
    alternatives.every((needs) => needs.some(({ ofRecord }) => names(ofRecord))),
  );
  if (!byEntity) return null;
  return byEntity.flatMap((needs) => needs.filter(({ ofRecord }) => names(ofRecord)).map(({ ofSubject }) => ofSubject));
}

/**
 * Returns, by source, the entities by which all windows of the sets find their records for a subject. No other records need to be read for
 * it, except payments of its own parties, which include the subject itself. Sources of which any record may be read are left out.
 */
export function keyEntities(
  sets: readonly CompiledRuleSet[],
  context: Context,
): ReadonlyMap<RecordSource, readonly string[]> {
  const windows = sets.flatMap((set) => set.factNeeds().windows);
  const found = new Map<RecordSource, readonly string[]>();
  for (const source of Object.keys(entityMembers) as RecordSource[]) {
    const keys = windows.filter((window) => window.source === source).map(keysOf);
    if (keys.includes(null)) continue;
    const own = source === 'transactions' ? entityMembers[source] : [];
    const ids = [...own, ...keys.flatMap((each) => each ?? [])].map((key) => context[key]).filter((id) => isUUID(id));
    if (own.length === 0 || ids.length > 0) found.set(source, [...new Set(ids as string[])]);
  }
  return found;
}
