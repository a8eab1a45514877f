import type { PoolClient, QueryConfig, QueryResult } from 'pg';

interface Batch {
  readonly items: unknown[];
  readonly send: (items: readonly unknown[]) => void;
}

/** Collects items under the same key until no other work is immediately pending, so that they can be sent together. */
export class TickBatches {
  private waiting = new Map<string, Batch>();

  get isEmpty(): boolean {
    return this.waiting.size === 0;
  }

  /** Passes all items of a key to the `send` function of the first one. */
  collect<Item>(key: string, item: Item, send: (items: readonly Item[]) => void): void {
    const batch = this.waiting.get(key);
    if (batch) batch.items.push(item);
    else this.waiting.set(key, { items: [item], send: send as Batch['send'] });
  }

  send(): void {
    const { waiting } = this;
    if (waiting.size === 0) return;
    this.waiting = new Map();
    for (const { items, send } of waiting.values()) send(items);
  }
}

/** Sends statements on a connection without waiting for results. Statements sent before the current work yields leave in a single write. */
export class Pipeline {
  private unanswered: Promise<unknown>[] = [];
  private isCorked = false;
  private batches: TickBatches | null = null;

  constructor(readonly connection: PoolClient) {}

  /** One system call, one packet, one wake-up. */
  cork(): void {
    if (this.isCorked) return;
    this.isCorked = true;
    this.connection.connection.stream.cork();
    process.nextTick(uncork, this);
  }

  uncork(): void {
    this.isCorked = false;
    try {
      this.batches?.send();
    } finally {
      this.connection.connection.stream.uncork();
    }
  }

  /**
   * The error reaches the caller that awaits the result later. It is also handled here, since a connection that breaks before then must not
   * end the process.
   */
  send(statement: QueryConfig | string): Promise<QueryResult> {
    const sent = this.connection.query(statement);
    sent.catch(() => undefined);
    return sent;
  }

  /** Sends a statement whose result nobody awaits before `takeUnanswered`. */
  enqueue(statement: QueryConfig): void {
    this.cork();
    this.unanswered.push(this.send(statement));
  }

  /** Returns the results of the statements enqueued since the last call. */
  takeUnanswered(): readonly Promise<unknown>[] {
    const taken = this.unanswered;
    this.unanswered = [];
    return taken;
  }

  /** Like `TickBatches.collect`. What `send` sends leaves in one write with the other statements sent meanwhile. */
  collect<Item>(key: string, item: Item, send: (items: readonly Item[]) => void): void {
    this.batches ??= new TickBatches();
    this.batches.collect(key, item, send);
    this.cork();
  }
}

const uncork = (pipeline: Pipeline): void => pipeline.uncork();

/** Waits for all results, and throws the first error among them. */
export async function throwFirstRejection(answers: readonly Promise<unknown>[]): Promise<void> {
  for (const outcome of await Promise.allSettled(answers)) if (outcome.status === 'rejected') throw outcome.reason;
}
