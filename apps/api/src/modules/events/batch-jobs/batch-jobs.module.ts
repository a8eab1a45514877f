import { Module } from '@nestjs/common';

import { BatchJobs } from './use-cases/batch-jobs.js';
import { BatchReports } from './use-cases/batch-reports.js';
import { BatchRowLimit } from './use-cases/batch-rows.js';
import { BatchUploads } from './use-cases/batch-uploads.js';
import { ProcessBatch } from './use-cases/carry-out-batch.js';
import { PurgePayloads } from './use-cases/old-payloads.js';

/** What batches of all kinds have in common; what becomes of their rows, the module of each kind says. */
@Module({
  providers: [BatchJobs, BatchReports, BatchRowLimit, BatchUploads, ProcessBatch, PurgePayloads],
  exports: [BatchJobs, BatchReports, BatchRowLimit, BatchUploads],
})
export class BatchJobsModule {}
