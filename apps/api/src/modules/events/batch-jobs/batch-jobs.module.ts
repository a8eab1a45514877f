import { Module } from '@nestjs/common';

import { BatchJobs } from './use-cases/batch-jobs.js';
import { BatchReports } from './use-cases/batch-reports.js';
import { BatchRows } from './use-cases/batch-rows.js';
import { BatchUploads } from './use-cases/batch-uploads.js';
import { CarryOutBatch } from './use-cases/carry-out-batch.js';
import { OldPayloads } from './use-cases/old-payloads.js';

/** What batches of all kinds have in common; what becomes of their rows, the module of each kind says. */
@Module({
  providers: [BatchJobs, BatchReports, BatchRows, BatchUploads, CarryOutBatch, OldPayloads],
  exports: [BatchJobs, BatchReports, BatchRows, BatchUploads],
})
export class BatchJobsModule {}
