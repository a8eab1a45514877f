/** What becomes of the others where a payment of a batch cannot be stored. */
export const batchErrorHandlings = ['rollback_all', 'stop_keep_success', 'continue_collect_errors'] as const;
export type BatchErrorHandling = (typeof batchErrorHandlings)[number];

/** What holds for every payment of a batch that does not say otherwise itself. */
export interface BatchOptions {
  readonly executeRules: boolean;
  readonly validateExistingEntity: boolean;
  readonly linkEntityStrict: boolean | null;
  /** Whether a payment whose external id is taken is passed over. */
  readonly skipDuplicates: boolean;
  readonly errorHandling: BatchErrorHandling;
}

/** A payment that was not stored. */
export interface BatchError {
  /** Its place in the batch, from 0. */
  readonly index: number;
  readonly externalId: string | null;
  readonly code: string;
  readonly message: string;
  readonly details?: unknown;
}

export interface BatchCounts {
  readonly succeeded: number;
  readonly failed: number;
  readonly skipped: number;
}

export const noCounts: BatchCounts = { succeeded: 0, failed: 0, skipped: 0 };

/** A batch as it is stored. */
export interface BatchJob extends BatchCounts {
  readonly id: string;
  readonly organizationId: string;
  readonly kind: 'transaction_batch';
  readonly status: 'running' | 'completed' | 'failed';
  readonly totalItems: number;
  readonly errors: readonly BatchError[];
  readonly options: BatchOptions;
  readonly heartbeatAt: Date | null;
  readonly leaseExpiresAt: Date | null;
  readonly workerError: string | null;
  readonly createdAt: Date;
  readonly completedAt: Date | null;
}
