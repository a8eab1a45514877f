import type { BatchOptions } from '../../batch-jobs/index.js';

/** Options that apply to every payment of a batch unless the payment overrides them. */
export interface TransactionBatchOptions extends BatchOptions {
  readonly executeRules: boolean;
  readonly validateExistingEntity: boolean;
  readonly linkEntityStrict: boolean | null;
  /** Whether payments whose external id is already in use are skipped. */
  readonly skipDuplicates: boolean;
}
