import { applyDecorators, HttpCode, StreamableFile } from '@nestjs/common';
import { ApiAcceptedResponse, ApiConsumes } from '@nestjs/swagger';
import { type Permission, RequirePermission } from '../../../../platform/auth/index.js';
import { ApiErrors, RouteSettings } from '../../../../platform/http/index.js';
import { Post } from '../../../../platform/idempotency/index.js';
import { limits } from '../../../../platform/limits.js';
import { RunningBatchDto } from '../dto/batch-job.dto.js';
import { csvText } from '@tamis/stdx';

/** An answer that is kept as a file. */
export const attachment = (name: string, text: string, type: string): StreamableFile =>
  new StreamableFile(Buffer.from(text), { type, disposition: `attachment; filename="${name}"` });

export const csvAttachment = (
  name: string,
  heading: readonly string[],
  rows: readonly (readonly (string | null)[])[],
): StreamableFile => attachment(`${name}.csv`, csvText(heading, rows), 'text/csv; charset=utf-8');

const errors = [
  'VALIDATION_ERROR',
  'TOO_MANY_ITEMS',
  'TOO_MANY_FILES',
  'FILE_TOO_LARGE',
  'MAPPING_NOT_FOUND',
  'MAPPING_TARGET_MISMATCH',
  'JOB_IN_PROGRESS',
  'JOB_ALREADY_WAITING',
] as const;

/** A route whose files become a batch, which is carried out after the answer. `files`: so many at most. */
export const UploadRoute = (path: string, permission: Permission, files: number): MethodDecorator =>
  applyDecorators(
    Post(path),
    HttpCode(202),
    RequirePermission(permission),
    RouteSettings({
      files: { count: files, bytes: limits.batchPaymentsBytes, allBytes: limits.batchSourcesBytes },
    }),
    ApiConsumes('multipart/form-data'),
    ApiErrors(...errors),
    ApiAcceptedResponse({ type: RunningBatchDto }),
  );
