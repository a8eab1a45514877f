import type { BatchOptions } from '../../batch-jobs/index.js';

/** Options for all user events of a batch. Fields of an event take precedence. */
export interface UserEventBatchOptions extends BatchOptions {
  readonly executeRules: boolean;
  readonly withAutoEntity: boolean;
}
