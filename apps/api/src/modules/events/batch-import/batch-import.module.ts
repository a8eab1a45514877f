import { Module } from '@nestjs/common';

import { BatchJobsModule } from '../batch-jobs/index.js';
import { EntityImportsModule } from '../entity-imports/index.js';
import { BatchJobsController } from './batch-jobs.controller.js';
import { CheckRows } from './check-rows.js';
import { MappingsController } from './mappings.controller.js';
import { TableChecksController } from './table-checks.controller.js';
import { WriteMappings } from './write-mappings.js';

/** Checks import files before they are imported, stores column mappings, and reports on batch jobs. */
@Module({
  imports: [BatchJobsModule, EntityImportsModule],
  controllers: [BatchJobsController, MappingsController, TableChecksController],
  providers: [CheckRows, WriteMappings],
})
export class BatchImportModule {}
