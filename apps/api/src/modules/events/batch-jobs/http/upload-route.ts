import { Readable } from 'node:stream';

import { applyDecorators, HttpCode, StreamableFile } from '@nestjs/common';
import { ApiAcceptedResponse, ApiConsumes } from '@nestjs/swagger';
import { type Permission, RequirePermission } from '../../../../platform/auth/index.js';
import { ApiErrors, type ErrorCode, RouteSettings } from '../../../../platform/http/index.js';
import { Post } from '../../../../platform/idempotency/index.js';
import { limits } from '../../../../platform/limits.js';
import { RunningBatchDto } from '../dto/batch-job.dto.js';
import { csvText } from '@tamis/stdx';

/** Returns a response that is downloaded as a file. */
export const attachment = (name: string, text: string | AsyncIterable<string>, type: string): StreamableFile =>
  new StreamableFile(Readable.from(typeof text === 'string' ? [Buffer.from(text)] : text, { objectMode: false }), {
    type,
    disposition: `attachment; filename="${name}"`,
  });

export const csvAttachment = (
  name: string,
  heading: readonly string[],
  rows: readonly (readonly (string | null)[])[],
): StreamableFile => attachment(`${name}.csv`, csvText(heading, rows), 'text/csv; charset=utf-8');

/** Errors that reject a batch as a whole, regardless of its rows: another batch is in the way, or the batch cannot be stored. */
export const batchQueueErrors = [
  'JOB_IN_PROGRESS',
  'JOB_ALREADY_WAITING',
  'ARTIFACT_UPLOAD_FAILED',
  'QUEUE_ERROR',
] as const;

const errors = [
  'VALIDATION_ERROR',
  'TOO_MANY_ITEMS',
  'TOO_MANY_FILES',
  'FILE_TOO_LARGE',
  'FEATURE_NOT_ENABLED',
  'MAPPING_NOT_FOUND',
  'MAPPING_TARGET_MISMATCH',
  ...batchQueueErrors,
] as const;

/**
 * Declares a route whose uploaded files become a batch that is executed after the response. `files` is their maximum number, `more` lists
 * further errors.
 */
export const UploadRoute = (
  path: string,
  permission: Permission,
  files: number,
  more: readonly ErrorCode[] = [],
): MethodDecorator =>
  applyDecorators(
    Post(path, { waitsOutside: true }),
    HttpCode(202),
    RequirePermission(permission),
    RouteSettings({
      files: { count: files, bytes: limits.batchPaymentsBytes, allBytes: limits.batchSourcesBytes },
    }),
    ApiConsumes('multipart/form-data'),
    ApiErrors(...errors, ...more),
    ApiAcceptedResponse({ type: RunningBatchDto }),
  );
