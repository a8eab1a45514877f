import type { Queryable } from '../../../../platform/database/index.js';
import type { AccountNumberCipher } from '../../../../platform/secrets/index.js';
import type { EvaluationRow } from '../domain/evaluation-row.js';
import type { RecordType } from '../domain/evaluation-subject.js';
import { evaluationColumns, openEvaluation, type PackedEvaluationRow } from './evaluation-records.js';
import type { GuardMetric } from '@tamis/library';

/** Returns some of the newest evaluations behind a metric. */
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

/** A table with records that were created by a batch and are evaluated. */
export type BatchRecordTable = 'transactions' | 'user_events';

/** Whether rules that run after the response have yet to be evaluated for a record of the batch. */
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

/** Selects evaluations that read a list, either by its id or through all lists of its type. */
export interface ListReadFilter {
  readonly listId: string;
  readonly listType: string;
  readonly types: readonly RecordType[];
  readonly since: Date;
  readonly limit: number;
}

/** Returns the last evaluation before the response of each record whose facts mention the list, newest first. */
export async function findEvaluationsReadingList(
  client: Queryable,
  organizationId: string,
  { listId, listType, types, since, limit }: ListReadFilter,
  numbers: AccountNumberCipher,
): Promise<readonly EvaluationRow[]> {
  const { rows } = await client.query<PackedEvaluationRow>(
    `select ${evaluationColumns} from evaluations
     where organization_id = $1 and evaluated_at >= $2 and record_type = any($3) and stage = 'sync' and rule_id is null
       and (strpos(reads::text, $4) > 0 or (strpos(reads::text, 'listedInType') > 0 and strpos(reads::text, $5) > 0))
     order by evaluated_at desc, id desc limit $6`,
    [organizationId, since, types, listId, listType, limit],
  );
  return lastOfEachRecord(rows).map((row) => openEvaluation(row, numbers));
}

/** Returns the last evaluation of all rules before the response for records of some kinds, one per record, newest first. */
export async function findNewestEvaluations(
  client: Queryable,
  organizationId: string,
  { types, limit }: { readonly types: readonly RecordType[]; readonly limit: number },
  numbers: AccountNumberCipher,
): Promise<readonly EvaluationRow[]> {
  const { rows } = await client.query<PackedEvaluationRow>({
    name: 'newest-evaluations',
    text: `select ${evaluationColumns} from evaluations
     where organization_id = $1 and record_type = any($2) and stage = 'sync' and rule_id is null
       and evaluation_type = 'RULES'
     order by evaluated_at desc, id desc limit $3`,
    values: [organizationId, types, limit],
  });
  return lastOfEachRecord(rows).map((row) => openEvaluation(row, numbers));
}

function lastOfEachRecord(rows: readonly PackedEvaluationRow[]): readonly PackedEvaluationRow[] {
  const seen = new Set<string>();
  return rows.filter(({ recordId }) => !seen.has(recordId) && seen.add(recordId));
}

interface Period {
  readonly from: Date;
  readonly to: Date;
  readonly limit: number;
}

/** A hit of a rule in force, and the record it concerns. */
export interface RuleHit {
  readonly at: Date;
  readonly ruleId: string;
  readonly entityId?: string;
  readonly transactionId?: string;
  readonly userEventId?: string;
}

/** Returns the hits of rules in a period, oldest first. */
export async function findRuleHits(
  client: Queryable,
  organizationId: string,
  { from, to, limit }: Period,
): Promise<readonly RuleHit[]> {
  const { rows } = await client.query<{
    at: Date;
    ruleId: string;
    type: string;
    recordId: string;
    entityId: string | null;
  }>(
    `select e.evaluated_at as at, h.rule_id as "ruleId", e.record_type as type, e.record_id as "recordId", e.entity_ids[1] as "entityId"
     from evaluations e cross join lateral unnest(e.hit_rule_ids) with ordinality h (rule_id, place)
     where e.organization_id = $1 and e.evaluated_at >= $2 and e.evaluated_at < $3 order by e.evaluated_at, e.id, h.place limit $4`,
    [organizationId, from, to, limit],
  );
  return rows.map(({ at, ruleId, type, recordId, entityId }) => ({
    ...{ at, ruleId },
    ...(entityId !== null && { entityId }),
    ...(type === 'transaction' && { transactionId: recordId }),
    ...(type === 'user_event' && { userEventId: recordId }),
  }));
}

/** Returns the scores that people and companies received in a period, each with the previous one, oldest first. */
export async function findScores(
  client: Queryable,
  organizationId: string,
  { from, to, limit }: Period,
): Promise<
  readonly { readonly entityId: string; readonly at: Date; readonly riskScore: number; readonly before: number }[]
> {
  const { rows } = await client.query<{ entityId: string; at: Date; riskScore: number; before: number }>(
    `select e.record_id as "entityId", e.evaluated_at as at, e.risk_score::float8 as "riskScore", coalesce((
         select p.risk_score from evaluations p where p.organization_id = $1 and p.record_id = e.record_id
           and (p.evaluated_at, p.id) < (e.evaluated_at, e.id) order by p.evaluated_at desc, p.id desc limit 1), 0)::float8 as before
     from evaluations e where e.organization_id = $1 and e.evaluated_at >= $2 and e.evaluated_at < $3
       and e.record_type in ('person', 'company') order by e.evaluated_at, e.id limit $4`,
    [organizationId, from, to, limit],
  );
  return rows;
}
