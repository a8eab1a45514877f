import type { CompiledRuleSet, Context } from '@tamis/engine';

const keys: readonly string[] = ['originEntityId', 'destinationEntityId'];

/**
 * The entities by which all windows of some sets find payments for a subject: no other payments have to be read for it. Null: some
 * window finds them otherwise.
 */
export function keyEntities(sets: readonly CompiledRuleSet[], context: Context): readonly string[] | null {
  const windows = sets.flatMap((set) => set.factNeeds().windows).filter(({ source }) => source === 'transactions');
  const isByEntity = windows.every(({ links }) =>
    links.some((alternatives) =>
      alternatives.every((needs) =>
        needs.some(({ ofSubject, ofRecord }) => keys.includes(ofSubject) && keys.includes(ofRecord)),
      ),
    ),
  );
  if (!isByEntity) return null;
  return keys.flatMap((key) => (typeof context[key] === 'string' ? [context[key]] : []));
}
