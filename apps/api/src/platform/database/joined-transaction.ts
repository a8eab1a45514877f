import { AsyncLocalStorage } from 'node:async_hooks';
import type { QueryRunner } from 'typeorm';

import { runSavepoint } from './organization-transaction.js';
import type { TransactionClient } from './pg-pool.js';

const current = new AsyncLocalStorage<JoinedTransaction>();

/** Whether the transaction at the root is over: what was left behind by its work must not use its connection. */
interface Root {
  over: boolean;
}

/**
 * A transaction that everything below joins, each part in a savepoint: what fails is undone alone, what succeeds is committed with
 * the whole or not at all.
 */
export class JoinedTransaction {
  private tail: Promise<unknown> = Promise.resolve();

  private constructor(
    readonly client: TransactionClient,
    readonly runner: QueryRunner,
    private readonly root: Root,
  ) {}

  /** The transaction to join here; undefined: there is none. */
  static current(): JoinedTransaction | undefined {
    const found = current.getStore();
    return found && !found.root.over ? found : undefined;
  }

  /** Runs `work` as if there were none to join. */
  static leave<T>(work: () => Promise<T>): Promise<T> {
    return current.exit(work);
  }

  /** Runs `work`, which may call `current`, in the transaction that is open on the connection. */
  static async begin<T>(
    client: TransactionClient,
    runner: QueryRunner,
    work: (transaction: JoinedTransaction) => Promise<T>,
  ): Promise<T> {
    const transaction = new JoinedTransaction(client, runner, { over: false });
    try {
      return await current.run(transaction, () => work(transaction));
    } finally {
      transaction.root.over = true;
    }
  }

  /** Parts that are started at once run one after the other: savepoints nest. */
  join<T>(organizationId: string, work: (client: TransactionClient) => Promise<T>): Promise<T> {
    const { client } = this;
    const inner = new JoinedTransaction(client, this.runner, this.root);
    const part = this.tail.then(() =>
      runSavepoint(client, organizationId, () => current.run(inner, () => work(client))),
    );
    this.tail = part.catch(() => undefined);
    return part;
  }
}
