import { type BeforeApplicationShutdown, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';

import { recordAudit, type AuditSubject } from '../../../../platform/audit/index.js';
import {
  InjectPgPool,
  inTransaction,
  type PgPool,
  TenantDatabase,
  type Transaction,
} from '../../../../platform/database/index.js';
import { limits } from '../../../../platform/limits.js';
import { withCause } from '../../../../platform/outbox/index.js';
import { Secrets } from '../../../../platform/secrets/index.js';
import { PeriodicTask, WorkOwners } from '../../../../platform/periodic-task.js';
import { findEntitySnapshot, flagTransactions } from '../../../casework/alerts/index.js';
import { RuleSets } from '../../rule-sets/index.js';
import type { EvaluationRow } from '../domain/evaluation-row.js';
import type { SubjectEntity } from '../domain/evaluation-subject.js';
import { analysisExecutedEntry, evaluationEvents } from '../domain/evaluation-events.js';

import { executedIds, EvaluateRecord } from './evaluate-record.js';
import { toStoredEvaluation } from '../domain/stored-evaluation.js';
import { toStoredSubject } from '../domain/stored-subject.js';
import { findEvaluation } from '../persistence/evaluation-records.js';
import { storeEvaluation, waitingRuns } from '../persistence/evaluation-store.js';
import {
  findOrganizationsWithFollowUps,
  postponeFollowUp,
  claimFollowUp,
  followUpDeletion,
  type QueuedFollowUp,
} from '../persistence/follow-up-queue.js';
import { announcedSummary } from './decide-record.js';

/**
 * Returns an entity of an earlier evaluation in its current state: that evaluation, and others since, may have changed its score and
 * status.
 */
async function withCurrentState(
  client: Transaction,
  organizationId: string,
  entity: SubjectEntity,
): Promise<SubjectEntity> {
  return { ...entity, ...(await findEntitySnapshot(client, organizationId, entity.id)) };
}

const auditSubject = (organizationId: string, { requestId }: EvaluationRow): AuditSubject => ({
  organizationId,
  actor: { type: 'system', id: null, name: 'deferred evaluations' },
  context: { ipAddress: null, userAgent: null, requestId, source: 'rules' },
});

/**
 * Evaluates the rules to be executed after the response (`evaluate async`), in a separate evaluation that changes neither score nor
 * decision of the first. The responding process starts it at once. Pending ones are stored in the database, so that another process
 * executes them if that one has ended. None is executed by two processes.
 */
@Injectable()
export class EvaluateFollowUps implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('follow-up runs');
  /** Work by organization, one after the other to leave connections for requests. */
  private readonly inFlight = new Map<string, Promise<void>>();
  private readonly sweepTask = new PeriodicTask(
    'follow-up runs',
    'looking for deferred evaluations failed',
    limits.waitingRunsSweepMs,
    () => this.sweep(),
  );

  private readonly onStored = (organizationId: string): void => this.schedule(organizationId);

  constructor(
    private readonly database: TenantDatabase,
    @InjectPgPool() private readonly pool: PgPool,
    private readonly ruleSets: RuleSets,
    private readonly rules: EvaluateRecord,
    private readonly secrets: Secrets,
    private readonly owners: WorkOwners,
  ) {}

  onApplicationBootstrap(): void {
    waitingRuns.on('stored', this.onStored);
    this.sweepTask.startAmong(this.owners, 'follow-up runs');
    this.sweepTask.runNow();
  }

  async beforeApplicationShutdown(): Promise<void> {
    waitingRuns.off('stored', this.onStored);
    await this.sweepTask.stop();
    await Promise.all(this.inFlight.values());
  }

  /** Executes follow-ups stored by a process that ended before executing them. */
  private async sweep(): Promise<void> {
    const waiting = await inTransaction(this.pool, null, findOrganizationsWithFollowUps);
    for (const organizationId of waiting) this.schedule(organizationId);
  }

  private schedule(organizationId: string): void {
    if (this.sweepTask.isStopped) return;
    const before = this.inFlight.get(organizationId) ?? Promise.resolve();
    const now = before.then(() => this.drain(organizationId));
    this.inFlight.set(organizationId, now);
    void now.then(() => {
      if (this.inFlight.get(organizationId) === now) this.inFlight.delete(organizationId);
    });
  }

  /** Executes the follow-ups of an organization. Never rejects. */
  private async drain(organizationId: string): Promise<void> {
    const next = (): Promise<QueuedFollowUp | null> =>
      this.database.transaction(organizationId, (client) => this.processNext(client, organizationId));
    try {
      while (!this.sweepTask.isStopped && (await next()));
    } catch (error) {
      this.logger.error(`a deferred evaluation failed: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  private async processNext(client: Transaction, organizationId: string): Promise<QueuedFollowUp | null> {
    const taken = await claimFollowUp(client, organizationId);
    if (!taken) return null;
    try {
      await client.savepoint(organizationId, (part) =>
        withCause(taken.cause, () => this.evaluateFollowUp(part, organizationId, taken)),
      );
    } catch (error) {
      const isLast = taken.attempts + 1 >= limits.waitingRunAttempts;
      this.logger.error(
        `the deferred rules of ${taken.evaluationId} failed${isLast ? ' and will not be retried' : ''}: ${String(error)}`,
      );
      if (isLast) await this.remove(client, organizationId, taken);
      else await postponeFollowUp(client, organizationId, taken, 2 ** taken.attempts);
    }
    return taken;
  }

  private async remove(client: Transaction, organizationId: string, { evaluationId }: QueuedFollowUp): Promise<void> {
    const { values, ...statement } = followUpDeletion(organizationId, evaluationId);
    await client.query({ ...statement, values: [...values] });
  }

  private async evaluateFollowUp(client: Transaction, organizationId: string, waiting: QueuedFollowUp): Promise<void> {
    const numbers = await this.secrets.storedAccountNumbers(client, organizationId);
    const row = await findEvaluation(client, organizationId, waiting.evaluationId, numbers);
    if (!row) return this.remove(client, organizationId, waiting);
    const { ruleSetVersion: version, ruleSetRevision: revision } = row;
    const set = await this.ruleSets.loadPublication(client, organizationId, { version, revision });
    const { decided } = toStoredEvaluation(row, set);
    const stored = toStoredSubject(row);
    const report = await this.rules.evaluate(client, {
      subject: { ...stored, entity: stored.entity && (await withCurrentState(client, organizationId, stored.entity)) },
      trigger: decided.run.trigger,
      stage: 'async',
      matrices: { named: [], assigned: executedIds(set, decided.outcome.matrices) },
    });
    if (report.decided.outcome.evaluated.length === 0) return this.remove(client, organizationId, waiting);
    await storeEvaluation(client, report, {
      origin: { type: 'RULES', requestId: row.requestId, triggeredBy: row.triggeredBy, parentEvaluationId: row.id },
      events: evaluationEvents(report, announcedSummary(report)),
      record: followUpDeletion(organizationId, row.id),
    });
    const { recordType, recordId } = report.subject;
    if (recordType === 'transaction' && report.applied.raised.length > 0)
      await flagTransactions(client, organizationId, [recordId]);
    const entries = [...report.applied.entries, analysisExecutedEntry(report)];
    await recordAudit(client, auditSubject(organizationId, row), entries);
  }
}
