/**
 * Runs work that shares a key one after the other, in order of arrival; everything else at once. It keeps the work of one busy
 * customer or organization from holding every database connection while it waits for the same lock.
 */
export class KeyedQueue {
  private readonly tails = new Map<string, Promise<unknown>>();

  /** The result of `work`, or its rejection. A null key waits for nobody. */
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
