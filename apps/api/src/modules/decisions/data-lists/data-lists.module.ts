import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';

import { DataListsController } from './http/data-lists.controller.js';
import { ListChecksController } from './http/list-checks.controller.js';
import { ListItemsController } from './http/list-items.controller.js';
import { DataListRow } from './persistence/data-list-row.js';
import { DataListRepository } from './persistence/data-list-repository.js';
import { AddItems } from './use-cases/add-items.js';
import { ChangeDataList } from './use-cases/change-data-list.js';
import { ChangeItem } from './use-cases/change-item.js';
import { CheckSyncSettings } from './use-cases/check-sync-settings.js';
import { CheckValues } from './use-cases/check-values.js';
import { CreateDataList } from './use-cases/create-data-list.js';
import { FindItems } from './use-cases/find-items.js';
import { ImportItems } from './use-cases/import-items.js';
import { ListDataLists } from './use-cases/list-data-lists.js';
import { ListItems } from './use-cases/list-items.js';
import { ReadListStats } from './use-cases/read-list-stats.js';
import { ReadableLists } from './use-cases/readable-lists.js';
import { StoreMatches } from './use-cases/store-matches.js';

/** Lists of values that rules read and write. */
@Module({
  imports: [TypeOrmModule.forFeature([DataListRow])],
  // Controllers with fixed paths must come before those whose paths begin with an id.
  controllers: [ListChecksController, DataListsController, ListItemsController],
  providers: [
    DataListRepository,
    CheckSyncSettings,
    CreateDataList,
    ChangeDataList,
    ListDataLists,
    AddItems,
    ImportItems,
    ListItems,
    FindItems,
    ChangeItem,
    CheckValues,
    ReadListStats,
    ReadableLists,
    StoreMatches,
  ],
  exports: [CheckSyncSettings, DataListRepository, ReadableLists],
})
export class DataListsModule {}
