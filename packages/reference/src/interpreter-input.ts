import type { Context, RecordSource, StoredRecord } from '@tamis/engine';
import type { Environment, Target } from '@tamis/lang';

/** Everything an evaluation may read, without any preparation. */
export interface InterpreterInput {
  readonly target: Target;
  readonly context: Context;
  /** Transactions that arrived before the subject, oldest arrival first. */
  readonly records: readonly StoredRecord[];
  /** Records of the other sources, in the same order. */
  readonly others?: Partial<Readonly<Record<RecordSource, readonly StoredRecord[]>>>;
  /** Lists, rates and all other data for look-ups. */
  readonly environment: Environment;
}
