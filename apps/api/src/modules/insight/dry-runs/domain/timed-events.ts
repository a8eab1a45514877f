import type { ReplayEvent } from '@tamis/dry-run';

/** Events that belong together, in order, and when they arrived. */
export interface TimedEvents {
  /** Milliseconds since 1970 UTC. */
  readonly at: number;
  readonly events: readonly ReplayEvent[];
  /** Whether they count as a record that is done. */
  readonly counts: boolean;
}

/** Events of one kind in the order of their arrival, some at a time. */
export type EventStream = AsyncIterator<readonly TimedEvents[], void>;

/** The head of a stream. */
class StreamHead {
  private batch: readonly TimedEvents[] = [];
  private next = 0;
  private ended = false;

  constructor(private readonly stream: EventStream) {}

  /** Null: the stream has ended. */
  async peek(): Promise<TimedEvents | null> {
    while (this.next >= this.batch.length && !this.ended) {
      const found = await this.stream.next();
      if (found.done === true) this.ended = true;
      else [this.batch, this.next] = [found.value, 0];
    }
    return this.batch[this.next] ?? null;
  }

  /** What `peek` found, without waiting; undefined: it must be asked for. */
  get at(): number | undefined {
    return this.batch[this.next]?.at;
  }

  get isOver(): boolean {
    return this.ended && this.next >= this.batch.length;
  }

  take(): TimedEvents {
    return this.batch[this.next++] as TimedEvents;
  }
}

/**
 * Streams as one: always the head with the earliest time, of equal ones that of the earlier stream. Each stream keeps its order, even
 * where its times do not rise.
 */
export async function* mergeStreams(
  streams: readonly EventStream[],
  batchSize: number,
): AsyncGenerator<readonly TimedEvents[]> {
  const heads = streams.map((stream) => new StreamHead(stream));
  let merged: TimedEvents[] = [];
  for (;;) {
    let first: StreamHead | null = null;
    for (const head of heads) {
      if (head.at === undefined && !head.isOver) await head.peek();
      if (head.at !== undefined && (first?.at === undefined || head.at < first.at)) first = head;
    }
    if (!first) break;
    merged.push(first.take());
    if (merged.length < batchSize) continue;
    yield merged;
    merged = [];
  }
  if (merged.length > 0) yield merged;
}
