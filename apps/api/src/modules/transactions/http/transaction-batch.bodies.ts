import { BooleanField, EnumField, IgnoreUnknownFields, JsonArrayField } from '../../../platform/http/index.js';
import { limits } from '../../../platform/limits.js';
import { type BatchErrorHandling, batchErrorHandlings } from '../domain/transaction-batch.js';

/** Body of `POST /transactions/batch`. Members of a payment win over those of the batch. */
@IgnoreUnknownFields()
export class TransactionBatchBody {
  @JsonArrayField(limits.batchPaymentsBytes, {
    required: true,
    description: `Bodies of \`POST /transactions\`, at most ${limits.batchPayments}`,
  })
  transactions!: object[];

  @BooleanField({ description: 'Default true' }) executeRules?: boolean;
  @BooleanField({ description: 'Default true: a payment whose external id is taken is passed over' })
  skipDuplicates?: boolean;
  @BooleanField({ description: 'Default true: references that resolve to no entity are refused' })
  validateExistingEntity?: boolean;
  @BooleanField({ description: 'Wins over validateExistingEntity' }) linkEntityStrict?: boolean;
  @EnumField(batchErrorHandlings, 'BatchErrorHandling', {
    description: 'What becomes of the others where a payment cannot be stored. Default `rollback_all`: none is stored',
  })
  batchErrorHandling?: BatchErrorHandling;
}
