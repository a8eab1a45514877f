import { Global, Module } from '@nestjs/common';

import { DataListsModule, ListSyncs } from '../data-lists/index.js';
import { ListSyncsController } from './http/list-syncs.controller.js';
import { ScheduledSyncs } from './persistence/sync-store.js';
import { AskForSync } from './use-cases/ask-for-sync.js';
import { FetchListFile } from './use-cases/fetch-list-file.js';
import { RunSync } from './use-cases/run-sync.js';
import { SyncLists } from './use-cases/sync-lists.js';

/** Lists whose items are those of a file at an address. It is global for `ListSyncs`, which the noun `data-lists` needs. */
@Global()
@Module({
  imports: [DataListsModule],
  controllers: [ListSyncsController],
  providers: [AskForSync, FetchListFile, RunSync, SyncLists, { provide: ListSyncs, useClass: ScheduledSyncs }],
  exports: [ListSyncs],
})
export class ListSyncsModule {}
