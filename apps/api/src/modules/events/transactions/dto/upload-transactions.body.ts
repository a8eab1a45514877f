import { ApiProperty } from '@nestjs/swagger';

import { EnumField, IgnoreUnknownFields, QueryBoolean, TextField, UuidField } from '../../../../platform/http/index.js';
import { limits } from '../../../../platform/limits.js';
import { type BatchErrorHandling, batchErrorHandlings } from '../../batch-jobs/index.js';
import {
  CsvDelimiterField,
  type CsvDelimiterName,
  type CsvEncoding,
  CsvEncodingField,
} from '../../column-mappings/index.js';

/** Fields of a form with payment files, in addition to `file`. */
@IgnoreUnknownFields()
export class UploadTransactionsBody {
  @ApiProperty({
    type: 'array',
    items: { type: 'string', format: 'binary' },
    minItems: 1,
    maxItems: 5,
    description: 'CSV, XLSX, JSON (an array of bodies of `POST /transactions`) or JSONL, by its extension',
  })
  file?: unknown;
  @TextField({
    max: limits.formFieldBytes,
    description:
      'JSON `{<column>: <path> or {path, type, dateFormat, default, required, transform, valueMap}}`. Default: columns are named like ' +
      'the members of a payment, with dots for nested members: `deviceDetails.ipAddress`',
  })
  columnMapping?: string;
  @UuidField({ description: 'A stored column mapping for `transaction`, instead of `columnMapping`' })
  mappingId?: string;
  @CsvDelimiterField() delimiter?: CsvDelimiterName;
  @CsvEncodingField() encoding?: CsvEncoding;
  @QueryBoolean({ description: 'Default true' }) executeRules?: boolean;
  @QueryBoolean({ description: 'Default true: a payment whose external id already exists is skipped' })
  skipDuplicates?: boolean;
  @QueryBoolean({ description: 'Default true: references to unknown entities are refused' })
  validateExistingEntity?: boolean;
  @QueryBoolean({ description: 'Wins over validateExistingEntity' }) linkEntityStrict?: boolean;
  @EnumField(batchErrorHandlings, 'BatchErrorHandling', {
    description: 'What becomes of the others where a payment cannot be stored. Default `rollback_all`: none is stored',
  })
  batchErrorHandling?: BatchErrorHandling;
}
