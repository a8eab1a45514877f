import type { RunOutcome } from '@tamis/engine';

import type { Queryable } from '../../../platform/database/index.js';
import type { Transaction } from '../domain/transaction.js';
import { insertTransactionText, transactionParameters, transactionValues } from './transaction-store.js';

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

const columns = [
  'organization_id', 'id', 'record_type', 'record_id', 'external_id', 'entity_ids', 'trigger', 'evaluation_type', 'stage',
  'rule_set_version', 'rule_set_revision', 'now', 'evaluated_at', 'decision', 'risk_score', 'risk_level', 'total_score',
  'outcome', 'applied', 'context', 'facts', 'request_id', 'triggered_by', 'execution_time_ms',
]; // prettier-ignore

const valuesOf = ({ outcome, ...run }: StoredEvaluation): readonly unknown[] => [
  run.organizationId,
  run.id,
  'transaction',
  run.recordId,
  run.externalId,
  run.entityIds,
  run.trigger,
  'RULES',
  'sync',
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

const insertText = (first: number): string =>
  `insert into evaluations (${columns.join(', ')}) values (${columns.map((_, index) => `$${first + index}`).join(', ')})`;

const insertBoth = `with stored as (${insertTransactionText}) ${insertText(transactionParameters + 1)}`;

/** Stores a transaction and the run that decided it, in one round trip. */
export async function insertDecided(client: Queryable, transaction: Transaction, run: StoredEvaluation): Promise<void> {
  const values = [...transactionValues(transaction), ...valuesOf(run)];
  await client.query({ name: 'transaction-and-evaluation-insert', text: insertBoth, values });
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
