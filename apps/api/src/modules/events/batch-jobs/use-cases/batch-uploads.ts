import { Injectable } from '@nestjs/common';

import type { Principal } from '../../../../platform/auth/index.js';
import { newId, TenantDatabase } from '../../../../platform/database/index.js';
import { ReadFiles, RowFile } from '../../../../platform/files/index.js';
import { invalid, type UploadedFile } from '../../../../platform/http/index.js';
import {
  type CsvDelimiterName,
  type CsvEncoding,
  csvOptions,
  parseRecordMapping,
  type MappingTarget,
  type RecordSchema,
  resolveMapping,
} from '../../column-mappings/index.js';
import { type BatchError, batchNouns, type BatchOptions } from '../domain/batch-job.js';
import { BatchJobs, type StartedBatch } from './batch-jobs.js';
import { BatchRowLimit } from './batch-row-limit.js';
import type { BatchHandler } from './batch-handler.js';
import { assertImportEnabled } from './import-switches.js';
import { ProcessBatch } from './process-batch.js';
import { type FileReaders, readUploads } from './read-uploads.js';

/** A kind of batch that can be created from files. */
export interface UploadKind<Options extends BatchOptions> {
  readonly handler: BatchHandler<Options>;
  /** Allowed targets of the column mappings. */
  readonly targets: readonly MappingTarget[];
  /** Schema of the records that the rows become. */
  readonly form: RecordSchema;
  readonly readers: FileReaders;
}

/** Form fields common to all kinds, in addition to the options of each kind. */
export interface UploadForm {
  readonly files: readonly UploadedFile[];
  readonly mappingId?: string | undefined;
  readonly columnMapping?: string | undefined;
  readonly delimiter?: CsvDelimiterName | undefined;
  readonly encoding?: CsvEncoding | undefined;
}

/** A batch that was started from files. */
export interface StartedUpload {
  readonly started: StartedBatch;
  readonly totalItems: number;
  /** First rows that cannot be stored. */
  readonly failures: readonly BatchError[];
}

/** Starts batches from uploaded files. */
@Injectable()
export class BatchUploads {
  constructor(
    private readonly batches: BatchJobs,
    private readonly rowLimit: BatchRowLimit,
    private readonly processBatch: ProcessBatch,
    private readonly database: TenantDatabase,
    private readonly files: ReadFiles,
  ) {}

  /**
   * Starts a batch from the files of a form. Throws 403 `FEATURE_NOT_ENABLED`, 400 for an invalid form, file or mapping, 404
   * `MAPPING_NOT_FOUND`, 413 `FILE_TOO_LARGE`, and the errors of `BatchJobs.start`.
   */
  async start<Options extends BatchOptions>(
    { organizationId, actor, from }: Principal,
    { handler: work, targets, form, readers }: UploadKind<Options>,
    { files, ...upload }: UploadForm,
    options: Options,
  ): Promise<StartedUpload> {
    const noun = batchNouns[work.kind].many;
    const client = this.database.forOrganization(organizationId);
    await assertImportEnabled(client, organizationId, 'batchUploadEnabled');
    if (files.length === 0) throw invalid({ file: `is required: a file of ${noun} in a form` });
    const sent = await resolveMapping(client, organizationId, upload, targets);
    const mapping = parseRecordMapping(form, sent);
    if (!mapping.ok) throw invalid(mapping.error);
    const rows = new RowFile();
    try {
      const sources = await readUploads(files, rows, {
        mapping: mapping.value,
        mappingField: sent.field,
        csv: csvOptions(upload.delimiter, upload.encoding),
        rows: await this.rowLimit.maxRows(organizationId, work.kind),
        ...{ form, readers, noun },
        read: (file, format) => this.files.rows(organizationId, file, format),
      });
      const { count: totalItems } = rows;
      const batch = {
        organizationId,
        askedBy: { organizationId, actor, from },
        options: { ...options, sources, fromFiles: true as const },
      };
      const { kind } = work;
      const checked = { batch: { ...batch, id: newId(), kind, totalItems }, handler: work };
      const failures = await this.processBatch.check(checked, rows);
      const started = await this.batches.start(work, { ...batch, rows });
      return { started, totalItems, failures };
    } finally {
      rows.close();
    }
  }
}
