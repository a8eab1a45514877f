import { Module } from '@nestjs/common';

import { BatchImportModule } from './batch-import/batch-import.module.js';
import { EntityImportsModule } from './entity-imports/entity-imports.module.js';
import { TransactionsModule } from './transactions/transactions.module.js';
import { UserEventsModule } from './user-events/user-events.module.js';

/** What happened: transactions, user events and files of them; files of entities, which are carried out as those are. */
@Module({ imports: [BatchImportModule, EntityImportsModule, TransactionsModule, UserEventsModule] })
export class EventsModule {}
