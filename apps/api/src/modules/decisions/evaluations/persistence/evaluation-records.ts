import {
  batchesOfRecordsSql,
  type Queryable,
  recordsOfBatchSql,
  SqlConditions,
} from '../../../../platform/database/index.js';
import { type Page, type PageQuery, selectPage } from '../../../../platform/http/index.js';
import type { AccountNumberCipher } from '../../../../platform/secrets/index.js';
import type { EvaluationRow } from '../domain/evaluation-row.js';
import type { RecordType } from '../domain/evaluation-subject.js';
import { type EvaluationInputs, unpackInputs } from './packed-inputs.js';

/** SQL in `from`: the evaluations of the organization `$1`. */
export const ownEvaluationsSql = '(select * from evaluations where organization_id = $1)';

/** Columns of a SELECT that returns `PackedEvaluationRow`. */
export const evaluationColumns = `id, organization_id as "organizationId", record_type as "recordType", record_id as "recordId",
  external_id as "externalId", entity_ids as "entityIds", trigger, evaluation_type as "evaluationType", stage,
  parent_evaluation_id as "parentEvaluationId", rule_id as "ruleId", rule_set_version as "ruleSetVersion",
  rule_set_revision as "ruleSetRevision", now, evaluated_at as "evaluatedAt", outcome, applied, inputs,
  request_id as "requestId", triggered_by as "triggeredBy", execution_time_ms as "executionTimeMs"`;

/** A row read with `evaluationColumns`. */
export type PackedEvaluationRow = Omit<EvaluationRow, 'context' | 'facts'> & { readonly inputs: Buffer };

/** Returns a row with its account numbers decrypted. */
export function openEvaluation({ inputs, ...row }: PackedEvaluationRow, numbers: AccountNumberCipher): EvaluationRow {
  const { context, facts } = openInputs(inputs, numbers);
  return { ...row, outcome: numbers.open('evaluations', row.outcome), context, facts };
}

/** Returns what rules read, with account numbers decrypted. */
export function openInputs(inputs: Buffer, numbers: AccountNumberCipher): EvaluationInputs {
  const { context, facts } = unpackInputs(inputs);
  return { context: numbers.open('evaluations', context), facts: numbers.open('evaluations', facts) };
}

export const outcomeFilters = ['hit', 'no_hit', 'unknown'] as const;
export type FoundOutcome = (typeof outcomeFilters)[number];

/** Positions of a rule in the rule sets of some publications, by which outcomes refer to rules. */
export interface RuleIndexes {
  readonly revisions: readonly number[];
  readonly indexes: readonly number[];
}

export interface EvaluationFilter extends PageQuery {
  readonly entityId?: string;
  readonly transactionId?: string;
  readonly userEventId?: string;
  readonly decision?: readonly string[];
  readonly ruleId?: string;
  readonly outcome?: FoundOutcome;
  readonly ruleSetVersion?: string;
  readonly batchJobId?: string;
  readonly trigger?: readonly string[];
  /** Inclusive. */
  readonly from?: string;
  readonly to?: string;
}

/** Returns `null` if there is no such evaluation. */
export async function findEvaluation(
  client: Queryable,
  organizationId: string,
  id: string,
  numbers: AccountNumberCipher,
): Promise<EvaluationRow | null> {
  const { rows } = await client.query<PackedEvaluationRow>({
    name: 'evaluation',
    text: `select ${evaluationColumns} from evaluations where organization_id = $1 and id = $2`,
    values: [organizationId, id],
  });
  return rows[0] ? openEvaluation(rows[0], numbers) : null;
}

/** Returns the evaluations that exist, in no particular order. */
export async function findEvaluations(
  client: Queryable,
  organizationId: string,
  ids: readonly string[],
  numbers: AccountNumberCipher,
): Promise<readonly EvaluationRow[]> {
  const { rows } = await client.query<PackedEvaluationRow>(
    `select ${evaluationColumns} from evaluations where organization_id = $1 and id = any($2::uuid[])`,
    [organizationId, ids],
  );
  return rows.map((row) => openEvaluation(row, numbers));
}

const hitOrUnknownSql = '?::uuid = any(hit_rule_ids) or ?::uuid = any(unknown_rule_ids)';

/** SQL conditions for the outcome of one rule in an evaluation. */
const ruleOutcomeSql: Readonly<Record<FoundOutcome | 'any', string>> = {
  hit: '?::uuid = any(hit_rule_ids)',
  unknown: '?::uuid = any(unknown_rule_ids)',
  no_hit: `not (${hitOrUnknownSql})`,
  any: hitOrUnknownSql,
};

/** SQL conditions for the outcome of any rule in an evaluation. */
const anyRuleOutcomeSql: Readonly<Record<FoundOutcome, string>> = {
  hit: `hit_rule_ids <> '{}'`,
  unknown: `unknown_rule_ids <> '{}'`,
  no_hit: `hit_rule_ids = '{}'`,
};

/**
 * Adds conditions for evaluations in which a rule was evaluated. An outcome begins with the positions of the evaluated rules, since parsing
 * all of it would cost several times as much. If a rule was evaluated by itself, it is the only one.
 */
function evaluatedSql(conditions: SqlConditions, ruleId: string, where: readonly RuleIndexes[]): string {
  const alone = `rule_id = ${conditions.bind(ruleId)}::uuid`;
  const inSets = where.map(
    ({ revisions, indexes: places }) =>
      `rule_id is null and rule_set_revision = any(${conditions.bind(revisions)}) and split_part(outcome::text, ']', 1) ~ ${conditions.bind(`[[,](${places.join('|')})(,|$)`)}`,
  );
  return [alone, ...inSets].map((clause) => `(${clause})`).join(' or ');
}

/** Filter by the outcomes of rules in an evaluation. */
export interface OutcomeFilter {
  readonly ruleId?: string;
  readonly outcome?: FoundOutcome;
}

/**
 * Returns one SQL condition per line for evaluations that match the filter. `where` lists the rule sets that contain the rule, to find
 * evaluations that it missed.
 */
export function outcomeSql(
  conditions: SqlConditions,
  { ruleId, outcome }: OutcomeFilter,
  where: readonly RuleIndexes[],
): readonly string[] {
  if (ruleId === undefined) return outcome === undefined ? [] : [anyRuleOutcomeSql[outcome]];
  const ofRule = ruleOutcomeSql[outcome ?? 'any'].replaceAll('?', conditions.bind(ruleId));
  return outcome === 'no_hit' ? [ofRule, evaluatedSql(conditions, ruleId, where)] : [ofRule];
}

/** Lists evaluations, newest first. `where` lists the rule sets that contain the rule of the filter, to find evaluations that it missed. */
export function listEvaluations(
  client: Queryable,
  organizationId: string,
  types: readonly RecordType[],
  query: EvaluationFilter,
  where: readonly RuleIndexes[],
): Promise<Page<PackedEvaluationRow>> {
  const conditions = new SqlConditions(organizationId)
    .add('record_type = any(?)', types)
    .add('?::uuid = any(entity_ids)', query.entityId)
    .add(`record_type = 'transaction' and record_id = ?::uuid`, query.transactionId)
    .add(`record_type = 'user_event' and record_id = ?::uuid`, query.userEventId)
    .add('decision = any(?)', query.decision)
    .add('rule_set_version = ?', query.ruleSetVersion)
    .add(`record_id in (${recordsOfBatchSql})`, query.batchJobId)
    .add('trigger = any(?)', query.trigger)
    .add('evaluated_at >= ?', query.from && new Date(query.from))
    .add('evaluated_at <= ?', query.to && new Date(query.to));
  for (const clause of outcomeSql(conditions, query, where)) conditions.addRaw(clause);
  return selectPage<PackedEvaluationRow>(client, {
    list: 'evaluations',
    columns: evaluationColumns,
    from: 'evaluations',
    conditions,
    query,
    sortBy: { column: 'evaluated_at', type: 'timestamptz' },
    descending: true,
  });
}

/** Returns the batches that created stored payments and user events, by record id. */
export async function findBatchIds(
  client: Queryable,
  organizationId: string,
  { transactionIds, userEventIds }: { transactionIds: readonly string[]; userEventIds: readonly string[] },
): Promise<ReadonlyMap<string, string>> {
  if (transactionIds.length + userEventIds.length === 0) return new Map();
  const { rows } = await client.query<{ id: string; batch: string }>(batchesOfRecordsSql, [
    organizationId,
    transactionIds,
    userEventIds,
  ]);
  return new Map(rows.map(({ id, batch }) => [id, batch]));
}
