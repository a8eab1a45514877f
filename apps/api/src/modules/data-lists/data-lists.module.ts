import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';

import { DataListsController } from './http/data-lists.controller.js';
import { DataListRow } from './persistence/data-list-row.js';
import { DataListStore } from './persistence/data-list-store.js';
import { AddItems } from './use-cases/add-items.js';
import { CreateDataList } from './use-cases/create-data-list.js';
import { ListDataLists } from './use-cases/list-data-lists.js';
import { ListItems } from './use-cases/list-items.js';

/** Lists of values that rules ask and fill. */
@Module({
  imports: [TypeOrmModule.forFeature([DataListRow])],
  controllers: [DataListsController],
  providers: [DataListStore, CreateDataList, AddItems, ListDataLists, ListItems],
})
export class DataListsModule {}
