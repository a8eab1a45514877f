import { Global, Module } from '@nestjs/common';

import { ListBlocks } from '../../decisions/data-lists/index.js';
import { StoredListBlocks } from './creation-block-store.js';
import { CreationBlocksController } from './creation-blocks.controller.js';
import { ChangeCreationBlocks } from './change-creation-blocks.js';

/** Lists that prevent entities from being created. Global for `ListBlocks`, which a lower module requires. */
@Global()
@Module({
  controllers: [CreationBlocksController],
  providers: [ChangeCreationBlocks, { provide: ListBlocks, useClass: StoredListBlocks }],
  exports: [ListBlocks],
})
export class CreationBlocksModule {}
