import type { Result } from '@tamis/stdx';

export interface GroupedWorkOptions<Item, Value> {
  /** Items of one group at most. */
  readonly most: number;
  /** Groups of one key that may be under way at once. */
  readonly atOnce: number;
  /** Never rejects: says for each item, in order, what became of it. */
  readonly work: (key: string, items: readonly Item[]) => Promise<readonly Result<Value, unknown>[]>;
}

interface Waiting<Item, Value> {
  readonly item: Item;
  readonly resolve: (value: Value) => void;
  readonly reject: (error: unknown) => void;
}

interface Line<Item, Value> {
  readonly waiting: Waiting<Item, Value>[];
  underWay: number;
}

/**
 * Does the work of those together that wait at the same time under one key, in order of arrival. Nobody waits for company: what
 * arrives while a group is under way makes the next one.
 */
export class GroupedWork<Item, Value> {
  private readonly lines = new Map<string, Line<Item, Value>>();

  constructor(private readonly options: GroupedWorkOptions<Item, Value>) {}

  run(key: string, item: Item): Promise<Value> {
    const line = this.lines.get(key) ?? { waiting: [], underWay: 0 };
    this.lines.set(key, line);
    return new Promise((resolve, reject) => {
      line.waiting.push({ item, resolve, reject });
      if (line.underWay >= this.options.atOnce) return;
      line.underWay += 1;
      // Those of the same turn of the event loop go together.
      setImmediate(() => void this.drain(key, line));
    });
  }

  private async drain(key: string, line: Line<Item, Value>): Promise<void> {
    while (line.waiting.length > 0) {
      const group = line.waiting.splice(0, this.options.most);
      const results = await this.options.work(
        key,
        group.map(({ item }) => item),
      );
      for (const [place, { resolve, reject }] of group.entries()) {
        const result = results[place]!;
        if (result.ok) resolve(result.value);
        else reject(result.error);
      }
    }
    line.underWay -= 1;
    if (line.underWay === 0) this.lines.delete(key);
  }
}
