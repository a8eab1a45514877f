import { Global, Module } from '@nestjs/common';

import { DataListsModule, ListSyncs } from '../data-lists/index.js';
import { ListSyncsController } from './http/list-syncs.controller.js';
import { ScheduledSyncs } from './persistence/sync-store.js';
import { AskForSync } from './use-cases/ask-for-sync.js';
import { FetchListFile } from './use-cases/fetch-list-file.js';
import { RunSync } from './use-cases/run-sync.js';
import { SyncLists } from './use-cases/sync-lists.js';

/** Lists whose items are synced from a file at a URL. Global for `ListSyncs`, which the module `data-lists` requires. */
@Global()
@Module({
  imports: [DataListsModule],
  controllers: [ListSyncsController],
  providers: [AskForSync, FetchListFile, RunSync, SyncLists, { provide: ListSyncs, useClass: ScheduledSyncs }],
  exports: [ListSyncs],
})
export class ListSyncsModule {}
