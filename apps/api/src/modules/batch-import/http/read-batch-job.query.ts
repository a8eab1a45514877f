import { EnumField, PageQuery, QueryEnumList } from '../../../platform/http/index.js';
import { batchKinds, type BatchStatus, batchStatuses } from '../../batch-jobs/index.js';

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
