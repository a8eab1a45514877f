import type { Queryable } from '../../../../platform/database/index.js';
import type { AccountNumberCipher } from '../../../../platform/secrets/index.js';
import type { EvaluationRow } from '../domain/evaluation-row.js';
import type { RecordType } from '../domain/evaluation-subject.js';
import { evaluationColumns, openEvaluation } from './evaluation-records.js';
import type { GuardMetric } from '@tamis/library';

/** Some of the runs behind a metric, the newest. */
export async function sampleEvaluationIds(
  client: Queryable,
  organizationId: string,
  { ruleId, metric, from }: { readonly ruleId: string; readonly metric: GuardMetric; readonly from: Date },
): Promise<readonly string[]> {
  const column = metric === 'unknownRate' ? 'unknown_rule_ids' : 'hit_rule_ids';
  const { rows } = await client.query<{ id: string }>(
    `select id from evaluations where organization_id = $1 and evaluated_at >= $2 and $3 = any(${column})
     order by evaluated_at desc, id desc limit 20`,
    [organizationId, from, ruleId],
  );
  return rows.map(({ id }) => id);
}

/** A table whose rows say by which batch they came, and are decided on. */
export type BatchRecordTable = 'transactions' | 'user_events';

/** Whether rules that run after the answer have not run yet for a record of the batch. */
export async function hasPendingEvaluations(
  client: Queryable,
  records: BatchRecordTable,
  { organizationId, id }: { readonly organizationId: string; readonly id: string },
): Promise<boolean> {
  const { rows } = await client.query<{ isWaiting: boolean }>(
    `select exists (
       select 1 from waiting_runs w
       join evaluations e on e.organization_id = w.organization_id and e.id = w.evaluation_id
       join ${records} r on r.organization_id = w.organization_id and r.id = e.record_id
       where w.organization_id = $1 and r.batch_job_id = $2) as "isWaiting"`,
    [organizationId, id],
  );
  return rows[0]!.isWaiting;
}

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
  numbers: AccountNumberCipher,
): Promise<readonly EvaluationRow[]> {
  const { rows } = await client.query<EvaluationRow>(
    `select ${evaluationColumns} from evaluations
     where organization_id = $1 and evaluated_at >= $2 and record_type = any($3) and stage = 'sync' and rule_id is null
       and (strpos(facts::text, $4) > 0 or (strpos(facts::text, 'listedInType') > 0 and strpos(facts::text, $5) > 0))
     order by evaluated_at desc, id desc limit $6`,
    [organizationId, since, types, listId, listType, limit],
  );
  const seen = new Set<string>();
  return rows
    .filter(({ recordId }) => !seen.has(recordId) && seen.add(recordId))
    .map((row) => openEvaluation(row, numbers));
}
