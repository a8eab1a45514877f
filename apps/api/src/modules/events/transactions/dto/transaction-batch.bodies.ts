import {
  BooleanField,
  EnumField,
  IgnoreUnknownFields,
  JsonArrayField,
  NameField,
  NestedArrayField,
} from '../../../../platform/http/index.js';
import { limits } from '../../../../platform/limits.js';
import { type BatchErrorHandling, batchErrorHandlings } from '../../batch-jobs/index.js';

/** Options for all payments of a batch. Fields of a payment take precedence. */
@IgnoreUnknownFields()
export class BatchOptionsBody {
  @BooleanField({ description: 'Default true' }) executeRules?: boolean;
  @BooleanField({ description: 'Default true: a payment whose external id already exists is skipped' })
  skipDuplicates?: boolean;
  @BooleanField({ description: 'Default true: references to unknown entities are refused' })
  validateExistingEntity?: boolean;
  @BooleanField({ description: 'Wins over validateExistingEntity' }) linkEntityStrict?: boolean;
  @EnumField(batchErrorHandlings, 'BatchErrorHandling', {
    description: 'What becomes of the others where a payment cannot be stored. Default `rollback_all`: none is stored',
  })
  batchErrorHandling?: BatchErrorHandling;
}

const transactions = JsonArrayField(limits.batchPaymentsBytes, {
  required: true,
  description: `Bodies of \`POST /transactions\`, up to the limit of the plan: at most ${limits.batchPayments}`,
});

/** Body of `POST /transactions/batch`. */
@IgnoreUnknownFields()
export class TransactionBatchBody extends BatchOptionsBody {
  @transactions transactions!: object[];
}

@IgnoreUnknownFields()
class BatchSourceBody {
  @NameField({ required: true, max: 255, example: 'march.csv' }) name!: string;
  @transactions transactions!: object[];
}

/** Body of `POST /transactions/batch/background-multi`. */
@IgnoreUnknownFields()
export class TransactionSourcesBody extends BatchOptionsBody {
  @NestedArrayField(() => BatchSourceBody, { required: true, min: 1, max: limits.batchSources })
  sources!: BatchSourceBody[];
}
