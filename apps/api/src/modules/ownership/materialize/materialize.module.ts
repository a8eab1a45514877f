import { Module } from '@nestjs/common';

import { EnrichmentDataModule } from '../../decisions/enrichment-data/index.js';
import { ExecutionsModule } from '../../enrichment/executions/index.js';
import { IntegrationsModule } from '../../enrichment/integrations/index.js';
import { RegistersModule } from '../../enrichment/registers/index.js';
import { EntitiesModule } from '../../parties/entities/index.js';
import { MaterializeController } from './http/materialize.controller.js';
import { BeginMaterialize } from './use-cases/begin-materialize.js';
import { ChildPipeline } from './use-cases/child-pipeline.js';
import { DeleteOldRuns } from './use-cases/delete-old-runs.js';
import { ExpandNode } from './use-cases/expand-node.js';
import { FinishRun } from './use-cases/finish-run.js';
import { MaterializeSweep } from './use-cases/materialize-sweep.js';
import { RunMaterialize } from './use-cases/run-materialize.js';
import { StorePartner } from './use-cases/store-partner.js';
import { WaitForRun } from './use-cases/wait-for-run.js';

/** Runs that turn the partners in an enrichment into entities and relationships. */
@Module({
  imports: [EntitiesModule, EnrichmentDataModule, ExecutionsModule, IntegrationsModule, RegistersModule],
  controllers: [MaterializeController],
  providers: [
    BeginMaterialize,
    ChildPipeline,
    DeleteOldRuns,
    ExpandNode,
    FinishRun,
    MaterializeSweep,
    RunMaterialize,
    StorePartner,
    WaitForRun,
  ],
  exports: [BeginMaterialize, WaitForRun],
})
export class MaterializeModule {}
