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
