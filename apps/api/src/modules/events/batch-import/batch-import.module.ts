import { Module } from '@nestjs/common';

import { BatchJobsModule } from '../batch-jobs/index.js';
import { BatchJobsController } from './http/batch-jobs.controller.js';
import { MappingsController } from './http/mappings.controller.js';
import { TableChecksController } from './http/table-checks.controller.js';
import { WriteMappings } from './use-cases/write-mappings.js';

/** What files are to be read by before they are imported, and what became of them. */
@Module({
  imports: [BatchJobsModule],
  controllers: [BatchJobsController, MappingsController, TableChecksController],
  providers: [WriteMappings],
})
export class BatchImportModule {}
