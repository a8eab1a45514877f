import { createHash } from 'node:crypto';
import { engineVersion, explainRule, type RuleTrace } from '@tamis/engine';
import { canonicalJson, type JsonValue } from '@tamis/stdx';

import type { Principal } from '../../../../platform/auth/index.js';
import { RawJson } from '../../../../platform/http/index.js';
import { confidenceOf } from './confidence.js';
import { explainedTo } from './masking.js';
import type { StoredEvaluation } from './stored-evaluation.js';

/** Returns an evaluation without its inputs. `summary` is JSON text. */
export function evaluationItem(run: StoredEvaluation, summary: string): Readonly<Record<string, unknown>> {
  const { row, decided } = run;
  const { outcome } = decided;
  return {
    id: row.id,
    organizationId: row.organizationId,
    recordType: row.recordType,
    recordId: row.recordId,
    externalId: row.externalId,
    entityIds: row.entityIds,
    trigger: row.trigger,
    evaluationType: row.evaluationType,
    stage: row.stage,
    parentEvaluationId: row.parentEvaluationId,
    ruleSetVersion: row.ruleSetVersion,
    engineVersion: isReplayable(run) ? String(engineVersion) : null,
    now: row.now,
    evaluatedAt: row.evaluatedAt,
    decision: row.stage === 'async' ? null : outcome.decision,
    decisionBecause: outcome.decisionBecause,
    riskScore: outcome.riskScore,
    riskLevel: outcome.riskLevel,
    totalScore: outcome.totalScore,
    confidence: confidenceOf(decided),
    rulesExecutionSummary: new RawJson(summary),
    requestId: row.requestId,
    batchJobId: run.batchJobId,
    triggeredBy: row.triggeredBy,
    executionTimeMs: row.executionTimeMs,
  };
}

/**
 * Returns whether this engine assigns the same version to the content. A different version means a different engine, whose results may
 * differ.
 */
export const isReplayable = ({ row, decided }: StoredEvaluation): boolean => decided.set.version === row.ruleSetVersion;

/** Returns all inputs of the rules at the time, with the SHA-256 of their canonical JSON. */
export function inputsOf({ row, context, facts }: StoredEvaluation): {
  readonly inputs: object;
  readonly inputsHash: string;
} {
  const canonical = canonicalJson({ context, facts } as unknown as JsonValue);
  return {
    inputs: { context: new RawJson(row.context), facts: new RawJson(row.facts) },
    inputsHash: createHash('sha256').update(canonical).digest('hex'),
  };
}

/** Returns the conditions of the evaluated rules with their values; only those of one rule, if given. */
export function tracesOf(
  { decided, context, facts }: StoredEvaluation,
  principal: Pick<Principal, 'scopes'>,
  { ruleId, full = false }: { readonly ruleId?: string | undefined; readonly full?: boolean } = {},
): readonly RuleTrace[] {
  const { set, run, outcome } = decided;
  const { compiled } = set;
  return outcome.evaluated
    .filter((index) => ruleId === undefined || compiled.rules[index]!.content.ruleId === ruleId)
    .map((index) => explainRule(compiled.inspectRule(index, context, facts, run), { full, ...explainedTo(principal) }));
}
