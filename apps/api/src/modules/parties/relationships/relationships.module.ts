import { Module } from '@nestjs/common';

import { RelationshipsController } from './relationships.controller.js';
import { RelationshipStore } from './relationship-store.js';
import { DeleteRelationship } from './delete-relationship.js';

/** How entities stand to each other. */
@Module({
  controllers: [RelationshipsController],
  providers: [RelationshipStore, DeleteRelationship],
})
export class RelationshipsModule {}
