import type { BatchOptions } from '../../batch-jobs/index.js';

/** What holds for every user event of a batch that does not say otherwise itself. */
export interface UserEventBatchOptions extends BatchOptions {
  readonly executeRules: boolean;
  readonly withAutoEntity: boolean;
}
