export interface DeferredBatch<Statement> {
  readonly organizationId: string;
  readonly statement: Statement;
  readonly items: readonly unknown[];
}

interface DeferredItem<Statement> {
  readonly organizationId: string;
  readonly statement: Statement;
  readonly item: unknown;
}

/** Statements deferred to the end of a transaction that several callers join. */
export class DeferredStatements<Statement> {
  private list: DeferredItem<Statement>[] = [];

  get count(): number {
    return this.list.length;
  }

  add(organizationId: string, items: readonly unknown[], statement: Statement): void {
    for (const item of items) this.list.push({ organizationId, statement, item });
  }

  /** Removes everything added since there were `count` items. */
  forget(count: number): void {
    this.list.length = Math.min(count, this.list.length);
  }

  /** Returns each statement of each organization once, in the order in which they were first added. */
  batches(): readonly DeferredBatch<Statement>[] {
    const all: (DeferredBatch<Statement> & { readonly items: unknown[] })[] = [];
    for (const { organizationId, statement, item } of this.list) {
      const same = all.find((each) => each.organizationId === organizationId && each.statement === statement);
      if (same) same.items.push(item);
      else all.push({ organizationId, statement, items: [item] });
    }
    return all;
  }
}
