import { switchOrganization } from './organization-transaction.js';
import type { Queryable, TransactionClient } from './pg-pool.js';

/** A statement that holds up others of an organization until the transaction ends. */
export type LastStatement<Item> = (
  client: TransactionClient,
  organizationId: string,
  items: readonly Item[],
) => Promise<void>;

interface Waiting {
  readonly organizationId: string;
  readonly item: unknown;
  readonly statement: LastStatement<unknown>;
}

type WaitingTogether = Omit<Waiting, 'item'> & { readonly items: unknown[] };

/** Of transactions that several join. */
const waiting = new WeakMap<Queryable, Waiting[]>();

/**
 * Sends the statement; in a transaction that several join as its last one, for all their items together: what comes after it, which can
 * be much, is not to hold up others too. What is undone has no last statement.
 */
export async function sendLast<Item>(
  client: TransactionClient,
  organizationId: string,
  items: readonly Item[],
  statement: LastStatement<Item>,
): Promise<void> {
  const list = waiting.get(client);
  if (!list) return statement(client, organizationId, items);
  for (const item of items) list.push({ organizationId, item, statement: statement as LastStatement<unknown> });
}

/** What is called forgets what `sendLast` was told of from here on. */
export function forgetLast(client: Queryable): () => void {
  const count = waiting.get(client)?.length ?? 0;
  return () => void waiting.get(client)?.splice(count);
}

/** Runs `work` in the open transaction of an organization, and then what `sendLast` was told of meanwhile. */
export async function withLast<T>(
  client: TransactionClient,
  organizationId: string,
  work: () => Promise<T>,
): Promise<T> {
  const list: Waiting[] = [];
  waiting.set(client, list);
  try {
    const result = await work();
    waiting.delete(client);
    let current = organizationId;
    for (const each of together(list)) {
      if (each.organizationId !== current) await switchOrganization(client, each.organizationId);
      current = each.organizationId;
      await each.statement(client, current, each.items);
    }
    return result;
  } finally {
    waiting.delete(client);
  }
}

/** Each statement of each organization once, in the order in which they were first told of. */
function together(list: readonly Waiting[]): readonly WaitingTogether[] {
  const all: WaitingTogether[] = [];
  for (const { organizationId, statement, item } of list) {
    const same = all.find((each) => each.organizationId === organizationId && each.statement === statement);
    if (same) same.items.push(item);
    else all.push({ organizationId, statement, items: [item] });
  }
  return all;
}
