import { Injectable } from '@nestjs/common';
import { validateElement, elementProblems, memberText } from '../../../../platform/http/index.js';
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

/** What keeps the text of an object from being the body of a payment, by the path of the field. */
export function transactionProblems(raw: string): Readonly<Record<string, string>> {
  const problems = elementProblems(CreateTransactionBody, JSON.parse(raw) as object);
  const exact = exactAmount(memberText(raw, 'amount') ?? '');
  return 'problem' in exact ? { amount: `amount ${exact.problem}`, ...problems } : problems;
}

/** Batches of payments: each is stored by the same way as one that comes alone. */
@Injectable()
@HandlesBatches()
export class TransactionBatches implements BatchHandler<TransactionBatchOptions, CreateRequest, CreatedTransaction> {
  readonly kind = 'transaction_batch';
  readonly records = 'transactions';

  constructor(private readonly createGroup: CreateTransactionGroup) {}

  toRequest({ id, options, askedBy }: NewBatch<TransactionBatchOptions>, { sent, raw }: BatchRowInput): CreateRequest {
    const body = validateElement(CreateTransactionBody, sent);
    body.executeRules ??= options.executeRules;
    body.validateExistingEntity ??= options.validateExistingEntity;
    if (options.linkEntityStrict !== null) body.linkEntityStrict ??= options.linkEntityStrict;
    return { principal: askedBy, body, raw, requestId: askedBy.from.requestId, batchJobId: id };
  }

  store(organizationId: string, requests: readonly CreateRequest[]): Promise<readonly Creation[]> {
    return this.createGroup.createAll(organizationId, requests);
  }

  isSkipped({ skipDuplicates }: TransactionBatchOptions, code: string): boolean {
    return skipDuplicates && code === 'DUPLICATE_EXTERNAL_ID';
  }
}
