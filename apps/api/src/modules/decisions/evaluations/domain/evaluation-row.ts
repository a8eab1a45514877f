import type { RecordType } from './evaluation-subject.js';

/** A stored evaluation. `outcome`, `applied`, `context` and `facts` are JSON texts. */
export interface EvaluationRow {
  readonly id: string;
  readonly organizationId: string;
  readonly recordType: RecordType;
  readonly recordId: string;
  readonly externalId: string | null;
  readonly entityIds: readonly string[];
  readonly trigger: string;
  readonly evaluationType: string;
  readonly stage: 'sync' | 'async';
  readonly parentEvaluationId: string | null;
  /** The only rule that was evaluated; `null` if all were. */
  readonly ruleId: string | null;
  readonly ruleSetVersion: string;
  readonly ruleSetRevision: number;
  readonly now: Date;
  readonly evaluatedAt: Date;
  readonly outcome: string;
  readonly applied: string;
  readonly context: string;
  readonly facts: string;
  readonly requestId: string | null;
  readonly triggeredBy: string | null;
  readonly executionTimeMs: number;
}
