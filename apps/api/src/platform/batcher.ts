import { failure, ok, type Result } from '@tamis/stdx';

export interface BatcherOptions<Item, Value> {
  /** Items of one group at most. */
  readonly maxBatchSize: number;
  /** Groups of one key that may be under way at once. */
  readonly maxConcurrency: number;
  /** What the groups of a key wait for, with others; what arrives meanwhile is one of the group. Absent: for nothing. */
  readonly takeTurn?: <T>(key: string, work: () => Promise<T>) => Promise<T>;
  /** Never rejects: says for each item, in order, what became of it. */
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
 * Does the work of those together that wait at the same time under one key, in order of arrival. Nobody waits for company: what
 * arrives while a group is under way makes the next one.
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
      // Those of the same turn of the event loop go together.
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
    // Another worker of the key may have taken all.
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
 * A `processBatch` of work that is undone as a whole when it throws: then each item is tried alone, as what is wrong with one is no
 * reason for the others to fail.
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
