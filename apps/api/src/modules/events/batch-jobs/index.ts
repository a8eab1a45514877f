export { BatchJobsModule } from './batch-jobs.module.js';
export {
  type BatchAction,
  batchActions,
  type BatchError,
  type BatchErrorHandling,
  batchErrorHandlings,
  type BatchKind,
  type BatchKindName,
  batchKindNames,
  type BatchOptions,
  batchFollowPermissions,
  batchNouns,
  batchPermissions,
  type BatchReport,
  type BatchSource,
  type BatchStatus,
  batchStatuses,
  type ReportLocale,
  reportLocales,
  toBatchKind,
} from './domain/batch-job.js';
export { attachment, batchQueueErrors, csvAttachment, UploadRoute } from './http/upload-route.js';
export { BatchJobDto, BatchJobListDto, BatchReportDto, RunningBatchDto } from './dto/batch-job.dto.js';
export { jobView, reportView, startedView } from './use-cases/batch-views.js';

export { sealStoredRows } from './persistence/sealed-rows.js';
export type { NewBatch } from './persistence/batch-queue.js';
export { BatchJobs, type StartedBatch } from './use-cases/batch-jobs.js';
export { BatchReports, skipsNotAvailable } from './use-cases/batch-reports.js';
export { BatchRowLimit } from './use-cases/batch-row-limit.js';
export { BatchUploads, type StartedUpload, type UploadForm } from './use-cases/batch-uploads.js';
export { assertImportEnabled } from './use-cases/import-switches.js';
export { type BatchHandler, type BatchRowInput, HandlesBatches } from './use-cases/batch-handler.js';
export type { BatchResult, StoredRow } from './use-cases/batch-parts.js';
export { jsonReaders } from './use-cases/json-readers.js';
export { type FileReaders, tableReaders, tooManyRows } from './use-cases/read-uploads.js';
