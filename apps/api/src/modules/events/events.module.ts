import { Module } from '@nestjs/common';

import { BatchImportModule } from './batch-import/batch-import.module.js';
import { TransactionsModule } from './transactions/transactions.module.js';
import { UserEventsModule } from './user-events/user-events.module.js';

/** What happened: transactions, user events and files of them. */
@Module({ imports: [BatchImportModule, TransactionsModule, UserEventsModule] })
export class EventsModule {}
