import { probeKeys } from './list-keys.js';

export interface ListProbe {
  readonly listId: string;
  readonly value: string;
  /** The value's type is an address, so it lies in the blocks of any list. Default false. */
  readonly isAddress?: boolean;
}

/** A key under which the value at `place` may stand on a list. */
export interface KeyProbe {
  readonly place: number;
  readonly listId: string;
  readonly key: string;
  readonly addressListsOnly: boolean;
}

/** The keys of all values. One that has none gets an empty key: it is on no list, but whether the list is there must be known. */
export const keyProbes = (probes: readonly ListProbe[]): readonly KeyProbe[] =>
  probes.flatMap(({ listId, value, isAddress }, place) => {
    const keys = probeKeys(value, isAddress ?? false);
    return (keys.length > 0 ? keys : [{ key: '', addressListsOnly: false }]).map((key) => ({ ...key, place, listId }));
  });
