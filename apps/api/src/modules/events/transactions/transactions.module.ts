import { Module } from '@nestjs/common';

import { BatchJobsModule } from '../batch-jobs/index.js';
import { RuleCountersModule } from '../../decisions/rule-counters/index.js';
import { TransactionStatsController } from './http/transaction-stats.controller.js';
import { ReadTransactionStats } from './use-cases/read-transaction-stats.js';
import { CurrencyRatesModule } from '../../decisions/currency-rates/index.js';
import { EntitiesModule } from '../../parties/entities/index.js';
import { EvaluationsModule } from '../../decisions/evaluations/index.js';
import { TransactionReportsController } from './http/transaction-reports.controller.js';
import { TransactionBatchesController } from './http/transaction-batches.controller.js';
import { TransactionChangesController } from './http/transaction-changes.controller.js';
import { TransactionUploadsController } from './http/transaction-uploads.controller.js';
import { TransactionsController } from './http/transactions.controller.js';
import { ChangeStatus } from './use-cases/change-status.js';
import { ChangeTransaction } from './use-cases/change-transaction.js';
import { CreateTransaction } from './use-cases/create-transaction.js';
import { CreateTransactionGroup } from './use-cases/create-transaction-group.js';

import { TransactionRecordSource } from './use-cases/transaction-record-source.js';
import { GetTransaction } from './use-cases/get-transaction.js';
import { LinkParties } from './use-cases/new-transaction.js';
import { ListTransactions } from './use-cases/list-transactions.js';
import { TransactionBatches } from './use-cases/transaction-batches.js';
import { PatchTransaction } from './use-cases/patch-transaction.js';

/** Payments and their evaluations. */
@Module({
  imports: [BatchJobsModule, CurrencyRatesModule, EntitiesModule, EvaluationsModule, RuleCountersModule],
  controllers: [
    TransactionsController,
    TransactionBatchesController,
    TransactionReportsController,
    TransactionUploadsController,
    TransactionChangesController,
    TransactionStatsController,
  ],
  providers: [
    ChangeStatus,
    ChangeTransaction,
    CreateTransactionGroup,
    CreateTransaction,
    TransactionRecordSource,
    GetTransaction,
    LinkParties,
    ListTransactions,
    PatchTransaction,
    ReadTransactionStats,
    TransactionBatches,
  ],
  exports: [ChangeStatus, TransactionRecordSource],
})
export class TransactionsModule {}
