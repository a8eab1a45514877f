import { QueryEnumList } from '../../../platform/http/index.js';

/** Query of `GET /batch-import/jobs/{id}`. */
export class ReadBatchJobQuery {
  @QueryEnumList(['failures'], 'BatchJobInclude', { description: '`failures` adds why payments were not stored' })
  include?: readonly string[];
}
