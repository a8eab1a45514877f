import { ApiProperty } from '@nestjs/swagger';

import { EnumField, IgnoreUnknownFields, QueryBoolean, UuidField } from '../../../platform/http/index.js';
import { type BatchErrorHandling, batchErrorHandlings } from '../../batch-jobs/index.js';
import {
  CsvDelimiterField,
  type CsvDelimiterName,
  type CsvEncoding,
  CsvEncodingField,
} from '../../column-mappings/index.js';

/** The fields of a form with a file of user events, beside `file`. */
@IgnoreUnknownFields()
export class UploadUserEventsBody {
  @ApiProperty({ type: 'string', format: 'binary', description: 'CSV, by its name' })
  file?: unknown;
  @UuidField({ required: true, description: 'A stored mapping of the target `user_event`' }) mappingId!: string;
  @CsvDelimiterField('auto') delimiter?: CsvDelimiterName;
  @CsvEncodingField() encoding?: CsvEncoding;
  @QueryBoolean({ description: 'Default true' }) executeRules?: boolean;
  @QueryBoolean({
    description: 'Default true: the entity of a tax id is created where there is none, with the `country` of its row',
  })
  withAutoEntity?: boolean;
  @EnumField(batchErrorHandlings, 'BatchErrorHandling', {
    description:
      'What becomes of the others where a user event cannot be stored. Default `continue_collect_errors`: they are stored',
  })
  batchErrorHandling?: BatchErrorHandling;
}
