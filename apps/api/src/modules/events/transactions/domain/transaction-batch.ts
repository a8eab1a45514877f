import type { BatchOptions } from '../../batch-jobs/index.js';

/** What holds for every payment of a batch that does not say otherwise itself. */
export interface TransactionBatchOptions extends BatchOptions {
  readonly executeRules: boolean;
  readonly validateExistingEntity: boolean;
  readonly linkEntityStrict: boolean | null;
  /** Whether a payment whose external id is taken is passed over. */
  readonly skipDuplicates: boolean;
}
