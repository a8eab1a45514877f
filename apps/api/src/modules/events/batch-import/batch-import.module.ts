import { Module } from '@nestjs/common';

import { BatchJobsModule } from '../batch-jobs/index.js';
import { EntityImportsModule } from '../entity-imports/index.js';
import { BatchJobsController } from './batch-jobs.controller.js';
import { CheckRows } from './check-rows.js';
import { MappingsController } from './mappings.controller.js';
import { TableChecksController } from './table-checks.controller.js';
import { WriteMappings } from './write-mappings.js';

/** What files are to be read by before they are imported, and what became of them. */
@Module({
  imports: [BatchJobsModule, EntityImportsModule],
  controllers: [BatchJobsController, MappingsController, TableChecksController],
  providers: [CheckRows, WriteMappings],
})
export class BatchImportModule {}
