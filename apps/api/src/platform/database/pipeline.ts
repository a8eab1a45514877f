import type { PoolClient, QueryConfig, QueryResult } from 'pg';

interface Batch {
  readonly items: unknown[];
  readonly send: (items: readonly unknown[]) => void;
}

/** What is asked under the same key until nothing else is left to do at once, to be sent together. */
export class TickBatches {
  private waiting = new Map<string, Batch>();

  get isEmpty(): boolean {
    return this.waiting.size === 0;
  }

  /** All items of a key are given to the `send` of the first of them. */
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

/** A connection that sends without waiting: what is sent until nothing else is left to do at once leaves in one write. */
export class Pipeline {
  private unanswered: Promise<unknown>[] = [];
  private isCorked = false;
  private batches: TickBatches | null = null;

  constructor(readonly connection: PoolClient) {}

  /** One call of the kernel, one packet, one wake-up. */
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

  /** Whoever waits for the answer later gets the error; a connection that breaks first must not end the process. */
  send(statement: QueryConfig | string): Promise<QueryResult> {
    const sent = this.connection.query(statement);
    sent.catch(() => undefined);
    return sent;
  }

  /** Sends a statement whose answer nobody waits for before `takeUnanswered`. */
  enqueue(statement: QueryConfig): void {
    this.cork();
    this.unanswered.push(this.send(statement));
  }

  /** The answers to what was enqueued since it was last called. */
  takeUnanswered(): readonly Promise<unknown>[] {
    const taken = this.unanswered;
    this.unanswered = [];
    return taken;
  }

  /** As `TickBatches.collect`; what `send` sends leaves in one write with what else was sent meanwhile. */
  collect<Item>(key: string, item: Item, send: (items: readonly Item[]) => void): void {
    this.batches ??= new TickBatches();
    this.batches.collect(key, item, send);
    this.cork();
  }
}

const uncork = (pipeline: Pipeline): void => pipeline.uncork();

/** Throws the first error among answers, when all are there. */
export async function throwFirstRejection(answers: readonly Promise<unknown>[]): Promise<void> {
  for (const outcome of await Promise.allSettled(answers)) if (outcome.status === 'rejected') throw outcome.reason;
}
