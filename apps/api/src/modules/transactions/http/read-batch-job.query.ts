import { EnumField, PageQuery, QueryEnumList } from '../../../platform/http/index.js';
import { type BatchStatus, batchStatuses } from '../domain/transaction-batch.js';
import { jobKinds } from './transaction-batch.bodies.js';

/** Query of `GET /batch-import/jobs/{id}`. */
export class ReadBatchJobQuery {
  @QueryEnumList(['failures'], 'BatchJobInclude', { description: '`failures` adds why payments were not stored' })
  include?: readonly string[];
}

/** Query of `GET /batch-import/jobs`. */
export class ListBatchJobsQuery extends PageQuery {
  @EnumField(jobKinds, 'BatchJobKind') kind?: (typeof jobKinds)[number];
  @EnumField(batchStatuses, 'BatchStatus') status?: BatchStatus;
}
