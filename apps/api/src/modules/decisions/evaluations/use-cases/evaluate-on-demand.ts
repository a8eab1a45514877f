import { Injectable } from '@nestjs/common';

import { byPrincipal, recordAudit } from '../../../../platform/audit/index.js';
import type { Principal } from '../../../../platform/auth/index.js';
import type { Transaction } from '../../../../platform/database/index.js';
import { ApiError } from '../../../../platform/http/index.js';
import { askedOf, countSensitiveQuestions, sensitiveConditions } from './count-sensitive-questions.js';
import { type EvaluatedRecord, type StoredRecord, announcedSummary } from './decide-record.js';
import { requireRecordRead } from '../domain/readable-records.js';
import { analysisExecutedEntry, evaluationEvents } from '../domain/evaluation-events.js';

import { type EvaluationReport, evaluationTypeOf } from '../domain/evaluation-report.js';
import { noRecordWrite, storeEvaluation, storeForFollowUp } from '../persistence/evaluation-store.js';

import { EvaluateRecord } from './evaluate-record.js';

export interface OnDemandRequest {
  /** Ids of matrices. If empty, uses those of the record, or the defaults. */
  readonly matrixIds?: readonly string[];
  /** The only rule to evaluate. Absent to evaluate all. */
  readonly ruleId?: string;
  /** Whether to store nothing and execute no actions. */
  readonly isDryRun?: boolean;
  /** With `scheduled`, only rules for schedules are evaluated. Default: `manual`, which evaluates all. */
  readonly trigger?: OnDemandTrigger;
}

export type OnDemandTrigger = 'manual' | 'scheduled';

const nothingRan: Readonly<Record<OnDemandTrigger, string>> = {
  manual: 'No active rules evaluate such a record',
  scheduled:
    'No active rules run on a schedule for such a record: the rule must name the trigger `scheduled`, or its matrix must enable it',
};

/** Evaluates rules on a stored record on request. */
@Injectable()
export class EvaluateOnDemand {
  constructor(private readonly rules: EvaluateRecord) {}

  /**
   * Throws 403 if the caller may not read the record, 409 for a rule and 422 for a matrix that is not active, and 422 `NO_ACTIVE_RULES`.
   */
  evaluate(principal: Principal, found: StoredRecord, request: OnDemandRequest): Promise<EvaluationReport> {
    requireRecordRead(principal, found.recordType);
    return this.rules.inTransaction(principal, found.queueKey, async (client) => {
      const record = await found.lock(client);
      const { subject, matrices } = record;
      const { matrixIds: named = [], ruleId, isDryRun: isDry = false, trigger = 'manual' } = request;
      const asked = { subject, trigger, matrices: { ...matrices, named }, ruleId };
      const report = isDry ? await this.rules.dryRun(client, asked) : await this.rules.evaluate(client, asked);
      if (ruleId === undefined && report.decided.outcome.evaluated.length === 0 && !report.isFollowed)
        throw new ApiError('NO_ACTIVE_RULES', nothingRan[trigger]);
      // A caller who names a rule chooses its conditions. Evaluating all active rules is not a question of the caller.
      if (ruleId !== undefined)
        await countSensitiveQuestions(
          client,
          principal,
          askedOf(subject),
          sensitiveConditions(report.decided.set.compiled),
        );
      if (!isDry) await storeReport(client, principal, { report, record });
      return report;
    });
  }
}

async function storeReport(
  client: Transaction,
  principal: Principal,
  { report, record }: { readonly report: EvaluationReport; readonly record: EvaluatedRecord },
): Promise<void> {
  const isAlone = report.decided.ruleId !== undefined;
  const { requestId } = principal.from;
  const origin = { type: evaluationTypeOf(report), requestId, triggeredBy: principal.actor.id } as const;
  if (!isAlone && report.decided.outcome.evaluated.length === 0) return storeForFollowUp(client, report, origin);
  const kept = isAlone && report.applied.move === null ? null : record.keep(report);
  await storeEvaluation(client, report, {
    origin,
    events: [...(kept?.events ?? []), ...evaluationEvents(report, announcedSummary(report))],
    record: kept?.record ?? noRecordWrite,
  });
  const entries = [...report.applied.entries, ...(kept?.entries ?? []), analysisExecutedEntry(report)];
  await recordAudit(client, byPrincipal(principal), entries);
}
