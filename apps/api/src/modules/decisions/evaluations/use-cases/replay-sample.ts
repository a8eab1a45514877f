import {
  type BeforeApplicationShutdown,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnModuleInit,
} from '@nestjs/common';

import { type AuditEntry, bySystem, recordAudit } from '../../../../platform/audit/index.js';
import { AppConfig } from '../../../../platform/config/index.js';
import { InjectPgPool, inTransaction, type PgPool, TenantDatabase } from '../../../../platform/database/index.js';
import { ApiError } from '../../../../platform/http/index.js';
import { limits } from '../../../../platform/limits.js';
import { Metrics } from '../../../../platform/metrics/index.js';
import { writeEvents } from '../../../../platform/outbox/index.js';
import { PeriodicTask } from '../../../../platform/periodic-task.js';
import { findOrganizationsWithRules } from '../../rule-sets/index.js';
import {
  claimSample,
  previousDay,
  type ReplaySampleResult,
  sampleEvaluationIds,
  storeSampleResult,
} from '../persistence/replay-samples.js';
import { ReplayEvaluation } from './replay-evaluation.js';

/** Maximum number of differing evaluations named in an event. */
const maxAnnouncedIds = 20;

/** Decides a sample of each day again after it has ended, in one process. A different result is an incident. */
@Injectable()
export class ReplaySample implements OnModuleInit, OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('replay sample');
  private readonly counts = { equal: 0, different: 0, unavailable: 0 };
  private readonly task = new PeriodicTask(
    'replay sample',
    'replaying a sample of evaluations failed',
    limits.replaySampleMs,
    () => this.replayAll(new Date()),
  );

  constructor(
    @InjectPgPool() private readonly pool: PgPool,
    private readonly database: TenantDatabase,
    private readonly replays: ReplayEvaluation,
    private readonly config: AppConfig,
    private readonly metrics: Metrics,
  ) {}

  onModuleInit(): void {
    this.metrics.addCounter({
      name: 'tamis_replayed_evaluations_total',
      help: 'Evaluations of the previous day that were replayed, by result',
      label: 'result',
      read: () => ({ ...this.counts }),
    });
  }

  onApplicationBootstrap(): void {
    if (this.config.replaySample > 0) this.task.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.task.stop();
  }

  /** Replays the samples of the previous day that have not been replayed yet. */
  async replayAll(now: Date): Promise<void> {
    const day = previousDay(now);
    for (const organizationId of await inTransaction(this.pool, null, findOrganizationsWithRules)) {
      if (this.task.isStopped) return;
      await this.replayOrganization(organizationId, day, now).catch((error: unknown) => {
        this.logger.warn(`replaying the sample of ${organizationId} failed: ${String(error)}`);
      });
    }
  }

  private async replayOrganization(organizationId: string, day: Date, now: Date): Promise<void> {
    const client = this.database.forOrganization(organizationId);
    if (!(await claimSample(client, organizationId, day, now))) return;
    const places = Array.from({ length: this.config.replaySample }, () => Math.random());
    const found = { replayed: 0, unavailable: 0, differing: [] as string[] };
    for (const id of await sampleEvaluationIds(client, organizationId, day, places)) {
      if (this.task.isStopped) return;
      const isEqual = await this.isEqual(organizationId, id);
      if (isEqual === null) found.unavailable += 1;
      else found.replayed += 1;
      if (isEqual === false) found.differing.push(id);
    }
    await this.storeResult(organizationId, day, found);
  }

  /** Returns `null` if the original engine is not part of this server. */
  private async isEqual(organizationId: string, id: string): Promise<boolean | null> {
    try {
      const { isEqual } = await this.replays.replayStored(organizationId, id);
      return isEqual;
    } catch (error) {
      if (error instanceof ApiError && error.code === 'ENGINE_VERSION_UNAVAILABLE') return null;
      throw error;
    }
  }

  private async storeResult(organizationId: string, day: Date, found: ReplaySampleResult): Promise<void> {
    const { replayed, unavailable, differing } = found;
    this.counts.equal += replayed - differing.length;
    this.counts.different += differing.length;
    this.counts.unavailable += unavailable;
    const date = day.toISOString().slice(0, 10);
    const said = `${replayed} evaluations of the previous day were replayed, ${differing.length} had another outcome`;
    this.logger[differing.length > 0 ? 'error' : 'log'](`organization ${organizationId}: ${said}`);
    await this.database.transaction(organizationId, async (client) => {
      await storeSampleResult(client, organizationId, day, found, new Date());
      if (differing.length === 0) return;
      const payload = {
        day: date,
        replayed,
        differing: differing.length,
        evaluationIds: differing.slice(0, maxAnnouncedIds),
      };
      await writeEvents(client, [{ organizationId, event: 'evaluation.replay_differs', payload }]);
      await recordAudit(client, bySystem(organizationId, 'replay sample'), [
        replayDiffersEntry(organizationId, said, differing),
      ]);
    });
  }
}

const replayDiffersEntry = (organizationId: string, summary: string, differing: readonly string[]): AuditEntry => ({
  event: 'evaluation_replay_differs',
  resourceType: 'organization',
  resourceId: organizationId,
  summary,
  relatedIds: { evaluationId: differing[0]! },
});
