export { RuleTraceDto, TraceNodeDto } from './dto/rule-trace.dto.js';
export { RulesExecutionSummaryDto, RulesResultDto, UnknownCauseDto } from './dto/run-answer.dto.js';

export { confidenceOf } from './domain/confidence.js';
export type { EntityStatusChange, SetEntityStatus, StatusRefusal } from './domain/entity-status-port.js';
export { analysisExecuted, runNames, runEvents } from './domain/run-events.js';

export type { Applied, Decided, RecordMove, RunReport } from './domain/run-report.js';
export { type EvaluatedRecord, type EvaluatedRecords, type FoundRecord, type KeptOfRun, type RunnableRecord, type SentRecord, runAnswer, type RunAnswer, runAnswerParts, runSummary, shownAnswer } from './use-cases/decide-record.js';
export type { ReadFacts } from './use-cases/gather-facts.js';
export { accountTable } from './domain/account-table.js';
export { alertTable } from './domain/alert-table.js';
export { caseTable } from './domain/case-table.js';
export { relationshipTable } from './domain/relationship-table.js';
export { triggerWord } from './domain/effect-origin.js';
export { userEventTable } from './domain/user-event-table.js';
export { coverageOf, type Coverage } from './domain/coverage.js';
export { riskFactorsOf } from './domain/risk-factors.js';
export { ruleResult, type RuleResult } from './domain/rule-result.js';
export { needRecordReading } from './domain/readable-records.js';
export { tellOf } from './domain/masking.js';
export { isSensitive } from './domain/sensitive-field.js';
export { withAccounts } from './domain/with-accounts.js';
export type { EntityAccounts, RecordType, RunSubject, StatusMoves, SubjectEntity } from './domain/run-subject.js';
export { executedIds, noMatrices, type WantedMatrices, RunRules, type RunRequest } from './use-cases/run-rules.js';
export type { IsChanged } from './domain/watched-matrices.js';
export { EvaluationsModule } from './evaluations.module.js';
export { findEvaluations } from './persistence/evaluation-records.js';
export { storedRun, type StoredRun } from './domain/stored-run.js';
export {
  type RecordWrite,
  type RunOrigin,
  type RunToStore,
  storeRun,
  storeRuns,
} from './persistence/evaluation-store.js';

export { FollowUpRuns } from './use-cases/follow-up-runs.js';
export { CandidateRuns } from './use-cases/candidate-runs.js';
export { RunOnDemand, type OnDemandRequest } from './use-cases/run-on-demand.js';

export { StoredRuns } from './use-cases/stored-runs.js';
export { absences } from './persistence/link-sql.js';
export { type MeasuredWindow, measuredWindows } from './domain/measured-windows.js';
export { countBusiestKey } from './persistence/busiest-keys.js';
