export { RuleTraceDto, TraceNodeDto } from './dto/rule-trace.dto.js';
export { RulesExecutionSummaryDto, RulesResultDto, UnknownCauseDto } from './dto/rules-result.dto.js';

export { confidenceOf } from './domain/confidence.js';
export { type EntityStatusChange, EntityStatusPort, type StatusOutcome } from './domain/entity-status-port.js';
export {
  isScreeningRead,
  ScreeningPort,
  type ScreeningQuestion,
  type ScreeningRead,
  type ScreeningReadContext,
} from './domain/screening-port.js';
export { analysisExecutedEntry, toEvaluationRefs, evaluationEvents } from './domain/evaluation-events.js';

export {
  type EvaluationResult,
  type RecordStatusChange,
  type EvaluationReport,
  evaluationTypeOf,
  riskFactorsOf,
  triggeredRules,
} from './domain/evaluation-report.js';
export {
  type EvaluatedRecord,
  type RecordSource,
  type StoredRecord,
  type RecordChanges,
  type EvaluableRecord,
  type UnsavedRecord,
  evaluationResponse,
  type EvaluationResponse,
  evaluationResponseChunks,
  announcedSummary,
  maskedResponse,
} from './use-cases/decide-record.js';
export { jointEnrichmentNeeds } from './domain/enrichment-needs.js';
export { jointPartNeeds, type PartNeeds } from './domain/part-needs.js';
export { withKnownParts } from './use-cases/known-contexts.js';
export type { FactOverrides } from './use-cases/gather-facts.js';
export { accountTable } from './domain/account-table.js';
export { alertTable } from './domain/alert-table.js';
export { caseTable } from './domain/case-table.js';
export { relationshipTable } from './domain/relationship-table.js';
export { toRuleTrigger } from './domain/effect-origin.js';
export { userEventTable } from './domain/user-event-table.js';
export { coverageOf } from './domain/coverage.js';

export { ruleResult, type RuleResult } from './domain/rule-result.js';
export { targetByRecordType } from './domain/evaluation-subject.js';
export { canReadWithEntities, requireFactsRead, requireRecordRead } from './domain/readable-records.js';
export { explainedTo, maskFor, type MaskedRun } from './domain/masking.js';
export { isSensitive } from './domain/sensitive-field.js';
export {
  withParts,
  type EntityPartsById,
  type RecordType,
  type EvaluationSubject,
  type SubjectEntity,
} from './domain/evaluation-subject.js';

export { executedIds, noMatrices, type EvaluatedRequest, EvaluateRecord } from './use-cases/evaluate-record.js';
export type { IsChanged } from './domain/watched-matrices.js';
export { EvaluationsModule } from './evaluations.module.js';
export { findRuleAutomations, setRuleAutomation } from './persistence/rule-automations.js';
export { packInputs, unpackInputs } from './persistence/packed-inputs.js';
export { sealStoredEvaluations } from './persistence/seal-stored-evaluations.js';
export {
  findEvaluations,
  type FoundOutcome,
  openInputs,
  outcomeFilters,
  ownEvaluationsSql,
} from './persistence/evaluation-records.js';
export { ReadEvaluations } from './use-cases/read-evaluations.js';
export { toStoredEvaluation, type StoredEvaluation } from './domain/stored-evaluation.js';
export {
  type RecordWrite,
  type EvaluationToStore,
  storeEvaluation,
  storeEvaluations,
  storeForFollowUp,
} from './persistence/evaluation-store.js';

export { countSensitiveQuestions, everyRecord, sensitiveConditions } from './use-cases/count-sensitive-questions.js';
export { DecideStoredRuns } from './use-cases/decide-stored-runs.js';
export { EvaluateCandidate } from './use-cases/evaluate-candidate.js';
export { EvaluateOnDemand } from './use-cases/evaluate-on-demand.js';

export { loadReferenceData, lookUpReference } from './use-cases/resolve-reads.js';
export { StoredSummaries } from './use-cases/stored-summaries.js';
export { absences } from './persistence/link-sql.js';
export { type MeasuredWindow, measuredWindows } from './domain/measured-windows.js';
export { countBusiestKey } from './persistence/busiest-keys.js';
export {
  type BatchRecordTable,
  findRuleHits,
  findScores,
  hasPendingEvaluations,
  sampleEvaluationIds,
} from './persistence/find-evaluations.js';
