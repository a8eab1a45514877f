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

/** What is tried first: it does the same of most items sooner, and is undone where it is refused. */
interface Shortcut<Item, Value> {
  readonly work: SharedWork<Item, Value>;
  readonly isRefused: (error: unknown) => boolean;
}

/** Its statements find a few rows by indexes, whatever their values: to plan them anew each time costs more than to run them. */
const genericPlans = { name: 'keep-plans', text: 'set local plan_cache_mode = force_generic_plan' };

/**
 * Transactions that items of one organization share which come at the same time. Only so many are open at once, over all organizations:
 * a source that has answered a hundred times at once must not take the connections that transactions of customers wait for. What waits
 * meanwhile shares the next one.
 */
@Injectable()
export class SharedTransactions {
  private readonly turns = bulkhead(enrichmentLimits.transactionsAtOnce, Number.MAX_SAFE_INTEGER);

  /** What waits for another of its organization takes no turn of others, and all that comes meanwhile shares the next transaction. */
  private readonly queue = new KeyedQueue();

  constructor(private readonly database: TenantDatabase) {}

  /**
   * What does `work` on an item together with others, in a transaction that is none of the caller's. Where they fail together each is tried
   * alone. `movesMoney`: one after the other for one organization, whatever they do, as they would wait for its balance; else two at once.
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
    // What one item causes is no matter of the others that share its transaction.
    return (organizationId, item) =>
      this.database.runOutsideTransaction(() => withCause(null, () => batcher.enqueue(organizationId, item)));
  }
}
