import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { NgramModel } from '@tamis/screening';

import { EventEntities } from '../../../platform/outbox/index.js';
import { EnrichmentDataModule } from '../../decisions/enrichment-data/index.js';
import { EntityStatusPort, EvaluationsModule } from '../../decisions/evaluations/index.js';
import { EntitiesController } from './http/entities.controller.js';
import { EntityMatricesController } from './http/entity-matrices.controller.js';
import { EntityChangesController } from './http/entity-changes.controller.js';
import { EntityRelationshipsController } from './http/entity-relationships.controller.js';
import { ExternalIdsController } from './http/external-ids.controller.js';
import { StatusHistoryController } from './http/status-history.controller.js';
import { UpsertController } from './http/upsert.controller.js';
import { AccountNumberRepository } from './persistence/account-number-repository.js';
import { EntityRow } from './persistence/entity-row.js';
import { EntityRepository, findEventEntities } from './persistence/entity-repository.js';
import { ChangeEntity } from './use-cases/change-entity.js';
import { ChangeExternalId } from './use-cases/change-external-id.js';
import { CreateEntities } from './use-cases/create-entities.js';
import { CreateEntity } from './use-cases/create-entity.js';
import { ErasedWithEntities } from './use-cases/erased-with-entities.js';
import { EvaluatedEntities } from './use-cases/evaluated-entities.js';
import { ExpireEntities } from './use-cases/expire-entities.js';
import { CreatePaymentMethod } from './use-cases/create-payment-method.js';
import { FindEntity } from './use-cases/find-entity.js';
import { GetEntity } from './use-cases/get-entity.js';
import { ListEntities } from './use-cases/list-entities.js';
import { ReadStatusHistory } from './use-cases/read-status-history.js';
import { RelateEntity } from './use-cases/relate-entity.js';
import { ResolveParties } from './use-cases/resolve-parties.js';
import { RestoreEntity } from './use-cases/restore-entity.js';
import { RevealAccountNumbers } from './use-cases/reveal-account-numbers.js';
import { EvaluateEntity } from './use-cases/evaluate-entity.js';
import { StoredEntityStatuses } from './use-cases/set-status-by-rule.js';
import { StoreNewEntity } from './use-cases/store-new-entity.js';
import { similarityModel, UpsertCompany } from './use-cases/upsert-company.js';

/**
 * People, companies, payment methods and the other records that are entities. The module is global because evaluations depend on
 * `EntityStatusPort`.
 */
@Global()
@Module({
  imports: [TypeOrmModule.forFeature([EntityRow]), EvaluationsModule, EnrichmentDataModule],
  controllers: [
    EntitiesController,
    EntityChangesController,
    EntityMatricesController,
    EntityRelationshipsController,
    ExternalIdsController,
    StatusHistoryController,
    UpsertController,
  ],
  providers: [
    EntityRepository,
    ChangeEntity,
    ChangeExternalId,
    CreateEntities,
    CreateEntity,
    ErasedWithEntities,
    EvaluatedEntities,
    ExpireEntities,
    CreatePaymentMethod,
    AccountNumberRepository,
    RevealAccountNumbers,
    FindEntity,
    GetEntity,
    ListEntities,
    ReadStatusHistory,
    RelateEntity,
    ResolveParties,
    RestoreEntity,
    EvaluateEntity,
    StoreNewEntity,
    UpsertCompany,
    { provide: EntityStatusPort, useClass: StoredEntityStatuses },
    { provide: similarityModel, useClass: NgramModel },
  ],
  exports: [
    EntityStatusPort,
    ChangeEntity,
    CreateEntities,
    CreateEntity,
    CreatePaymentMethod,
    ErasedWithEntities,
    EvaluatedEntities,
    EvaluateEntity,
    FindEntity,
    ResolveParties,
    RevealAccountNumbers,
  ],
})
export class EntitiesModule {
  constructor(events: EventEntities) {
    events.provide(findEventEntities);
  }
}
