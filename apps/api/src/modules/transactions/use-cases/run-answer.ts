import { matricesExecuted, type AppliedActions, type RunOutcome } from '@tamis/engine';

import type { LoadedRuleSet, SummaryDetail } from '../../rule-sets/index.js';
import type { RunReport } from './create-transaction.js';

/** JSON text of `rulesExecutionSummary`; with `hits` without the rules that did not hit. */
export function summaryJson(
  set: LoadedRuleSet,
  outcome: RunOutcome,
  applied: AppliedActions,
  detail: SummaryDetail,
): string {
  return set.summaries[detail].render(outcome, applied);
}

/** JSON text of `rulesResult`. */
export function resultJson({ decided, applied, executionTimeMs }: RunReport, summary: string): string {
  const { outcome, run, set } = decided;
  const hits = outcome.outcomes.filter(({ counts }) => counts).length;
  const result = {
    success: true,
    rulesTriggered: hits,
    alerts: applied.alerts,
    riskScore: outcome.riskScore,
    riskLevel: outcome.riskLevel,
    decision: outcome.decision,
    evaluationId: run.evaluationId,
    isNewEvaluation: true,
    ruleSetVersion: set.version,
    decisionBecause: outcome.decisionBecause,
    riskMatricesExecuted: matricesExecuted(outcome, set.compiled.matrices),
    executionTimeMs,
  };
  // Both texts are whole objects; the summary is never parsed or walked again.
  return `${JSON.stringify(result).slice(0, -1)},"rulesExecutionSummary":${summary}}`;
}
