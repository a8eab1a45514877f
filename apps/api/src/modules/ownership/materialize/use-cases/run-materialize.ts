import { setTimeout as delay } from 'node:timers/promises';

import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { bulkhead } from 'cockatiel';

import type { Principal } from '../../../../platform/auth/index.js';
import { TenantDatabase } from '../../../../platform/database/index.js';
import { whileRenewed } from '../../../../platform/while-renewed.js';
import { type BegunRequest, EnrichmentRequests, type RequestOutcome } from '../../../enrichment/executions/index.js';
import { materializeLimits } from '../domain/materialize-limits.js';
import {
  type MaterializeNode,
  type MaterializeRun,
  type NodeEnrichment,
  restingState,
  type RunProblem,
} from '../domain/materialize-run.js';
import { findOpenNodes, lockNode, moveNode } from '../persistence/node-store.js';
import { countFailure, renewLease } from '../persistence/run-store.js';
import { ExpandNode } from './expand-node.js';
import { FinishRun } from './finish-run.js';
import { StorePartner } from './store-partner.js';

/** A run that this process is executing. */
interface Running {
  readonly run: MaterializeRun;
  readonly principal: Principal;
  /** Whether this process gives up the run, because the server stops or another process has taken it over. */
  isLeft: boolean;
}

/** Processes the partners of runs that no other process is executing. */
@Injectable()
export class RunMaterialize implements BeforeApplicationShutdown {
  private readonly logger = new Logger('materialize');
  private readonly running = new Map<Running, Promise<void>>();
  private readonly transactions = bulkhead(materializeLimits.transactionsAtOnce, Number.MAX_SAFE_INTEGER);
  private isStopped = false;

  constructor(
    private readonly database: TenantDatabase,
    private readonly requests: EnrichmentRequests,
    private readonly storing: StorePartner,
    private readonly expanding: ExpandNode,
    private readonly finishing: FinishRun,
  ) {}

  hasRoom(): boolean {
    return !this.isStopped && this.running.size < materializeLimits.runsAtOnce;
  }

  /**
   * Continues a run whose lease this process holds. `begun` is the request about its root. Resolves when this process no longer works on
   * the run.
   */
  async execute(run: MaterializeRun, begun: BegunRequest | null = null): Promise<void> {
    const principal = { ...run.askedBy, scopes: new Set<string>() };
    const running: Running = { run, principal, isLeft: this.isStopped };
    const work = this.database
      .runOutsideTransaction(() => this.goThrough(running, begun))
      .finally(() => this.running.delete(running));
    this.running.set(running, work);
    await work;
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.isStopped = true;
    for (const running of this.running.keys()) running.isLeft = true;
    const patience = new AbortController();
    const late = delay(materializeLimits.stopMs, undefined, { signal: patience.signal }).catch(() => undefined);
    await Promise.race([Promise.allSettled(this.running.values()), late]);
    patience.abort();
  }

  private async goThrough(running: Running, begun: BegunRequest | null): Promise<void> {
    const { run } = running;
    const { organizationId } = run.askedBy;
    const client = this.database.forOrganization(organizationId);
    const renew = async (): Promise<void> => {
      const isOurs = await renewLease(client, organizationId, run, materializeLimits.leaseMs);
      running.isLeft ||= !isOurs;
    };
    const renewal = { what: 'a run', everyMs: materializeLimits.renewMs, renew, logger: this.logger };
    try {
      const problem = await whileRenewed(renewal, () => this.walk(running, begun));
      if (running.isLeft) await renewLease(client, organizationId, run, 0);
      else await this.finishing.finish(running.principal, run, problem);
    } catch (error) {
      await this.fail(running, error);
    }
  }

  /** Processes the nodes level by level until none is open. Returns the reason why the run as a whole failed; `null` if it did not. */
  private async walk(running: Running, begun: BegunRequest | null): Promise<RunProblem | null> {
    const { run } = running;
    const { organizationId } = run.askedBy;
    for (;;) {
      const open = await findOpenNodes(this.database.forOrganization(organizationId), organizationId, run.id);
      if (open.length === 0 || running.isLeft) return null;
      const problems: RunProblem[] = [];
      await inTurns(open, materializeLimits.partnersAtOnce, async (node) => {
        if (running.isLeft || problems.length > 0) return;
        const problem = await this.advance(running, node, node.level === 0 ? begun : null);
        if (problem) problems.push(problem);
      });
      if (problems[0]) return problems[0];
    }
  }

  /** Performs the outstanding steps of a node one after the other. */
  private async advance(
    running: Running,
    node: MaterializeNode,
    begun: BegunRequest | null,
  ): Promise<RunProblem | null> {
    const { run, principal } = running;
    const isStored = node.state !== 'waiting';
    const launch = isStored ? null : await this.inTransaction(() => this.storing.store({ run, principal, node }));
    if (node.state === 'enriching' || launch) {
      const problem = await this.settle(running, node, launch ? launch() : (begun ?? resumed(node)));
      if (problem) return problem;
    }
    // The stored node is read again, with its result.
    if (node.state !== 'settled') return null;
    const asked = await this.inTransaction(() => this.expanding.expand({ run, principal, node }));
    return asked ? this.settle(running, node, asked()) : null;
  }

  /** Waits for the enrichment of a node, and stores its result. */
  private async settle(
    { run, principal }: Running,
    node: MaterializeNode,
    begun: BegunRequest,
  ): Promise<RunProblem | null> {
    const { organizationId } = principal;
    const outcome = await this.requests.wait(begun, { principal });
    // The enrichment continues in another process, so the node is checked again.
    if (outcome.status === 'processing') return null;
    const enrichment = toNodeEnrichment(outcome);
    await this.inTransaction(() =>
      this.database.transaction(organizationId, async (client) => {
        if (!(await lockNode(client, organizationId, node.id, 'enriching'))) return;
        moveNode(client, organizationId, node.id, { state: restingState(run.options, node.level), enrichment });
      }),
    );
    const isRootUnknown = node.level === 0 && run.options.runsEnrichmentFirst && outcome.status === 'failed';
    if (!isRootUnknown) return null;
    const why = enrichment.failed
      .map(({ providerCode, errorMessage }) => `${providerCode}: ${errorMessage}`)
      .join('; ');
    return { code: 'ENRICHMENT_FAILED', message: `The partners could not be determined: ${why}` };
  }

  private inTransaction<T>(work: () => Promise<T>): Promise<T> {
    return this.transactions.execute(work);
  }

  private async fail({ run, principal }: Running, error: unknown): Promise<void> {
    const { organizationId } = principal;
    const { failures: most, pauseMs } = materializeLimits;
    this.logger.warn(`continuing run ${run.id} failed: ${error instanceof Error ? error.message : String(error)}`);
    const client = this.database.forOrganization(organizationId);
    const failures = await countFailure(client, organizationId, run.id, pauseMs).catch(() => 0);
    if (failures < most) return;
    const problem = { code: 'INTERNAL_ERROR', message: 'An internal error occurred' } as const;
    await this.finishing.finish(principal, run, problem).catch(() => undefined);
  }
}

const resumed = ({ requestId, entityId }: MaterializeNode): BegunRequest => ({
  requestId: requestId!,
  entityId,
  done: Promise.resolve(null),
});

const toNodeEnrichment = ({ executions, totalCostCents }: RequestOutcome): NodeEnrichment => ({
  delivered: executions.filter(({ state }) => state === 'succeeded').map(({ integrationCode }) => integrationCode),
  failed: executions.flatMap(({ integrationCode: providerCode, problem }) =>
    problem ? [{ providerCode, code: problem.code, errorMessage: problem.message }] : [],
  ),
  costCents: totalCostCents,
});

/** Applies `work` to each of the items, `atOnce` at a time. Rejects only after all started work has ended. */
async function inTurns<T>(items: readonly T[], atOnce: number, work: (item: T) => Promise<void>): Promise<void> {
  const left = items.values();
  const lane = async (): Promise<void> => {
    for (const item of left) await work(item);
  };
  const lanes = await Promise.allSettled(Array.from({ length: atOnce }, lane));
  for (const ended of lanes) if (ended.status === 'rejected') throw ended.reason;
}
