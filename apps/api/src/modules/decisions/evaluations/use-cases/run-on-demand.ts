import { Injectable } from '@nestjs/common';

import { byPrincipal, recordAudit } from '../../../../platform/audit/index.js';
import type { Principal } from '../../../../platform/auth/index.js';
import type { TransactionClient } from '../../../../platform/database/index.js';
import { ApiError } from '../../../../platform/http/index.js';
import { type EvaluatedRecord, type FoundRecord, runSummary } from './decide-record.js';
import { needRecordReading } from '../domain/readable-records.js';
import { analysisExecuted, runEvents } from '../domain/run-events.js';

import type { RunReport } from '../domain/run-report.js';
import { storeRun, type RecordWrite } from '../persistence/evaluation-store.js';

import { RunRules } from './run-rules.js';

export interface OnDemandRequest {
  /** Ids of matrices; empty: those of the record, else the defaults. */
  readonly matrixIds?: readonly string[];
  /** The one rule to run. Absent: all of them. */
  readonly ruleId?: string;
  /** Nothing is stored, and no action runs. */
  readonly isDry?: boolean;
}

/** A run of one rule says nothing of the record: its decision and its score stay as they are. */
const nothingKept: RecordWrite = { name: 'rule-run', text: 'select 1', values: [] };

/** Runs rules on a stored record because somebody asks for it. */
@Injectable()
export class RunOnDemand {
  constructor(private readonly rules: RunRules) {}

  /** Throws 403 for a record the caller may not read, 409 for a rule and 422 for a matrix not in force, 422 `NO_ACTIVE_RULES`. */
  run(principal: Principal, found: FoundRecord, request: OnDemandRequest): Promise<RunReport> {
    needRecordReading(principal, found.recordType);
    return this.rules.inTransaction(principal, found.queue, async (client) => {
      const record = await found.lock(client);
      const { subject, assigned, setEntityStatus } = record;
      const { matrixIds: named = [], ruleId, isDry = false } = request;
      const asked = { subject, trigger: 'manual', matrices: { named, assigned }, setEntityStatus, ruleId };
      const report = isDry ? await this.rules.dry(client, asked) : await this.rules.run(client, asked);
      if (ruleId === undefined && report.decided.outcome.evaluated.length === 0)
        throw new ApiError('NO_ACTIVE_RULES', 'No rules in force are about such a record');
      if (!isDry) await store(client, principal, { report, record });
      return report;
    });
  }
}

async function store(
  client: TransactionClient,
  principal: Principal,
  { report, record }: { readonly report: RunReport; readonly record: EvaluatedRecord },
): Promise<void> {
  const isAlone = report.decided.ruleId !== undefined;
  const kept = isAlone && report.applied.move === null ? null : record.keep(report);
  const { requestId } = principal.from;
  await storeRun(client, report, {
    by: { type: 'MANUAL', requestId, triggeredBy: principal.actor.id },
    events: [...(kept?.events ?? []), ...runEvents(report, runSummary(report))],
    record: kept?.record ?? nothingKept,
  });
  const entries = [...report.applied.entries, ...(kept?.entries ?? []), analysisExecuted(report)];
  await recordAudit(client, byPrincipal(principal), entries);
}
