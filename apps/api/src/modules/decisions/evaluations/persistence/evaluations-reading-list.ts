import type { Queryable } from '../../../../platform/database/index.js';
import type { EvaluationRow } from '../domain/evaluation-row.js';
import type { RecordType } from '../domain/evaluation-subject.js';
import { evaluationColumns } from './evaluation-records.js';

/** Which runs asked a list: it, or all lists of its type. */
export interface ListReadFilter {
  readonly listId: string;
  readonly listType: string;
  readonly types: readonly RecordType[];
  readonly since: Date;
  readonly limit: number;
}

/** The last answered run of each record whose facts tell of the list, the newest first. */
export async function findEvaluationsReadingList(
  client: Queryable,
  organizationId: string,
  { listId, listType, types, since, limit }: ListReadFilter,
): Promise<readonly EvaluationRow[]> {
  const { rows } = await client.query<EvaluationRow>(
    `select ${evaluationColumns} from evaluations
     where organization_id = $1 and evaluated_at >= $2 and record_type = any($3) and stage = 'sync' and rule_id is null
       and (strpos(facts::text, $4) > 0 or (strpos(facts::text, 'listedInType') > 0 and strpos(facts::text, $5) > 0))
     order by evaluated_at desc, id desc limit $6`,
    [organizationId, since, types, listId, listType, limit],
  );
  const seen = new Set<string>();
  return rows.filter(({ recordId }) => !seen.has(recordId) && seen.add(recordId));
}
