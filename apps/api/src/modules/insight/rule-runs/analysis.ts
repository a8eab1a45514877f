import {
  coverageOf,
  executedIds,
  riskFactorsOf,
  triggeredRules,
  type EvaluationReport,
} from '../../decisions/evaluations/index.js';

/** How much detail an analysis contains about missing data. */
export type CoverageDetail = 'none' | 'summary' | 'full';

const adviceByDecision = {
  REJECT: 'Reject it, as a rule or score requires',
  HOLD: 'Hold it until a person has decided',
  REVIEW_REQUIRED: 'Have a person review it',
  APPROVE: null,
} as const;

/** Returns recommendations in words, based only on the findings of the evaluation. */
function recommendations({ decided }: EvaluationReport): readonly string[] {
  const { outcome, set } = decided;
  const first = adviceByDecision[outcome.decision];
  const unknown = outcome.outcomes.flatMap(({ rule, outcome: found, causes = [] }) => {
    const paths = [...new Set(causes.flatMap((cause) => ('path' in cause && cause.path ? [cause.path] : [])))];
    if (found !== 'unknown' || paths.length === 0) return [];
    return [`Supply ${paths.join(', ')}: "${set.compiled.rules[rule]!.checked.name}" was unknown without`];
  });
  return [...(first === null ? [] : [first]), ...unknown];
}

/** Returns `data` of an analysis (shapes 6.1). */
export function toAnalysis(report: EvaluationReport, detail: CoverageDetail, triggeredBy: string | null) {
  const { subject, decided, applied, evaluatedAt, executionTimeMs } = report;
  const { outcome, set } = decided;
  const { rules, ...coverage } = coverageOf(decided);
  const riskMatrixIds = executedIds(set, outcome.matrices);
  const first = set.content.matrices?.find(({ matrixId }) => matrixId === riskMatrixIds[0]);
  return {
    id: applied.actions.evaluationId,
    entityId: subject.recordId,
    entityType: subject.recordType,
    overallRiskScore: outcome.riskScore,
    riskLevel: outcome.riskLevel,
    confidence: coverage.share,
    rulesTriggered: triggeredRules(decided).length,
    rulesExecuted: outcome.evaluated.length,
    rulesUnknown: outcome.outcomes.filter(({ outcome: found }) => found === 'unknown').length,
    executionTimeMs,
    riskFactors: riskFactorsOf(decided),
    recommendations: recommendations(report),
    ...(detail === 'summary' && { coverage }),
    ...(detail === 'full' && { coverage: { ...coverage, rules } }),
    ruleSetVersion: set.version,
    analyzedAt: evaluatedAt,
    triggeredBy,
    metadata: { riskMatrixIds, riskMatrixName: first?.name ?? null },
  };
}
