import { ApiProperty } from '@nestjs/swagger';
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
  type MappingTarget,
  mappingTargets,
} from '../column-mappings/index.js';
import {
  type BatchAction,
  batchActions,
  type BatchKind,
  batchKinds,
  type BatchStatus,
  batchStatuses,
} from '../batch-jobs/index.js';

/** Those that jobs may be asked for by: of entities there are none yet. */
const askedKinds = [...batchKinds, 'entity_batch', 'entity_automatic'] as const;

/** Query of `GET /batch-import/jobs/{id}`. */
export class ReadBatchJobQuery {
  @QueryEnumList(['failures'], 'BatchJobInclude', { description: '`failures` adds why rows were not stored' })
  include?: readonly string[];
}

/** Query of `GET /batch-import/jobs`. */
export class ListBatchJobsQuery extends PageQuery {
  @EnumField(askedKinds, 'BatchJobKind') kind?: (typeof askedKinds)[number];
  @EnumField(batchStatuses, 'BatchStatus') status?: BatchStatus;
}

/** Body of `POST /batch-import/jobs/{id}/control`. */
export class ControlBatchBody {
  @EnumField(batchKinds, 'BatchKind', { required: true }) kind!: BatchKind;
  @EnumField(batchActions, 'BatchAction', {
    required: true,
    description: '`pause` has it wait; what `rollback_all` has stored is stored again afterwards',
  })
  action!: BatchAction;
}

const objectOrText = { oneOf: [{ type: 'string' }, { type: 'object', additionalProperties: true }] };

const most = { min: 0, max: limits.checkProblemsMost, description: `Default ${limits.checkProblems}` };

/** `POST /batch-import/validate-csv`, as a form with `file` or as JSON with `rows`. Objects are JSON text in a form. */
export class CheckTableBody {
  @ApiProperty({ type: 'string', format: 'binary', required: false, description: 'CSV, by its name' })
  file?: unknown;
  @JsonArrayField(limits.checkedJsonRows, {
    description: 'In place of `file`: objects by names of columns. The first counts as line 2, as in a file',
  })
  rows?: readonly unknown[];
  @EnumField(mappingTargets, 'MappingTarget', {
    description: '`transaction` or `user_event`; required unless `mappingId` is sent',
  })
  target?: MappingTarget;
  @UuidField({ description: 'A stored mapping' }) mappingId?: string;
  @Field(
    { description: 'In place of `mappingId`. Default: columns are named like the members of a record' },
    objectOrText,
    [],
  )
  columnMapping?: unknown;
  @Field({ description: 'By the path of a member: what it is where a row has nothing' }, objectOrText, [])
  defaultFields?: unknown;
  @CsvDelimiterField(',') delimiter?: CsvDelimiterName;
  @CsvEncodingField() encoding?: CsvEncoding;
  @QueryInteger(most) maxWarnings?: number;
  @QueryInteger(most) maxRowErrors?: number;
}
