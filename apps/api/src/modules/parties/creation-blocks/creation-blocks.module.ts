import { Module } from '@nestjs/common';

import { CreationBlocksController } from './creation-blocks.controller.js';
import { ChangeCreationBlocks } from './change-creation-blocks.js';

/** Lists that prevent entities from being created. */
@Module({ controllers: [CreationBlocksController], providers: [ChangeCreationBlocks] })
export class CreationBlocksModule {}
