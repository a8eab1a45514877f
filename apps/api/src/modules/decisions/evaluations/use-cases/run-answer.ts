import { matricesExecuted, type AppliedActions, type RunOutcome } from '@tamis/engine';

import type { Principal } from '../../../../platform/auth/index.js';
import { memberText } from '../../../../platform/http/index.js';
import type { LoadedRuleSet, SummaryDetail } from '../../rule-sets/index.js';
import { seesSensitive, tellText } from '../domain/masking.js';
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

/** JSON text of the summary of a run, as its announcement has it. */
export const runSummary = ({ decided, applied }: RunReport, detail: SummaryDetail = 'full'): string =>
  summaryJson(decided.set, decided.outcome, applied.actions, detail);

/** What a run answers (shapes 5.4), as text: a summary of a thousand rules is spliced in and never walked. */
export function runAnswer(report: RunReport, detail: SummaryDetail = 'full'): RunAnswer {
  const rulesExecutionSummary = runSummary(report, detail);
  return { rulesResult: `${resultHead(report)}${rulesExecutionSummary}}`, rulesExecutionSummary };
}

/** The answer of a run as somebody may see it. */
export function shownAnswer(
  principal: Pick<Principal, 'scopes'>,
  { decided }: Pick<RunReport, 'decided'>,
  answer: RunAnswer,
): RunAnswer {
  const rulesResult = tellText(principal, decided, answer.rulesResult);
  if (rulesResult === answer.rulesResult) return answer;
  return { rulesResult, rulesExecutionSummary: memberText(rulesResult, 'rulesExecutionSummary')! };
}

/**
 * The members `rulesResult` and `rulesExecutionSummary` of an answer, in parts of UTF-8: what was prepared with the set is not even
 * copied. Nobody may write to them.
 */
export function runAnswerParts(
  principal: Pick<Principal, 'scopes'>,
  report: RunReport,
  detail: SummaryDetail,
): readonly Uint8Array[] {
  if (!seesSensitive(principal)) {
    const { rulesResult, rulesExecutionSummary } = shownAnswer(principal, report, runAnswer(report, detail));
    return [Buffer.from(`"rulesResult":${rulesResult},"rulesExecutionSummary":${rulesExecutionSummary}`)];
  }
  const { set, outcome } = report.decided;
  const summary = set.summaries[detail].renderParts(outcome, report.applied.actions);
  const result = Buffer.from(`"rulesResult":${resultHead(report)}`);
  return [result, ...summary, summaryMember, ...summary];
}

const summaryMember = Buffer.from('},"rulesExecutionSummary":');

/** The text of `rulesResult` up to its summary, which is its last member. */
function resultHead({ decided, applied, executionTimeMs }: RunReport): string {
  const { outcome, set } = decided;
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
  return `${JSON.stringify(result).slice(0, -1)},"rulesExecutionSummary":`;
}
