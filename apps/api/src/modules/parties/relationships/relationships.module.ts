import { Module } from '@nestjs/common';

import { RelationshipsController } from './relationships.controller.js';
import { RelationshipStore } from './relationship-store.js';
import { ChangeRelationships } from './change-relationships.js';

/** How entities stand to each other. */
@Module({
  controllers: [RelationshipsController],
  providers: [RelationshipStore, ChangeRelationships],
})
export class RelationshipsModule {}
