import { placeholderRows, type Queryable, type Transaction } from '../../../../platform/database/index.js';
import {
  outboxInsertText,
  outboxParameterCount,
  outboxValues,
  type OutboxEvent,
} from '../../../../platform/outbox/index.js';
import type { EvaluationResult, EvaluationReport } from '../domain/evaluation-report.js';

const columns = [
  'organization_id', 'id', 'record_type', 'record_id', 'external_id', 'entity_ids', 'trigger', 'evaluation_type', 'stage',
  'rule_set_version', 'rule_set_revision', 'now', 'evaluated_at', 'decision', 'risk_score', 'risk_level', 'total_score',
  'outcome', 'applied', 'context', 'facts', 'request_id', 'triggered_by', 'execution_time_ms', 'hit_rule_ids', 'unknown_rule_ids',
  'parent_evaluation_id', 'rule_id',
]; // prettier-ignore

/** Who asked for a run, and how. */
export interface EvaluationOrigin {
  readonly type: 'RULES' | 'MANUAL';
  readonly requestId: string | null;
  readonly triggeredBy: string | null;
  /** The run that this one follows. */
  readonly parentEvaluationId?: string;
}

/** Ids of the rules that came to this. */
const ruleIdsWithOutcome = ({ set, outcome }: EvaluationResult, found: 'hit' | 'unknown'): readonly string[] =>
  outcome.outcomes.flatMap((each) => (each.outcome === found ? [set.compiled.rules[each.rule]!.content.ruleId] : []));

const evaluationValues = (
  { subject, decided, applied, ...report }: EvaluationReport,
  by: EvaluationOrigin,
): readonly unknown[] => {
  const { set, run, outcome } = decided;
  return [
    subject.organizationId,
    run.evaluationId,
    subject.recordType,
    subject.recordId,
    subject.externalId,
    subject.entityIds,
    report.trigger,
    by.type,
    run.stage ?? 'sync',
    set.version,
    set.revision,
    subject.now,
    report.evaluatedAt,
    // The run after the answer decides nothing.
    run.stage === 'async' ? null : outcome.decision,
    outcome.riskScore,
    outcome.riskLevel,
    outcome.totalScore,
    decided.outcomeJson,
    JSON.stringify(applied.actions),
    decided.context,
    decided.facts,
    by.requestId,
    by.triggeredBy,
    report.executionTimeMs,
    ruleIdsWithOutcome(decided, 'hit'),
    ruleIdsWithOutcome(decided, 'unknown'),
    by.parentEvaluationId ?? null,
    decided.ruleId ?? null,
  ];
};

/** What the caller writes of the records themselves. Its parameters begin at `$1`. */
export interface RecordWrite {
  /** Of the prepared statement: where it is the same, so is the text. */
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
  /** SQL of a value that is computed once beside it, with the same parameters. */
  readonly selectSql?: string;
}

/** A run, and what is announced of it. */
export interface EvaluationToStore {
  readonly report: EvaluationReport;
  readonly origin: EvaluationOrigin;
  readonly events: readonly OutboxEvent[];
}

const statementTexts = new Map<string, string>();

/** The text of a statement under its name: to write one for many rows again and again costs more than to send it. */
function memoizedText(name: string, write: () => string): string {
  const text = statementTexts.get(name) ?? write();
  statementTexts.set(name, text);
  return text;
}

interface StatementShape {
  readonly record: RecordWrite;
  readonly runs: number;
  /** Whether some of them wait for their second part. */
  readonly hasWaiting: boolean;
}

function storeStatementText({ record, runs, hasWaiting }: StatementShape): string {
  const announced = record.values.length + 1;
  const first = announced + outboxParameterCount;
  const rows = placeholderRows({ first, rows: runs, columns: columns.length });
  // The first column of a run is its organization.
  const waiting = hasWaiting
    ? `, waiting as (insert into waiting_runs (organization_id, evaluation_id)
         select $${first}::uuid, unnest($${first + runs * columns.length}::uuid[]))`
    : '';
  return `with stored as (${record.text}), announced as (${outboxInsertText(announced)})${waiting},
    kept as (insert into evaluations (${columns.join(', ')}) values ${rows}) select ${record.selectSql ?? ''}`;
}

/**
 * Stores runs of one organization, the records they were about, and what is announced of them, in order, in one statement, whose
 * error the transaction throws.
 */
export async function storeEvaluations(
  client: Transaction,
  runs: readonly EvaluationToStore[],
  record: RecordWrite,
): Promise<void> {
  const waiting = runs.flatMap(({ report }) => (report.isFollowed ? [report.decided.run.evaluationId] : []));
  const shape = { record, runs: runs.length, hasWaiting: waiting.length > 0 };
  const name = `${record.name}-and-${runs.length}-runs${shape.hasWaiting ? '-followed' : ''}`;
  const values = [
    ...record.values,
    ...outboxValues(runs.flatMap(({ events }) => events)),
    ...runs.flatMap(({ report, origin: by }) => evaluationValues(report, by)),
    ...(shape.hasWaiting ? [waiting] : []),
  ];
  client.enqueue({ name, text: memoizedText(name, () => storeStatementText(shape)), values });
}

/** As `storeRuns`, of one run. */
export const storeEvaluation = (
  client: Transaction,
  report: EvaluationReport,
  { record, ...run }: Omit<EvaluationToStore, 'report'> & { readonly record: RecordWrite },
): Promise<void> => storeEvaluations(client, [{ report, ...run }], record);

/** What is needed to show the summary of a stored run again. JSON texts. */
export interface StoredEvaluationResult {
  readonly version: string;
  readonly revision: number;
  readonly outcome: string;
  readonly applied: string;
}

/** Null: no such evaluation. */
export async function findEvaluationResult(
  client: Queryable,
  organizationId: string,
  id: string,
): Promise<StoredEvaluationResult | null> {
  const { rows } = await client.query<StoredEvaluationResult>({
    name: 'evaluation-result',
    text: `select rule_set_version as version, rule_set_revision as revision, outcome, applied from evaluations
      where organization_id = $1 and id = $2`,
    values: [organizationId, id],
  });
  return rows[0] ?? null;
}
