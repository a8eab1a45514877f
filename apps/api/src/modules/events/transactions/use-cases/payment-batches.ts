import { Injectable, type OnModuleInit } from '@nestjs/common';
import { validElement, elementProblems, memberText } from '../../../../platform/http/index.js';
import { BatchJobs, type BatchWork, type NewBatch, type SentRow } from '../../batch-jobs/index.js';
import type { PaymentBatchOptions } from '../domain/payment-batch.js';
import { CreateTransactionBody } from '../dto/transaction.bodies.js';
import { type CreatedTransaction, type CreateRequest, type Creation, CreateTogether } from './create-together.js';
import { exactAmount } from './new-transaction.js';

/** What keeps the text of an object from being the body of a payment, by the path of the field. */
export function paymentProblems(raw: string): Readonly<Record<string, string>> {
  const problems = elementProblems(CreateTransactionBody, JSON.parse(raw) as object);
  const exact = exactAmount(memberText(raw, 'amount') ?? '');
  return 'problem' in exact ? { amount: `amount ${exact.problem}`, ...problems } : problems;
}

/** Batches of payments: each is stored by the same way as one that comes alone. */
@Injectable()
export class PaymentBatches implements BatchWork<PaymentBatchOptions, CreateRequest, CreatedTransaction>, OnModuleInit {
  readonly kind = 'transaction_batch';
  readonly records = 'transactions';

  constructor(
    private readonly jobs: BatchJobs,
    private readonly together: CreateTogether,
  ) {}

  onModuleInit(): void {
    this.jobs.register(this);
  }

  request({ id, options, askedBy }: NewBatch<PaymentBatchOptions>, { sent, raw }: SentRow): CreateRequest {
    const body = validElement(CreateTransactionBody, sent);
    body.executeRules ??= options.executeRules;
    body.validateExistingEntity ??= options.validateExistingEntity;
    if (options.linkEntityStrict !== null) body.linkEntityStrict ??= options.linkEntityStrict;
    return { principal: askedBy, body, raw, requestId: askedBy.from.requestId, batchJobId: id };
  }

  store(organizationId: string, requests: readonly CreateRequest[]): Promise<readonly Creation[]> {
    return this.together.run(organizationId, requests);
  }

  isPassedOver({ skipDuplicates }: PaymentBatchOptions, code: string): boolean {
    return skipDuplicates && code === 'DUPLICATE_EXTERNAL_ID';
  }
}
