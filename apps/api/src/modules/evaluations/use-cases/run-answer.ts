import { matricesExecuted, type AppliedActions, type RunOutcome } from '@tamis/engine';

import type { LoadedRuleSet, SummaryDetail } from '../../rule-sets/index.js';
import type { RunReport } from '../domain/run-report.js';

/** JSON texts of what is answered of a run. */
export interface RunAnswer {
  readonly rulesResult: string;
  readonly rulesExecutionSummary: string;
}

/** JSON text of `rulesExecutionSummary`; with `hits` without the rules that did not hit. */
export function summaryJson(
  set: LoadedRuleSet,
  outcome: RunOutcome,
  applied: AppliedActions,
  detail: SummaryDetail,
): string {
  return set.summaries[detail].render(outcome, applied);
}

/** What a run answers (shapes 5.4), as text: a summary of a thousand rules is spliced in and never walked. */
export function runAnswer({ decided, applied, executionTimeMs }: RunReport, detail: SummaryDetail = 'full'): RunAnswer {
  const { outcome, set } = decided;
  const rulesExecutionSummary = summaryJson(set, outcome, applied.actions, detail);
  const result = {
    success: true,
    rulesTriggered: outcome.outcomes.filter(({ counts }) => counts).length,
    alerts: applied.actions.alerts,
    riskScore: outcome.riskScore,
    riskLevel: outcome.riskLevel,
    decision: outcome.decision,
    evaluationId: applied.actions.evaluationId,
    isNewEvaluation: true,
    ruleSetVersion: set.version,
    decisionBecause: outcome.decisionBecause,
    riskMatricesExecuted: matricesExecuted(outcome, set.compiled.matrices),
    executionTimeMs,
  };
  const rulesResult = `${JSON.stringify(result).slice(0, -1)},"rulesExecutionSummary":${rulesExecutionSummary}}`;
  return { rulesResult, rulesExecutionSummary };
}
