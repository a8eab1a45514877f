import { Module } from '@nestjs/common';

import { EnrichmentDataModule } from '../../decisions/enrichment-data/index.js';
import { ExecutionsModule } from '../../enrichment/executions/index.js';
import { IntegrationsModule } from '../../enrichment/integrations/index.js';
import { EntityImportsModule } from '../../events/entity-imports/index.js';
import { EntitiesModule } from '../../parties/entities/index.js';
import { MaterializeModule } from '../materialize/index.js';
import { AutomaticBulkController } from './http/automatic-bulk.controller.js';
import { AutomaticEntitiesController } from './http/automatic-entities.controller.js';
import { AutomaticEntityRows } from './use-cases/automatic-entity-rows.js';
import { BuyBasicData } from './use-cases/basic-data.js';
import { CreateAutomatic } from './use-cases/create-automatic.js';
import { DeleteOldPurchases } from './use-cases/delete-old-purchases.js';

/** Creates entities with everything that the register of their country contains about them. */
@Module({
  imports: [
    EntitiesModule,
    EntityImportsModule,
    EnrichmentDataModule,
    ExecutionsModule,
    IntegrationsModule,
    MaterializeModule,
  ],
  controllers: [AutomaticEntitiesController, AutomaticBulkController],
  providers: [AutomaticEntityRows, BuyBasicData, CreateAutomatic, DeleteOldPurchases],
})
export class AutomaticEntitiesModule {}
