/** What a stored version keeps of an entry to be compared by. */
export interface EntryVersion {
  readonly id: string;
  readonly contentHash: string;
}

export interface EntryChange {
  readonly id: string;
  readonly kind: 'added' | 'changed' | 'removed';
}

type Sorted = Iterable<EntryVersion> | AsyncIterable<EntryVersion>;

/** What differs between two versions of a list, both sorted by id (by code units, as `<` compares), in that order. Keeps neither in memory. */
export async function* entryChanges(before: Sorted, after: Sorted): AsyncGenerator<EntryChange> {
  const [old, next] = [new SortedReading('before', before), new SortedReading('after', after)];
  try {
    await Promise.all([old.advance(), next.advance()]);
    while (old.entry !== null || next.entry !== null) {
      const [was, is] = [old.entry, next.entry];
      if (was !== null && (is === null || was.id < is.id)) {
        yield { id: was.id, kind: 'removed' };
        await old.advance();
      } else if (is !== null && (was === null || is.id < was.id)) {
        yield { id: is.id, kind: 'added' };
        await next.advance();
      } else if (was !== null && is !== null) {
        if (was.contentHash !== is.contentHash) yield { id: is.id, kind: 'changed' };
        await Promise.all([old.advance(), next.advance()]);
      }
    }
  } finally {
    // Whoever stops early lets go of what both are read from.
    await Promise.all([old.close(), next.close()]);
  }
}

class SortedReading {
  entry: EntryVersion | null = null;
  private readonly entries: AsyncIterator<EntryVersion> | Iterator<EntryVersion>;

  constructor(
    private readonly name: string,
    entries: Sorted,
  ) {
    this.entries = Symbol.asyncIterator in entries ? entries[Symbol.asyncIterator]() : entries[Symbol.iterator]();
  }

  async advance(): Promise<void> {
    const result: IteratorResult<EntryVersion, unknown> = await this.entries.next();
    const next = result.done ? null : result.value;
    if (next !== null && this.entry !== null && next.id <= this.entry.id)
      throw new RangeError(`${this.name}: \`${next.id}\` stands after \`${this.entry.id}\`, so it is not sorted`);
    this.entry = next;
  }

  async close(): Promise<void> {
    await this.entries.return?.();
  }
}
