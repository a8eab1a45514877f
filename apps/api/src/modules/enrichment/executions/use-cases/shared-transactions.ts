import { Injectable } from '@nestjs/common';
import { bulkhead } from 'cockatiel';

import { aloneOnFailure, Batcher } from '../../../../platform/batcher.js';
import { TenantDatabase, type Transaction } from '../../../../platform/database/index.js';
import { KeyedQueue } from '../../../../platform/keyed-queue.js';
import { withCause } from '../../../../platform/outbox/index.js';
import { enrichmentLimits } from '../domain/enrichment-limits.js';

type SharedWork<Item, Value> = (
  client: Transaction,
  organizationId: string,
  items: readonly Item[],
) => Promise<readonly Value[]>;

/** An attempt that handles most items faster with the same result, and is rolled back if it is refused. */
interface Shortcut<Item, Value> {
  readonly work: SharedWork<Item, Value>;
  readonly isRefused: (error: unknown) => boolean;
}

/** The statements find a few rows by index, regardless of their values, so planning them each time would cost more than executing them. */
const genericPlans = { name: 'keep-plans', text: 'set local plan_cache_mode = force_generic_plan' };

/**
 * Transactions shared by concurrent items of one organization. Their number is limited across all organizations: a source that has returned
 * a hundred responses at once must not use up the connections that customer transactions wait for. Items that wait meanwhile share the next
 * transaction.
 */
@Injectable()
export class SharedTransactions {
  private readonly turns = bulkhead(enrichmentLimits.transactionsAtOnce, Number.MAX_SAFE_INTEGER);

  /**
   * Items that wait for others of their organization do not take a slot from other organizations, and everything that arrives meanwhile
   * shares the next transaction.
   */
  private readonly queue = new KeyedQueue();

  constructor(private readonly database: TenantDatabase) {}

  /**
   * Returns a function that applies `work` to an item together with others, in a transaction separate from the caller's. If they fail
   * together, each one is retried alone. With `movesMoney`, transactions of one organization run one after another, since they would wait
   * for its balance anyway; otherwise two at once.
   */
  of<Item, Value>(
    { movesMoney }: { readonly movesMoney: boolean },
    work: SharedWork<Item, Value>,
    shortcut?: Shortcut<Item, Value>,
  ): (organizationId: string, item: Item) => Promise<Value> {
    const batcher = new Batcher<Item, Value>({
      maxBatchSize: enrichmentLimits.transactionItems,
      maxConcurrency: movesMoney ? 1 : 2,
      processBatch: aloneOnFailure(async (organizationId, items) => {
        const run = (way: typeof work): Promise<readonly Value[]> =>
          this.database.transaction(organizationId, (client) => {
            client.enqueue(genericPlans);
            return way(client, organizationId, items);
          });
        if (!shortcut) return run(work);
        return run(shortcut.work).catch((error: unknown) => {
          if (!shortcut.isRefused(error)) throw error;
          return run(work);
        });
      }),
      takeTurn: (organizationId, transact) =>
        this.queue.runExclusive(movesMoney ? organizationId : null, () => this.turns.execute(transact)),
    });
    // The cause of one item must not apply to others that share its transaction.
    return (organizationId, item) =>
      this.database.runOutsideTransaction(() => withCause(null, () => batcher.enqueue(organizationId, item)));
  }
}
