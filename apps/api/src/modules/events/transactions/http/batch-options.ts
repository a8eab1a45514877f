import type { TransactionBatchOptions } from '../domain/transaction-batch.js';
import type { BatchOptionsBody } from '../dto/transaction-batch.bodies.js';
import type { UploadTransactionsBody } from '../dto/upload-transactions.body.js';

/** Returns the options of a batch of payments, with defaults for those that are absent. */
export const toBatchOptions = (body: BatchOptionsBody | UploadTransactionsBody): TransactionBatchOptions => ({
  executeRules: body.executeRules ?? true,
  validateExistingEntity: body.validateExistingEntity ?? true,
  linkEntityStrict: body.linkEntityStrict ?? null,
  skipDuplicates: body.skipDuplicates ?? true,
  errorHandling: body.batchErrorHandling ?? 'rollback_all',
});
