import { Module } from '@nestjs/common';

import { EntitiesModule } from '../entities/index.js';
import { RuleSetsModule } from '../rule-sets/index.js';
import { TransactionsController } from './http/transactions.controller.js';
import { CreateTransaction } from './use-cases/create-transaction.js';
import { DecideTransaction } from './use-cases/decide-transaction.js';
import { GetTransaction } from './use-cases/get-transaction.js';
import { LinkParties } from './use-cases/link-parties.js';
import { ListTransactions } from './use-cases/list-transactions.js';

/** Payments and the decisions of the rules on them. */
@Module({
  imports: [EntitiesModule, RuleSetsModule],
  controllers: [TransactionsController],
  providers: [CreateTransaction, DecideTransaction, GetTransaction, LinkParties, ListTransactions],
})
export class TransactionsModule {}
