import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';

import { EvaluationsModule, FollowUpRuns } from '../evaluations/index.js';
import { EntitiesController } from './http/entities.controller.js';
import { ExternalIdsController } from './http/external-ids.controller.js';
import { EntityRow } from './persistence/entity-row.js';
import { EntityStore } from './persistence/entity-store.js';
import { PartyStore } from './persistence/party-store.js';
import { ChangeExternalId } from './use-cases/change-external-id.js';
import { CreateEntity } from './use-cases/create-entity.js';
import { FindEntity } from './use-cases/find-entity.js';
import { GetEntity } from './use-cases/get-entity.js';
import { ListEntities } from './use-cases/list-entities.js';
import { ResolveParties } from './use-cases/resolve-parties.js';
import { RunEntityRules } from './use-cases/run-entity-rules.js';
import { setStatusByRule } from './use-cases/set-status-by-rule.js';
import { StoreNewEntity } from './use-cases/store-new-entity.js';

/** Persons and companies. */
@Module({
  imports: [TypeOrmModule.forFeature([EntityRow]), EvaluationsModule],
  controllers: [EntitiesController, ExternalIdsController],
  providers: [
    EntityStore,
    PartyStore,
    ChangeExternalId,
    CreateEntity,
    FindEntity,
    GetEntity,
    ListEntities,
    ResolveParties,
    RunEntityRules,
    StoreNewEntity,
  ],
  exports: [CreateEntity, FindEntity, ResolveParties],
})
export class EntitiesModule {
  constructor(runs: FollowUpRuns) {
    runs.setStatusWith(setStatusByRule);
  }
}
