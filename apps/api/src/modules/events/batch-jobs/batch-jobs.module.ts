import { Module } from '@nestjs/common';
import { OperationFigures } from '../../../platform/operations/index.js';
import { DiscoveryModule } from '@nestjs/core';

import { BatchJobs } from './use-cases/batch-jobs.js';
import { BatchReports } from './use-cases/batch-reports.js';
import { BatchRows } from './use-cases/batch-rows.js';
import { BatchRowLimit } from './use-cases/batch-row-limit.js';
import { BatchUploads } from './use-cases/batch-uploads.js';
import { ProcessBatch } from './use-cases/process-batch.js';
import { PurgePayloads } from './use-cases/purge-payloads.js';

/** Shared parts of all batch kinds. The module of each kind defines how its rows are stored. */
@Module({
  imports: [DiscoveryModule],
  providers: [BatchJobs, BatchReports, BatchRowLimit, BatchRows, BatchUploads, ProcessBatch, PurgePayloads],
  exports: [BatchJobs, BatchReports, BatchRowLimit, BatchUploads],
})
export class BatchJobsModule {
  constructor(figures: OperationFigures) {
    figures.addCount(
      'importsUnderWay',
      `select count(*) from batch_jobs where organization_id = $1 and status in ('queued', 'running')`,
    );
  }
}
