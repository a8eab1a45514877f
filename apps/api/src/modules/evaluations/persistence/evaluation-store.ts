import { type Queryable, sendAhead, type TransactionClient } from '../../../platform/database/index.js';
import { outboxInsertText, outboxParameters, outboxValues, type OutboxEvent } from '../../../platform/outbox/index.js';
import type { Decided, RunReport } from '../domain/run-report.js';

const columns = [
  'organization_id', 'id', 'record_type', 'record_id', 'external_id', 'entity_ids', 'trigger', 'evaluation_type', 'stage',
  'rule_set_version', 'rule_set_revision', 'now', 'evaluated_at', 'decision', 'risk_score', 'risk_level', 'total_score',
  'outcome', 'applied', 'context', 'facts', 'request_id', 'triggered_by', 'execution_time_ms', 'hit_rule_ids', 'unknown_rule_ids',
  'parent_evaluation_id', 'rule_id',
]; // prettier-ignore

/** Who asked for a run, and how. */
export interface RunOrigin {
  readonly type: 'RULES' | 'MANUAL';
  readonly requestId: string | null;
  readonly triggeredBy: string | null;
  /** The run that this one follows. */
  readonly parentEvaluationId?: string;
}

/** Ids of the rules that came to this. */
const rulesWith = ({ set, outcome }: Decided, found: 'hit' | 'unknown'): readonly string[] =>
  outcome.outcomes.flatMap((each) => (each.outcome === found ? [set.compiled.rules[each.rule]!.content.ruleId] : []));

const valuesOf = ({ subject, decided, applied, ...report }: RunReport, by: RunOrigin): readonly unknown[] => {
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
    JSON.stringify(outcome),
    JSON.stringify(applied.actions),
    decided.context,
    decided.facts,
    by.requestId,
    by.triggeredBy,
    report.executionTimeMs,
    rulesWith(decided, 'hit'),
    rulesWith(decided, 'unknown'),
    by.parentEvaluationId ?? null,
    decided.ruleId ?? null,
  ];
};

/** What the caller writes of the record itself. Its parameters begin at `$1`. */
export interface RecordWrite {
  /** Of the prepared statement. */
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
}

const places = (first: number, count: number): string =>
  Array.from({ length: count }, (_, index) => `$${first + index}`).join(', ');

/** Stores a run, the record it was about, and what is announced of it, in one statement, whose error the transaction throws. */
export async function storeRun(
  client: TransactionClient,
  report: RunReport,
  {
    by,
    events,
    record,
  }: { readonly by: RunOrigin; readonly events: readonly OutboxEvent[]; readonly record: RecordWrite },
): Promise<void> {
  const own = record.values.length;
  const first = own + outboxParameters + 1;
  // The first two columns are those of what waits.
  const waiting = report.isFollowed
    ? `, waiting as (insert into waiting_runs (organization_id, evaluation_id) values ($${first}, $${first + 1}))`
    : '';
  const text = `with stored as (${record.text}), announced as (${outboxInsertText(own + 1)})${waiting}
    insert into evaluations (${columns.join(', ')}) values (${places(first, columns.length)})`;
  const values = [...record.values, ...outboxValues(events), ...valuesOf(report, by)];
  await sendAhead(client, { name: `${record.name}-and-run${report.isFollowed ? '-followed' : ''}`, text, values });
}

/** What is needed to show the summary of a stored run again. JSON texts. */
export interface RunResult {
  readonly version: string;
  readonly revision: number;
  readonly outcome: string;
  readonly applied: string;
}

/** Null: no such evaluation. */
export async function findRunResult(client: Queryable, organizationId: string, id: string): Promise<RunResult | null> {
  const { rows } = await client.query<RunResult>({
    name: 'evaluation-result',
    text: `select rule_set_version as version, rule_set_revision as revision, outcome, applied from evaluations
      where organization_id = $1 and id = $2`,
    values: [organizationId, id],
  });
  return rows[0] ?? null;
}
