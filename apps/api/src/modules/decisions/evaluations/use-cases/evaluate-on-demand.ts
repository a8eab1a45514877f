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
  /** Ids of matrices; empty: those of the record, else the defaults. */
  readonly matrixIds?: readonly string[];
  /** The one rule to run. Absent: all of them. */
  readonly ruleId?: string;
  /** Nothing is stored, and no action runs. */
  readonly isDryRun?: boolean;
  /** `scheduled`: a schedule asks, so only rules that are to run on it do. Default: `manual`, on which all do. */
  readonly trigger?: OnDemandTrigger;
}

export type OnDemandTrigger = 'manual' | 'scheduled';

const nothingRan: Readonly<Record<OnDemandTrigger, string>> = {
  manual: 'No rules in force are about such a record',
  scheduled:
    'No rules in force run on a schedule on such a record: they name the trigger `scheduled`, or their matrix switches it on',
};

/** Runs rules on a stored record because somebody asks for it. */
@Injectable()
export class EvaluateOnDemand {
  constructor(private readonly rules: EvaluateRecord) {}

  /** Throws 403 for a record the caller may not read, 409 for a rule and 422 for a matrix not in force, 422 `NO_ACTIVE_RULES`. */
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
      // Who names a rule chose its conditions; all rules in force are nobody's question.
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
