import type { ReplayEvent } from '@tamis/dry-run';

/** Related events, in order, with their arrival time. */
export interface TimedEvents {
  /** Milliseconds since 1970 UTC. */
  readonly at: number;
  readonly events: readonly ReplayEvent[];
  /** Whether they count as a completed record. */
  readonly counts: boolean;
}

/** Events of one kind in order of arrival, in batches. */
export type EventStream = AsyncIterator<readonly TimedEvents[], void>;

/** Reads the first element of a stream. */
class StreamHead {
  private batch: readonly TimedEvents[] = [];
  private next = 0;
  private ended = false;

  constructor(private readonly stream: EventStream) {}

  /** Returns `null` if the stream has ended. */
  async peek(): Promise<TimedEvents | null> {
    while (this.next >= this.batch.length && !this.ended) {
      const found = await this.stream.next();
      if (found.done === true) this.ended = true;
      else [this.batch, this.next] = [found.value, 0];
    }
    return this.batch[this.next] ?? null;
  }

  /** Returns the time of the element found by `peek`, without waiting; `undefined` if it must be fetched. */
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
 * Merges streams: always takes the earliest head, or that of the earlier stream if equal. Each stream keeps its own order, even if its
 * times do not increase.
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
