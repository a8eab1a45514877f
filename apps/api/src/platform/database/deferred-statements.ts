import { switchOrganization } from './organization-transaction.js';
import type { Queryable, TransactionClient } from './pg-pool.js';

/** A statement that holds up others of an organization until the transaction ends. */
export type DeferredStatement<Item> = (
  client: TransactionClient,
  organizationId: string,
  items: readonly Item[],
) => Promise<void>;

interface DeferredItem {
  readonly organizationId: string;
  readonly item: unknown;
  readonly statement: DeferredStatement<unknown>;
}

type DeferredBatch = Omit<DeferredItem, 'item'> & { readonly items: unknown[] };

/** Of transactions that several join. */
const deferredItems = new WeakMap<Queryable, DeferredItem[]>();

/**
 * Sends the statement; in a transaction that several join as its last one, for all their items together: what comes after it, which can
 * be much, is not to hold up others too. What is undone has no last statement.
 */
export async function deferToCommit<Item>(
  client: TransactionClient,
  organizationId: string,
  items: readonly Item[],
  statement: DeferredStatement<Item>,
): Promise<void> {
  const list = deferredItems.get(client);
  if (!list) return statement(client, organizationId, items);
  for (const item of items) list.push({ organizationId, item, statement: statement as DeferredStatement<unknown> });
}

/** What is called forgets what `sendLast` was told of from here on. */
export function checkpointDeferred(client: Queryable): () => void {
  const count = deferredItems.get(client)?.length ?? 0;
  return () => void deferredItems.get(client)?.splice(count);
}

/** Runs `work` in the open transaction of an organization, and then what `sendLast` was told of meanwhile. */
export async function runWithDeferred<T>(
  client: TransactionClient,
  organizationId: string,
  work: () => Promise<T>,
): Promise<T> {
  const list: DeferredItem[] = [];
  deferredItems.set(client, list);
  try {
    const result = await work();
    deferredItems.delete(client);
    let current = organizationId;
    for (const each of groupByStatement(list)) {
      if (each.organizationId !== current) await switchOrganization(client, each.organizationId);
      current = each.organizationId;
      await each.statement(client, current, each.items);
    }
    return result;
  } finally {
    deferredItems.delete(client);
  }
}

/** Each statement of each organization once, in the order in which they were first told of. */
function groupByStatement(list: readonly DeferredItem[]): readonly DeferredBatch[] {
  const all: DeferredBatch[] = [];
  for (const { organizationId, statement, item } of list) {
    const same = all.find((each) => each.organizationId === organizationId && each.statement === statement);
    if (same) same.items.push(item);
    else all.push({ organizationId, statement, items: [item] });
  }
  return all;
}
