/**
 * Runs work with the same key one after another, in order of arrival, and everything else concurrently. This keeps one busy customer or
 * organization from occupying every database connection with work that waits for the same lock.
 */
export class KeyedQueue {
  private readonly tails = new Map<string, Promise<unknown>>();

  /** Returns the result of `work`, or its rejection. With a null key, it does not wait. */
  runExclusive<T>(key: string | null, work: () => Promise<T>): Promise<T> {
    if (key === null) return work();
    const before = this.tails.get(key) ?? Promise.resolve();
    const result = before.then(work, work);
    const tail = result.then(
      () => undefined,
      () => undefined,
    );
    this.tails.set(key, tail);
    void tail.then(() => {
      if (this.tails.get(key) === tail) this.tails.delete(key);
    });
    return result;
  }
}
