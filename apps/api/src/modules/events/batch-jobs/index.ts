export { BatchJobsModule } from './batch-jobs.module.js';
export {
  type BatchAction,
  batchActions,
  type BatchError,
  type BatchErrorHandling,
  batchErrorHandlings,
  type BatchKind,
  batchKinds,
  type BatchOptions,
  batchFollowPermissions,
  batchPermissions,
  type BatchReport,
  type BatchSource,
  type BatchStatus,
  batchStatuses,
} from './domain/batch-job.js';
export { unreadableRow } from './domain/unreadable-row.js';
export { attachment, csvAttachment, UploadRoute } from './http/upload-route.js';
export { BatchJobDto, BatchJobListDto, BatchReportDto, RunningBatchDto } from './dto/batch-job.dto.js';
export { jobView, reportView, startedView } from './use-cases/batch-views.js';

export { sealStoredPayloads } from './persistence/sealed-payload.js';
export type { NewBatch } from './persistence/batch-queue.js';
export { BatchJobs, type StartedBatch } from './use-cases/batch-jobs.js';
export { BatchReports, skipsNotAvailable } from './use-cases/batch-reports.js';
export { BatchRowLimit } from './use-cases/batch-row-limit.js';
export { BatchUploads, type UploadKind } from './use-cases/batch-uploads.js';
export { type BatchHandler, type BatchRowInput, HandlesBatches } from './use-cases/batch-handler.js';
export type { BatchResult, StoredRow } from './use-cases/process-batch.js';
export { type FileReaders, type FileRows, tableReaders } from './use-cases/read-uploads.js';
