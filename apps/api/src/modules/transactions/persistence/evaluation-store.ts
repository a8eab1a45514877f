import type { RunOutcome } from '@tamis/engine';

import type { Queryable } from '../../../platform/database/index.js';

/** A run as it is stored: enough to answer again what was answered, and to decide again from the same inputs. */
export interface StoredEvaluation {
  readonly organizationId: string;
  readonly id: string;
  readonly recordId: string;
  readonly externalId: string;
  readonly entityIds: readonly string[];
  readonly trigger: string;
  readonly ruleSetVersion: string;
  readonly ruleSetRevision: number;
  readonly now: Date;
  readonly evaluatedAt: Date;
  readonly outcome: RunOutcome;
  /** JSON text of `AppliedActions`. */
  readonly applied: string;
  /** JSON text of the context the rules read. */
  readonly context: string;
  /** JSON text of the facts the rules read. */
  readonly facts: string;
  readonly requestId: string;
  readonly triggeredBy: string | null;
  readonly executionTimeMs: number;
}

const text = `insert into evaluations (organization_id, id, record_type, record_id, external_id, entity_ids, trigger, evaluation_type, stage,
     rule_set_version, rule_set_revision, now, evaluated_at, decision, risk_score, risk_level, total_score, outcome, applied, context, facts,
     request_id, triggered_by, execution_time_ms)
   values ($1, $2, 'transaction', $3, $4, $5, $6, 'RULES', 'sync', $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21)`;

export async function insertEvaluation(client: Queryable, run: StoredEvaluation): Promise<void> {
  const { outcome } = run;
  const values = [
    run.organizationId,
    run.id,
    run.recordId,
    run.externalId,
    run.entityIds,
    run.trigger,
    run.ruleSetVersion,
    run.ruleSetRevision,
    run.now,
    run.evaluatedAt,
    outcome.decision,
    outcome.riskScore,
    outcome.riskLevel,
    outcome.totalScore,
    JSON.stringify(outcome),
    run.applied,
    run.context,
    run.facts,
    run.requestId,
    run.triggeredBy,
    run.executionTimeMs,
  ];
  await client.query({ name: 'evaluation-insert', text, values });
}

/** What is needed to show the summary of a stored run again. Null: no such evaluation. */
export async function findRunResult(
  client: Queryable,
  organizationId: string,
  id: string,
): Promise<{ readonly ruleSetVersion: string; readonly outcome: string; readonly applied: string } | null> {
  const { rows } = await client.query<{ ruleSetVersion: string; outcome: string; applied: string }>({
    name: 'evaluation-result',
    text: `select rule_set_version as "ruleSetVersion", outcome, applied from evaluations where organization_id = $1 and id = $2`,
    values: [organizationId, id],
  });
  return rows[0] ?? null;
}
