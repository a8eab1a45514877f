import type { CompiledRuleSet } from '@tamis/engine';
import { isUUID } from 'class-validator';

/** Lists that rules read. */
export interface ReferencedLists {
  /** List types of which all lists are read. */
  readonly types: readonly string[];
  readonly listIds: readonly string[];
}

/** Returns the lists that rule sets read: those they name, and all lists of the types they name. */
export function findReferencedLists(sets: readonly CompiledRuleSet[]): ReferencedLists {
  const names = [...new Set(sets.flatMap((set) => set.factNeeds().lists.map(({ id }) => id)))];
  return { types: names.filter((name) => !isUUID(name)), listIds: names.filter((name) => isUUID(name)) };
}
