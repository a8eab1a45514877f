/** A limited resource of which an execution uses one slot, with its maximum. */
export interface Place {
  readonly name: string;
  readonly most: number;
}

interface Waiter {
  readonly places: readonly Place[];
  readonly start: () => void;
}

/**
 * Limits the executions of one request, organization, provider and process that run at the same time. The others wait in order of arrival.
 */
export class Bulkheads {
  private readonly inUse = new Map<string, number>();
  private readonly waiting = new Set<Waiter>();

  constructor(private readonly mostWaiting: number) {}

  /** Returns a function that releases the slots; `null` if they were not available in time, or too many others are waiting. */
  acquire(places: readonly Place[], waitMs: number): Promise<(() => void) | null> {
    if (this.areFree(places)) return Promise.resolve(this.take(places));
    if (this.waiting.size >= this.mostWaiting) return Promise.resolve(null);
    return new Promise((resolve) => {
      const end = (taken: (() => void) | null): void => {
        clearTimeout(timer);
        this.waiting.delete(waiter);
        resolve(taken);
      };
      const waiter: Waiter = { places, start: () => end(this.take(places)) };
      const timer = setTimeout(() => end(null), waitMs);
      this.waiting.add(waiter);
    });
  }

  private areFree(places: readonly Place[]): boolean {
    return places.every(({ name, most }) => (this.inUse.get(name) ?? 0) < most);
  }

  private take(places: readonly Place[]): () => void {
    for (const { name } of places) this.inUse.set(name, (this.inUse.get(name) ?? 0) + 1);
    return () => {
      for (const { name } of places) {
        const left = this.inUse.get(name)! - 1;
        if (left === 0) this.inUse.delete(name);
        else this.inUse.set(name, left);
      }
      for (const waiter of this.waiting) if (this.areFree(waiter.places)) waiter.start();
    };
  }
}
