import { Module } from '@nestjs/common';

import { EntitiesModule } from '../entities/index.js';
import { EvaluationsModule } from '../evaluations/index.js';
import { TransactionsController } from './http/transactions.controller.js';
import { CreateTransaction } from './use-cases/create-transaction.js';
import { GetTransaction } from './use-cases/get-transaction.js';
import { LinkParties } from './use-cases/link-parties.js';
import { ListTransactions } from './use-cases/list-transactions.js';

/** Payments and the decisions of the rules on them. */
@Module({
  imports: [EntitiesModule, EvaluationsModule],
  controllers: [TransactionsController],
  providers: [CreateTransaction, GetTransaction, LinkParties, ListTransactions],
})
export class TransactionsModule {}
