import { Module } from '@nestjs/common';

import { RelationshipsController } from './relationships.controller.js';
import { RelationshipStore } from './relationship-store.js';
import { ChangeRelationships } from './change-relationships.js';

/** The relationships between entities. */
@Module({
  controllers: [RelationshipsController],
  providers: [RelationshipStore, ChangeRelationships],
})
export class RelationshipsModule {}
