import type { WatchlistEntry } from './entry.js';

/** Identifies an entry among those of all lists. */
export type EntryKey = Pick<WatchlistEntry, 'dataset' | 'id'>;

export const entryKey = ({ dataset, id }: EntryKey): string => `${dataset}/${id}`;

/**
 * Groups entries of several lists that the lists themselves declare to be the same. Returns the cluster of each entry, named by the
 * smallest key of its entries. The clusters do not depend on the order of the entries.
 */
export function clusterEntries(
  entries: Iterable<EntryKey & Pick<WatchlistEntry, 'referents'>>,
): ReadonlyMap<string, string> {
  const groups = new Groups();
  const keys: string[] = [];
  for (const entry of entries) {
    const key = entryKey(entry);
    keys.push(key);
    const own = groups.number(`entry ${key}`);
    for (const referent of entry.referents) groups.join(own, groups.number(`referent ${referent}`));
  }
  const least = new Map<number, string>();
  for (const key of keys.toSorted()) {
    const group = groups.of(groups.number(`entry ${key}`));
    if (!least.has(group)) least.set(group, key);
  }
  return new Map(keys.map((key) => [key, least.get(groups.of(groups.number(`entry ${key}`))) ?? key]));
}

/** Disjoint sets of names. */
class Groups {
  private readonly numbers = new Map<string, number>();
  private readonly parents: number[] = [];

  number(name: string): number {
    let number = this.numbers.get(name);
    if (number === undefined) {
      number = this.parents.length;
      this.numbers.set(name, number);
      this.parents.push(number);
    }
    return number;
  }

  of(number: number): number {
    let at = number;
    for (let parent = this.parents[at] ?? at; parent !== at; parent = this.parents[at] ?? at) {
      // Halves the path for later look-ups.
      this.parents[at] = this.parents[parent] ?? parent;
      at = this.parents[at] ?? parent;
    }
    return at;
  }

  join(one: number, other: number): void {
    this.parents[this.of(other)] = this.of(one);
  }
}
