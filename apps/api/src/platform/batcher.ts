import { failure, ok, type Result } from '@tamis/stdx';

export interface BatcherOptions<Item, Value> {
  /** Maximum number of items in a group. */
  readonly maxBatchSize: number;
  /** Maximum number of concurrent groups per key. */
  readonly maxConcurrency: number;
  /**
   * Waits for a turn before a group of a key starts; turns may be shared with other work. Items that arrive meanwhile join the group. If
   * absent, groups start at once.
   */
  readonly takeTurn?: <T>(key: string, work: () => Promise<T>) => Promise<T>;
  /** Processes a group and returns the result of each item, in order. It must never reject. */
  readonly processBatch: (key: string, items: readonly Item[]) => Promise<readonly Result<Value, unknown>[]>;
}

interface PendingItem<Item, Value> {
  readonly item: Item;
  readonly resolve: (value: Value) => void;
  readonly reject: (error: unknown) => void;
}

interface BatchQueue<Item, Value> {
  readonly pending: PendingItem<Item, Value>[];
  activeWorkers: number;
}

/**
 * Processes items that wait at the same time under one key as a group, in order of arrival. Items never wait for a group to fill up: items
 * that arrive while a group is in progress forms the next group.
 */
export class Batcher<Item, Value> {
  private readonly queues = new Map<string, BatchQueue<Item, Value>>();

  constructor(private readonly options: BatcherOptions<Item, Value>) {}

  enqueue(key: string, item: Item): Promise<Value> {
    const line = this.queues.get(key) ?? { pending: [], activeWorkers: 0 };
    this.queues.set(key, line);
    return new Promise((resolve, reject) => {
      line.pending.push({ item, resolve, reject });
      if (line.activeWorkers >= this.options.maxConcurrency) return;
      line.activeWorkers += 1;
      // Items of the same turn of the event loop are grouped together.
      setImmediate(() => void this.drain(key, line));
    });
  }

  private async drain(key: string, line: BatchQueue<Item, Value>): Promise<void> {
    const { takeTurn } = this.options;
    const next = (): Promise<void> => this.processNext(key, line);
    while (line.pending.length > 0) await (takeTurn ? takeTurn(key, next) : next());
    line.activeWorkers -= 1;
    if (line.activeWorkers === 0) this.queues.delete(key);
  }

  private async processNext(key: string, line: BatchQueue<Item, Value>): Promise<void> {
    const group = line.pending.splice(0, this.options.maxBatchSize);
    // Another worker of the key may already have taken all items.
    if (group.length === 0) return;
    const results = await this.options.processBatch(
      key,
      group.map(({ item }) => item),
    );
    for (const [place, { resolve, reject }] of group.entries()) {
      const result = results[place]!;
      if (result.ok) resolve(result.value);
      else reject(result.error);
    }
  }
}

/**
 * Creates a `processBatch` for work that is rolled back as a whole if it throws. Each item is then retried alone, so that one faulty item
 * does not make the others fail.
 */
export function aloneOnFailure<Item, Value>(
  work: (key: string, items: readonly Item[]) => Promise<readonly Value[]>,
): BatcherOptions<Item, Value>['processBatch'] {
  return async function processBatch(key, items) {
    try {
      return (await work(key, items)).map(ok);
    } catch (error) {
      if (items.length === 1) return [failure(error)];
      const results: Result<Value, unknown>[] = [];
      for (const item of items) results.push(...(await processBatch(key, [item])));
      return results;
    }
  };
}
