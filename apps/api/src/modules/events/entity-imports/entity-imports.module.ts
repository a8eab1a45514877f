import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';

import { EntitiesModule } from '../../parties/entities/index.js';
import { EntityAccountsModule } from '../../parties/entity-accounts/index.js';
import { BatchJobsModule } from '../batch-jobs/index.js';
import { EntityBatchesController } from './http/entity-batches.controller.js';
import { EntityReportsController } from './http/entity-reports.controller.js';
import { EntityUploadsController } from './http/entity-uploads.controller.js';
import { EntityBatches } from './use-cases/entity-batches.js';
import { EntityReports } from './use-cases/entity-reports.js';
import { ManualEntityRows } from './use-cases/manual-entity-rows.js';
import { StartEntityBatch } from './use-cases/start-entity-batch.js';

/** Bulk imports of entities: files and batches of people, companies and payment methods. */
@Module({
  imports: [BatchJobsModule, DiscoveryModule, EntitiesModule, EntityAccountsModule],
  controllers: [EntityBatchesController, EntityReportsController, EntityUploadsController],
  providers: [EntityBatches, EntityReports, ManualEntityRows, StartEntityBatch],
  exports: [EntityReports, StartEntityBatch],
})
export class EntityImportsModule {}
