import { probeKeys } from './list-keys.js';

/** A value that may stand on a list. */
export interface ListProbe {
  readonly listId: string;
  readonly value: string;
  /** The value's type is an address, so it lies in the blocks of any list. Default false. */
  readonly isAddress?: boolean;
}

/** A value that may stand on any active list of a type. */
export interface ListTypeProbe extends Omit<ListProbe, 'listId'> {
  readonly listType: string;
}

/** A key under which the value at `place` may stand on a list, or on any active list of a type. */
export interface KeyProbe {
  readonly place: number;
  readonly listId: string | null;
  readonly listType: string | null;
  readonly key: string;
  readonly addressListsOnly: boolean;
}

/** The keys of all values. One that has none gets an empty key: it is on no list, but whether the list is there must be known. */
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
