import { ApiError, type ErrorDetails } from '../../../../platform/http/index.js';
import {
  type BatchError,
  type BatchReport,
  type BatchResult,
  reportView,
  type StoredRow,
} from '../../batch-jobs/index.js';
import type { UnresolvedReference } from '../domain/party-references.js';
import type { CreatedTransaction } from '../use-cases/create-transaction-group.js';
import type { BatchFailuresDto, TransactionBatchDto } from '../dto/transaction-batch.dto.js';

/**
 * Returns the result of a batch. `isUndone` means that no payment is stored if one cannot be. Then throws 400 `INVALID_ENTITY_REFERENCES`
 * or 422 `BATCH_ROLLED_BACK`.
 */
export function batchResultView(
  jobId: string,
  { counts, created, errors }: BatchResult<CreatedTransaction>,
  { total, isUndone, processingTime }: { total: number; isUndone: boolean; processingTime: number },
): TransactionBatchDto {
  const { succeeded, skipped, failed } = counts;
  if (isUndone) assertReferencesResolved(errors);
  if (isUndone && failed > 0) throw rolledBackError(jobId, { skipped, failed, errors });
  const decisions: Record<string, number> = {};
  for (const { stored } of created) {
    const decision = stored.transaction.last?.decision;
    if (decision !== undefined) decisions[decision] = (decisions[decision] ?? 0) + 1;
  }
  return {
    success: true,
    jobId,
    created: succeeded,
    skipped,
    failed,
    transactions: created.map(createdView),
    errors: errors.map(errorView),
    processingTime,
    summary: { total, decisions },
  };
}

/** Under strict linking, unresolved references are an error of the request, as for a single payment. */
function assertReferencesResolved(errors: readonly BatchError[]): void {
  const unresolved = errors.filter(({ code }) => code === 'INVALID_ENTITY_REFERENCES');
  if (unresolved.length === 0) return;
  const details = unresolved.flatMap(({ index, details: references }) =>
    (references as readonly object[]).map((reference) => ({ index, ...reference })),
  );
  throw new ApiError(
    'INVALID_ENTITY_REFERENCES',
    'No payment was stored: some name unknown entities',
    details as unknown as ErrorDetails, // the one code whose details are a list
  );
}

const rolledBackError = (
  jobId: string,
  {
    skipped,
    failed,
    errors,
  }: { readonly skipped: number; readonly failed: number; readonly errors: readonly BatchError[] },
): ApiError => {
  const message = 'No payment was stored: some are invalid';
  const members = { jobId, created: 0, skipped, failed, errors: errors.map(errorView) };
  return new ApiError('BATCH_ROLLED_BACK', message, undefined, members);
};

const createdView = ({
  index,
  stored: { transaction },
}: StoredRow<CreatedTransaction>): TransactionBatchDto['transactions'][number] => ({
  index,
  id: transaction.id,
  externalId: transaction.externalId,
  status: transaction.status,
  decision: transaction.last?.decision ?? null,
  riskScore: transaction.last?.riskScore ?? null,
  flagged: transaction.flagged,
  lastEvaluationId: transaction.last?.evaluationId ?? null,
  ruleSetVersion: transaction.last?.ruleSetVersion ?? null,
});

const errorView = ({ details, ...error }: BatchError): TransactionBatchDto['errors'][number] => ({
  ...error,
  ...(details !== undefined && { details: details as object }),
});

export const transactionFailures = (job: BatchReport): BatchFailuresDto =>
  reportView(job, job.errors.map(failedTransactionView));

/** Returns a failed payment. Only the first of its unresolved references is included. */
function failedTransactionView({
  index,
  externalId,
  code,
  message,
  details,
}: BatchError): BatchFailuresDto['failures'][number] {
  const [reference] = code === 'INVALID_ENTITY_REFERENCES' ? (details as readonly UnresolvedReference[]) : [];
  return { index, externalId, code, message, ...reference };
}
