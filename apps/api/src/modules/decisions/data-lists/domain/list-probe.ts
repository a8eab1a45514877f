import { probeKeys } from './list-keys.js';

/** A value to look up on a list. */
export interface ListProbe {
  readonly listId: string;
  readonly value: string;
  /** Whether the value has the type address and therefore matches the address blocks of any list. Default: `false`. */
  readonly isAddress?: boolean;
}

/** A value to look up on all active lists of a type. */
export interface ListTypeProbe extends Omit<ListProbe, 'listId'> {
  readonly listType: string;
}

/** A key of the value at `place` to look up on a list, or on all active lists of a type. */
export interface KeyProbe {
  readonly place: number;
  readonly listId: string | null;
  readonly listType: string | null;
  readonly key: string;
  readonly addressListsOnly: boolean;
}

/** Returns the keys of all values. A value without keys gets an empty key. It matches nothing, but shows whether the list exists. */
export const keyProbes = (probes: readonly (ListProbe | ListTypeProbe)[]): readonly KeyProbe[] =>
  probes.flatMap((probe, place) => {
    const keys = probeKeys(probe.value, probe.isAddress ?? false);
    const lists =
      'listId' in probe ? { listId: probe.listId, listType: null } : { listId: null, listType: probe.listType };
    return (keys.length > 0 ? keys : [{ key: '', addressListsOnly: false }]).map((key) => ({
      ...key,
      place,
      ...lists,
    }));
  });
