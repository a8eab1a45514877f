import { type Queryable, SqlConditions } from '../../../platform/database/index.js';
import { type Page, type PageQuery, selectPage } from '../../../platform/http/index.js';
import type { EvaluationRow } from '../domain/evaluation-row.js';
import type { RecordType } from '../domain/run-subject.js';

/** What a SELECT of `EvaluationRow` reads. */
export const evaluationColumns = `id, organization_id as "organizationId", record_type as "recordType", record_id as "recordId",
  external_id as "externalId", entity_ids as "entityIds", trigger, evaluation_type as "evaluationType", stage,
  parent_evaluation_id as "parentEvaluationId", rule_id as "ruleId", rule_set_version as "ruleSetVersion",
  rule_set_revision as "ruleSetRevision", now, evaluated_at as "evaluatedAt", outcome, applied, context, facts,
  request_id as "requestId", triggered_by as "triggeredBy", execution_time_ms as "executionTimeMs"`;

export interface EvaluationFilter extends PageQuery {
  readonly entityId?: string;
  readonly transactionId?: string;
  readonly userEventId?: string;
  readonly decision?: readonly string[];
  readonly ruleId?: string;
  readonly outcome?: 'hit' | 'unknown';
  readonly ruleSetVersion?: string;
  readonly trigger?: readonly string[];
  /** Inclusive. */
  readonly from?: string;
  readonly to?: string;
}

/** Null: no such evaluation. */
export async function findEvaluation(
  client: Queryable,
  organizationId: string,
  id: string,
): Promise<EvaluationRow | null> {
  const { rows } = await client.query<EvaluationRow>({
    name: 'evaluation',
    text: `select ${evaluationColumns} from evaluations where organization_id = $1 and id = $2`,
    values: [organizationId, id],
  });
  return rows[0] ?? null;
}

/** Those that there are, in no order. */
export async function findEvaluations(
  client: Queryable,
  organizationId: string,
  ids: readonly string[],
): Promise<readonly EvaluationRow[]> {
  const { rows } = await client.query<EvaluationRow>(
    `select ${evaluationColumns} from evaluations where organization_id = $1 and id = any($2::uuid[])`,
    [organizationId, ids],
  );
  return rows;
}

/** Which rules of a run a filter by rule looks at. */
const ruleColumns = {
  hit: '? = any(hit_rule_ids)',
  unknown: '? = any(unknown_rule_ids)',
  any: '? = any(hit_rule_ids) or ? = any(unknown_rule_ids)',
} as const;

/** The newest first. */
export function listEvaluations(
  client: Queryable,
  organizationId: string,
  types: readonly RecordType[],
  query: EvaluationFilter,
): Promise<Page<EvaluationRow>> {
  const conditions = new SqlConditions(organizationId)
    .add('record_type = any(?)', types)
    .add('?::uuid = any(entity_ids)', query.entityId)
    .add(`record_type = 'transaction' and record_id = ?::uuid`, query.transactionId)
    .add(`record_type = 'user_event' and record_id = ?::uuid`, query.userEventId)
    .add('decision = any(?)', query.decision)
    .add(ruleColumns[query.outcome ?? 'any'].replaceAll('?', '?::uuid'), query.ruleId)
    .add('rule_set_version = ?', query.ruleSetVersion)
    .add('trigger = any(?)', query.trigger)
    .add('evaluated_at >= ?', query.from)
    .add('evaluated_at <= ?', query.to);
  return selectPage<EvaluationRow>(client, {
    list: 'evaluations',
    columns: evaluationColumns,
    from: 'evaluations',
    conditions,
    query,
    sortBy: { column: 'evaluated_at', type: 'timestamptz' },
    descending: true,
  });
}
