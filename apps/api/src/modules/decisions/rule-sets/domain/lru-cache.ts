/** Keeps the `limit` values used last. */
export class LruCache<V> {
  private readonly values = new Map<string, V>();
  /** The key used last: it is in its place. */
  private mostRecentKey: string | undefined;

  constructor(
    private readonly limit: number,
    private readonly onEvicted: (key: string) => void = () => undefined,
  ) {}

  get(key: string): V | undefined {
    const value = this.values.get(key);
    if (value !== undefined && key !== this.mostRecentKey) this.touch(key, value);
    return value;
  }

  set(key: string, value: V): void {
    this.touch(key, value);
    if (this.values.size <= this.limit) return;
    const [oldest] = this.values.keys();
    if (oldest === undefined) return;
    this.values.delete(oldest);
    this.onEvicted(oldest);
  }

  /** Forgets a key, but only while it still has this value. */
  delete(key: string, value: V): void {
    if (this.values.get(key) === value) this.values.delete(key);
  }

  private touch(key: string, value: V): void {
    this.values.delete(key);
    this.values.set(key, value);
    this.mostRecentKey = key;
  }
}
