import { Module } from '@nestjs/common';

import { CurrencyRatesModule } from '../currency-rates/index.js';
import { EntitiesModule } from '../entities/index.js';
import { EvaluationsModule } from '../evaluations/index.js';
import { BatchReportsController } from './http/batch-reports.controller.js';
import { TransactionBatchesController } from './http/transaction-batches.controller.js';
import { TransactionChangesController } from './http/transaction-changes.controller.js';
import { TransactionUploadsController } from './http/transaction-uploads.controller.js';
import { TransactionsController } from './http/transactions.controller.js';
import { BatchReports } from './use-cases/batch-reports.js';
import { BatchRows } from './use-cases/batch-rows.js';
import { CarryOutBatch } from './use-cases/carry-out-batch.js';
import { ChangeStatus } from './use-cases/change-status.js';
import { ChangeTransaction } from './use-cases/change-transaction.js';
import { CreateTogether } from './use-cases/create-together.js';
import { CreateTransaction } from './use-cases/create-transaction.js';
import { EvaluatedTransactions } from './use-cases/evaluated-transactions.js';
import { GetTransaction } from './use-cases/get-transaction.js';
import { LinkParties } from './use-cases/link-parties.js';
import { ListTransactions } from './use-cases/list-transactions.js';
import { OldPayloads } from './use-cases/old-payloads.js';
import { PatchTransaction } from './use-cases/patch-transaction.js';
import { TransactionBatches } from './use-cases/transaction-batches.js';

/** Payments and the decisions of the rules on them. */
@Module({
  imports: [CurrencyRatesModule, EntitiesModule, EvaluationsModule],
  controllers: [
    TransactionsController,
    TransactionBatchesController,
    BatchReportsController,
    TransactionUploadsController,
    TransactionChangesController,
  ],
  providers: [
    BatchReports,
    BatchRows,
    CarryOutBatch,
    ChangeStatus,
    ChangeTransaction,
    CreateTogether,
    CreateTransaction,
    EvaluatedTransactions,
    GetTransaction,
    LinkParties,
    ListTransactions,
    OldPayloads,
    PatchTransaction,
    TransactionBatches,
  ],
  exports: [EvaluatedTransactions],
})
export class TransactionsModule {}
