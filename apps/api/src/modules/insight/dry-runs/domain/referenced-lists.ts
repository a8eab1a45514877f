import type { CompiledRuleSet } from '@tamis/engine';
import { isUUID } from 'class-validator';

/** Lists that rules ask. */
export interface ReferencedLists {
  /** All lists of these. */
  readonly types: readonly string[];
  readonly listIds: readonly string[];
}

/** Lists some rule sets ask: those they name, and all of the types they name. */
export function findReferencedLists(sets: readonly CompiledRuleSet[]): ReferencedLists {
  const names = [...new Set(sets.flatMap((set) => set.factNeeds().lists.map(({ id }) => id)))];
  return { types: names.filter((name) => !isUUID(name)), listIds: names.filter((name) => isUUID(name)) };
}
