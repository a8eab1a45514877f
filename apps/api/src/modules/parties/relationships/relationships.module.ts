import { Module } from '@nestjs/common';

import { RelationshipsController } from './http/relationships.controller.js';
import { RelationshipStore } from './persistence/relationship-store.js';
import { DeleteRelationship } from './use-cases/delete-relationship.js';

/** How entities stand to each other. */
@Module({
  controllers: [RelationshipsController],
  providers: [RelationshipStore, DeleteRelationship],
})
export class RelationshipsModule {}
