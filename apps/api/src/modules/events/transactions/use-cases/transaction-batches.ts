import { Injectable } from '@nestjs/common';
import { isObject } from '@tamis/stdx';

import { ApiError, validateElement, elementProblems, invalid, memberText } from '../../../../platform/http/index.js';
import { type BatchHandler, type BatchRowInput, HandlesBatches, type NewBatch } from '../../batch-jobs/index.js';
import type { TransactionBatchOptions } from '../domain/transaction-batch.js';
import { CreateTransactionBody } from '../dto/transaction.bodies.js';
import {
  type CreatedTransaction,
  type CreateRequest,
  type Creation,
  CreateTransactionGroup,
} from './create-transaction-group.js';
import { exactAmount } from './new-transaction.js';

/** Throws 400 if the amount cannot be stored, together with all other validation errors. */
function checkAmount(sent: unknown, raw: string): void {
  const exact = exactAmount(memberText(raw, 'amount') ?? '');
  if (!('problem' in exact)) return;
  throw invalid({ amount: `amount ${exact.problem}`, ...elementProblems(CreateTransactionBody, sent as object) });
}

/** Batches of payments. Each payment is stored in the same way as one sent by itself. */
@Injectable()
@HandlesBatches()
export class TransactionBatches implements BatchHandler<TransactionBatchOptions, CreateRequest, CreatedTransaction> {
  readonly kind = 'transaction_batch';
  readonly records = 'transactions';
  readonly isStoredTogether = true;

  constructor(private readonly createGroup: CreateTransactionGroup) {}

  toRequest({ id, options, askedBy }: NewBatch<TransactionBatchOptions>, { sent, raw }: BatchRowInput): CreateRequest {
    if (isObject(sent)) checkAmount(sent, raw);
    const body = validateElement(CreateTransactionBody, sent);
    body.executeRules ??= options.executeRules;
    body.validateExistingEntity ??= options.validateExistingEntity;
    if (options.linkEntityStrict !== null) body.linkEntityStrict ??= options.linkEntityStrict;
    return { principal: askedBy, body, raw, requestId: askedBy.from.requestId, batchJobId: id };
  }

  store(
    { organizationId }: NewBatch<TransactionBatchOptions>,
    requests: readonly CreateRequest[],
  ): Promise<readonly Creation[]> {
    return this.createGroup.createAll(organizationId, requests);
  }

  ruleSetVersionOf({ report }: CreatedTransaction): string | null {
    return report && report.decided.set.version;
  }

  isSkipped({ skipDuplicates }: TransactionBatchOptions, thrown: unknown): boolean {
    return skipDuplicates && thrown instanceof ApiError && thrown.code === 'DUPLICATE_EXTERNAL_ID';
  }
}
