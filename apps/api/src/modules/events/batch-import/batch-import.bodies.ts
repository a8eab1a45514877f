import { ApiProperty } from '@nestjs/swagger';
import { IsString } from 'class-validator';

import {
  EnumField,
  Field,
  JsonArrayField,
  QueryInteger,
  UuidField,
  PageQuery,
  QueryEnumList,
} from '../../../platform/http/index.js';
import { limits } from '../../../platform/limits.js';
import {
  CsvDelimiterField,
  type CsvDelimiterName,
  type CsvEncoding,
  CsvEncodingField,
  mappingTargets,
} from '../column-mappings/index.js';
import {
  type BatchAction,
  batchActions,
  type BatchKindName,
  batchKindNames,
  type BatchStatus,
  batchStatuses,
} from '../batch-jobs/index.js';

/** Query of `GET /batch-import/jobs/{id}`. */
export class ReadBatchJobQuery {
  @QueryEnumList(['failures'], 'BatchJobInclude', { description: '`failures` includes why rows were not stored' })
  include?: readonly string[];
}

/** Query of `GET /batch-import/jobs`. */
export class ListBatchJobsQuery extends PageQuery {
  @EnumField(batchKindNames, 'BatchKindName') kind?: BatchKindName;
  @EnumField(batchStatuses, 'BatchStatus') status?: BatchStatus;
}

/** Body of `POST /batch-import/jobs/{id}/control`. */
export class ControlBatchBody {
  @EnumField(batchKindNames, 'BatchKindName', { required: true }) kind!: BatchKindName;
  @EnumField(batchActions, 'BatchAction', {
    required: true,
    description: '`pause` pauses the job; what `rollback_all` had stored is stored again afterwards',
  })
  action!: BatchAction;
}

const objectOrText = { oneOf: [{ type: 'string' }, { type: 'object', additionalProperties: true }] };

const most = { min: 0, max: limits.checkProblemsMost, description: `Default ${limits.checkProblems}` };

/** Body of `POST /batch-import/validate-csv`: a form with `file`, or JSON with `rows`. In a form, objects are sent as JSON text. */
export class CheckTableBody {
  @ApiProperty({ type: 'string', format: 'binary', required: false, description: 'CSV, by its file name' })
  file?: unknown;
  @JsonArrayField(limits.checkedJsonRows, {
    description: 'Instead of `file`: objects keyed by column name. The first one counts as line 2, as in a file',
  })
  rows?: readonly unknown[];
  @Field(
    { description: 'Type of records to create; required unless `mappingId` is sent' },
    { enum: [...mappingTargets], enumName: 'MappingTarget' },
    [IsString()],
  )
  target?: string;
  @UuidField({ description: 'A stored mapping' }) mappingId?: string;
  @Field(
    { description: 'Instead of `mappingId`. Default: columns are named like the members of a record' },
    objectOrText,
    [],
  )
  columnMapping?: unknown;
  @Field({ description: 'By the path of a member: what it is where a row has nothing' }, objectOrText, [])
  defaultFields?: unknown;
  @CsvDelimiterField() delimiter?: CsvDelimiterName;
  @CsvEncodingField() encoding?: CsvEncoding;
  @QueryInteger(most) maxWarnings?: number;
  @QueryInteger(most) maxRowErrors?: number;
}
