import { type BeforeApplicationShutdown, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';

import { recordAudit, type AuditSubject } from '../../../../platform/audit/index.js';
import {
  InjectPgPool,
  inTransaction,
  Notifications,
  type PgPool,
  runSavepoint,
  TenantDatabase,
  type TransactionClient,
} from '../../../../platform/database/index.js';
import { limits } from '../../../../platform/limits.js';
import { flagTransactions } from '../../../casework/alerts/index.js';
import { RuleSets } from '../../rule-sets/index.js';
import type { EvaluationRow } from '../domain/evaluation-row.js';
import type { SetEntityStatus } from '../domain/entity-status-port.js';
import { analysisExecuted, runEvents } from '../domain/run-events.js';

import { executedIds, RunRules } from './run-rules.js';
import { storedRun } from '../domain/stored-run.js';
import { storedSubject } from '../domain/stored-subject.js';
import { findEvaluation } from '../persistence/evaluation-records.js';
import { storeRun } from '../persistence/evaluation-store.js';
import {
  organizationsWaiting,
  postponeWaiting,
  takeWaiting,
  waitingDelete,
  type WaitingRun,
} from '../persistence/waiting-runs.js';
import { runSummary } from './decide-record.js';


const subjectOf = (organizationId: string, { requestId }: EvaluationRow): AuditSubject => ({
  organizationId,
  actor: { type: 'system', id: null, name: 'rules after the answer' },
  context: { ipAddress: null, userAgent: null, requestId, source: 'rules' },
});

/**
 * Runs the rules that are written to run after the answer (`evaluate async`): in a run of their own, which changes neither score nor
 * decision of the first. What waits is in the database, so it is run although the process that answered has ended; several processes
 * share it, each taking what no other has.
 */
@Injectable()
export class FollowUpRuns implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('follow-up runs');
  /** By organization: one after the other, so that they leave connections to requests. */
  private readonly under = new Map<string, Promise<void>>();
  private sweeping: NodeJS.Timeout | undefined;
  private stopped = false;
  private setEntityStatus: SetEntityStatus | null = null;

  constructor(
    private readonly database: TenantDatabase,
    @InjectPgPool() private readonly pool: PgPool,
    private readonly ruleSets: RuleSets,
    private readonly rules: RunRules,
    notifications: Notifications,
  ) {
    notifications.on('tamis_waiting_runs', (organizationId) => this.begin(organizationId));
  }

  /** How a rule takes the status of an entity; told by the module of entities when it is made. */
  setStatusWith(setEntityStatus: SetEntityStatus): void {
    this.setEntityStatus = setEntityStatus;
  }

  onApplicationBootstrap(): void {
    this.sweeping = setInterval(() => void this.sweep(), limits.waitingRunsSweepMs).unref();
    void this.sweep();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopped = true;
    clearInterval(this.sweeping);
    await Promise.all(this.under.values());
  }

  /** What was not heard of: another process ended, or the notification was lost. */
  private async sweep(): Promise<void> {
    try {
      const waiting = await inTransaction(this.pool, null, organizationsWaiting);
      for (const organizationId of waiting) this.begin(organizationId);
    } catch (error) {
      this.logger.warn(`waiting runs were not looked for: ${String(error)}`);
    }
  }

  private begin(organizationId: string): void {
    if (this.stopped) return;
    const before = this.under.get(organizationId) ?? Promise.resolve();
    const now = before.then(() => this.drain(organizationId));
    this.under.set(organizationId, now);
    void now.then(() => {
      if (this.under.get(organizationId) === now) this.under.delete(organizationId);
    });
  }

  /** Never rejects. */
  private async drain(organizationId: string): Promise<void> {
    const next = (): Promise<WaitingRun | null> =>
      this.database.transaction(organizationId, (client) => this.runNext(client, organizationId));
    try {
      while (!this.stopped && (await next()));
    } catch (error) {
      this.logger.error(`a run after the answer failed: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  private async runNext(client: TransactionClient, organizationId: string): Promise<WaitingRun | null> {
    const taken = await takeWaiting(client, organizationId);
    if (!taken) return null;
    try {
      await runSavepoint(client, organizationId, () => this.followUp(client, organizationId, taken));
    } catch (error) {
      const isLast = taken.attempts + 1 >= limits.waitingRunAttempts;
      this.logger.error(
        `the rules after the answer of ${taken.evaluationId} failed${isLast ? ' and are given up' : ''}: ${String(error)}`,
      );
      if (isLast) await this.end(client, organizationId, taken);
      else await postponeWaiting(client, organizationId, taken, 2 ** taken.attempts);
    }
    return taken;
  }

  private async end(client: TransactionClient, organizationId: string, { evaluationId }: WaitingRun): Promise<void> {
    const { values, ...statement } = waitingDelete(organizationId, evaluationId);
    await client.query({ ...statement, values: [...values] });
  }

  private async followUp(client: TransactionClient, organizationId: string, waiting: WaitingRun): Promise<void> {
    const row = await findEvaluation(client, organizationId, waiting.evaluationId);
    if (!row) return this.end(client, organizationId, waiting);
    if (!this.setEntityStatus) throw new Error('nobody told how a rule takes the status of an entity');
    const { ruleSetVersion: version, ruleSetRevision: revision } = row;
    const set = await this.ruleSets.published(client, organizationId, { version, revision });
    const { decided } = storedRun(row, set);
    const report = await this.rules.run(client, {
      subject: storedSubject(row),
      trigger: decided.run.trigger,
      stage: 'async',
      matrices: { named: [], assigned: executedIds(set, decided.outcome.matrices) },
      setEntityStatus: this.setEntityStatus,
    });
    if (report.decided.outcome.evaluated.length === 0) return this.end(client, organizationId, waiting);
    await storeRun(client, report, {
      by: { type: 'RULES', requestId: row.requestId, triggeredBy: row.triggeredBy, parentEvaluationId: row.id },
      events: runEvents(report, runSummary(report)),
      record: waitingDelete(organizationId, row.id),
    });
    const { recordType, recordId } = report.subject;
    if (recordType === 'transaction' && report.applied.raised.length > 0)
      await flagTransactions(client, organizationId, [recordId]);
    const entries = [...report.applied.entries, analysisExecuted(report)];
    await recordAudit(client, subjectOf(organizationId, row), entries);
  }
}
