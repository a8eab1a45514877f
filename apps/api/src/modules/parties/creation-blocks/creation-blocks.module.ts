import { Module } from '@nestjs/common';

import { CreationBlocksController } from './http/creation-blocks.controller.js';
import { ChangeCreationBlocks } from './use-cases/change-creation-blocks.js';

/** Lists that keep entities from being created. */
@Module({ controllers: [CreationBlocksController], providers: [ChangeCreationBlocks] })
export class CreationBlocksModule {}
