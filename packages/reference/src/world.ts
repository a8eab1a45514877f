import type { Context, ListItems, TransactionRecord } from '@tamis/engine';
import type { Environment, Target } from '@tamis/lang';

/** Everything a run may look at, without any preparation. */
export interface World {
  readonly target: Target;
  readonly context: Context;
  /** Transactions that arrived before the subject, oldest arrival first. */
  readonly records: readonly TransactionRecord[];
  readonly lists: ListItems;
  readonly environment: Environment;
}
