import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import type { CompiledRuleSet, RuleSetContent, Context, EvaluationParams, EvaluationOutcome } from '@tamis/engine';
import { LRUCache } from 'lru-cache';
import { Notifications, type Queryable, TenantDatabase } from '../../../../platform/database/index.js';
import { inSlices } from '../../../../platform/load/index.js';
import type { LoadedRuleSet } from '../domain/loaded-rule-set.js';
import { prepareInSteps } from '../domain/prepare-rule-set.js';
import { ruleSetLimits } from '../domain/rule-set-limits.js';
import {
  readContent,
  readOrganizationDefaults,
  readPointer,
  type RuleSetPointer,
} from '../persistence/rule-set-store.js';
import { EnginePool, PoolError, type PoolEvent, type PoolSnapshot } from '@tamis/engine-pool';
import { AppConfig } from '../../../../platform/config/index.js';
import { ApiError } from '../../../../platform/http/index.js';
import { withSpan } from '../../../../platform/tracing/index.js';

/** The result of evaluating rules. */
interface EngineResult {
  readonly outcome: EvaluationOutcome;
  /** The outcome as JSON text, as written by the worker. */
  readonly outcomeJson: string;
}

/** Evaluates rule sets in worker threads. */
@Injectable()
export class RuleEngine implements OnApplicationShutdown {
  private readonly logger = new Logger('engine');
  private readonly pool: EnginePool;
  /** Hashing the content to compute its key costs more than an evaluation. */
  private readonly keys = new WeakMap<RuleSetContent, string>();
  private readonly loadedKeys: LRUCache<string, true>;

  constructor(config: AppConfig) {
    const pool = new EnginePool({
      threads: config.engineThreads,
      deadlineMs: config.engineDeadlineMs,
      maxWaiting: config.engineMaxWaiting,
      setBytesPerWorker: config.engineSetMemoryMb * 2 ** 20,
      onEvent: (event) => this.logPoolEvent(event),
    });
    this.pool = pool;
    this.loadedKeys = new LRUCache({
      max: ruleSetLimits.compiled,
      dispose: (_, key, reason) => {
        if (reason === 'evict') pool.unload(key);
      },
    });
  }

  /** Evaluates the rules. Throws 503 if no worker can respond. Then there is no decision, and nothing may be stored. */
  evaluate(set: LoadedRuleSet, contextJson: string, factsJson: string, run: EvaluationParams): Promise<EngineResult> {
    // Without rules, the evaluation is fast, and using a worker would take longer than computing the result here.
    if (set.compiled.rules.length === 0) return Promise.resolve(evaluateWithoutRules(set, contextJson, run));
    return withSpan('evaluate rules', {}, () => this.evaluateInWorker(set, contextJson, factsJson, run));
  }

  private async evaluateInWorker(
    set: LoadedRuleSet,
    contextJson: string,
    factsJson: string,
    run: EvaluationParams,
  ): Promise<EngineResult> {
    try {
      const evaluation = await this.pool.evaluate({
        key: this.loadKey(set.content),
        contextJson,
        factsJson,
        params: run,
      });
      return { outcome: evaluation.outcome(), outcomeJson: evaluation.outcomeJson() };
    } catch (error) {
      throw error instanceof PoolError ? evaluationUnavailable(error) : error;
    }
  }

  /** Makes every worker compile the set now instead of at its first evaluation. If that fails, the evaluations report why. */
  prepare(content: RuleSetContent): void {
    this.pool.prepare(this.loadKey(content)).catch((error: unknown) => {
      if (!(error instanceof PoolError)) throw error;
    });
  }

  /** Returns what the workers did since the start, and what they hold now. */
  snapshot(): PoolSnapshot {
    return this.pool.snapshot();
  }

  /** Not `onModuleDestroy`, which is called before the requests in flight are completed. */
  async onApplicationShutdown(): Promise<void> {
    await this.pool.destroy();
  }

  /** Loads the set if it was never loaded or has been evicted. */
  private loadKey(content: RuleSetContent): string {
    const known = this.keys.get(content);
    if (known !== undefined && this.loadedKeys.get(known)) return known;
    const key = this.pool.load(content);
    this.keys.set(content, key);
    this.loadedKeys.set(key, true);
    return key;
  }

  private logPoolEvent(event: PoolEvent): void {
    const rule = event.ruleId === null ? '' : ` in rule ${event.ruleId}`;
    if (event.kind === 'quarantined')
      this.logger.error(
        `rule set ${event.key} is refused from now on: it terminated ${event.deaths} workers${rule} (${event.reason})`,
      );
    else this.logger.warn(`a worker died while evaluating rule set ${event.key ?? 'none'}${rule}: ${event.message}`);
  }
}

/** Without rules, a decision depends only on the restrictions of the parties, which few records have. */
function evaluateWithoutRules({ compiled }: LoadedRuleSet, contextJson: string, run: EvaluationParams): EngineResult {
  const context = contextJson.includes('"partyRestrictions"') ? (JSON.parse(contextJson) as Context) : {};
  const outcome = compiled.evaluate(context, { windows: {} }, run);
  return { outcome, outcomeJson: JSON.stringify(outcome) };
}

const msPerSecond = 1_000;

function evaluationUnavailable({ reason, retryAfterMs, ruleId }: PoolError): ApiError {
  return new ApiError(
    'SERVICE_UNAVAILABLE',
    reason === 'quarantined'
      ? 'The rules could not be evaluated, so nothing was stored; they crashed the processes that evaluated them and must be changed'
      : 'The rules could not be evaluated, so nothing was stored; try again',
    undefined,
    {
      reason,
      ...(retryAfterMs === null ? {} : { retryAfterSeconds: Math.ceil(retryAfterMs / msPerSecond) }),
      ...(ruleId === null ? {} : { ruleId }),
    },
  );
}

/** For an organization that had published nothing when this process last checked. */
const nothingPublished: RuleSetPointer = { version: '', revision: 0 };

/** Compiled rule sets of this process. */
@Injectable()
export class RuleSets {
  private readonly logger = new Logger('rule sets');
  private readonly pointers = new LRUCache<string, RuleSetPointer>({ max: ruleSetLimits.pointers });
  private readonly sets = new LRUCache<string, Promise<LoadedRuleSet>>({ max: ruleSetLimits.compiled });
  /** The last compiled set of each organization. It has most rules in common with the next one. */
  private readonly latest = new LRUCache<string, CompiledRuleSet>({ max: ruleSetLimits.compiled });

  constructor(
    private readonly evaluations: RuleEngine,
    private readonly database: TenantDatabase,
    notifications: Notifications,
  ) {
    notifications.on('tamis_rule_sets', (organizationId) => this.refresh(organizationId));
  }

  /**
   * Compiles a newly published set if this process has evaluations of the organization, so that none has to wait for it. An evaluation that
   * comes first, or after a lost notification, finds the pointer changed and compiles the set itself.
   */
  private refresh(organizationId: string): void {
    if (!this.pointers.get(organizationId)) return;
    this.loadActive(this.database.forOrganization(organizationId), organizationId).catch((error: unknown) =>
      this.logger.warn(`reading an announced rule set failed: ${String(error)}`),
    );
  }

  /**
   * Returns the set that was active when this process last checked. Read the pointer again with the facts, and call `loadByPointer` if it
   * has changed. In this way a publication by any process affects the next evaluation.
   */
  async loadLastSeen(client: Queryable, organizationId: string): Promise<LoadedRuleSet> {
    const known = this.pointers.get(organizationId) ?? (await readPointer(client, organizationId));
    return this.loadByPointer(client, organizationId, known === nothingPublished ? null : known);
  }

  /** Returns the active set according to the database, for a request that names something the last seen set does not contain. */
  async loadActive(client: Queryable, organizationId: string): Promise<LoadedRuleSet> {
    return this.loadByPointer(client, organizationId, await readPointer(client, organizationId));
  }

  /** Returns the set that a pointer references. `null` is the empty set before the first publication. */
  loadByPointer(client: Queryable, organizationId: string, pointer: RuleSetPointer | null): Promise<LoadedRuleSet> {
    // An older pointer may be read later.
    if (pointer && pointer.revision > (this.pointers.get(organizationId)?.revision ?? 0))
      this.pointers.set(organizationId, pointer);
    if (!pointer && !this.pointers.has(organizationId)) this.pointers.set(organizationId, nothingPublished);
    const key = `${organizationId} ${pointer?.revision ?? 0}`;
    return this.loadOnce(key, async () => {
      const content = await this.loadContent(client, organizationId, pointer);
      // The workers compile the set at the same time as this thread.
      if (pointer) this.evaluations.prepare(content);
      return this.compile(organizationId, content, pointer?.revision ?? 0);
    });
  }

  /** Returns a set that an evaluation references, whether active or not. Does not change which set this process considers active. */
  async loadPublication(client: Queryable, organizationId: string, pointer: RuleSetPointer): Promise<LoadedRuleSet> {
    const known = pointer.revision === 0 ? null : pointer;
    return this.loadOnce(`${organizationId} ${pointer.revision}`, async () =>
      this.compile(organizationId, await this.loadContent(client, organizationId, known), pointer.revision),
    );
  }

  private async loadOnce(key: string, load: () => Promise<LoadedRuleSet>): Promise<LoadedRuleSet> {
    const known = this.sets.get(key);
    if (known) return known;
    const loading = load();
    this.sets.set(key, loading);
    // The entry may have been evicted and replaced meanwhile.
    loading.catch(() => this.sets.peek(key) === loading && this.sets.delete(key));
    return loading;
  }

  private async loadContent(
    client: Queryable,
    organizationId: string,
    pointer: RuleSetPointer | null,
  ): Promise<RuleSetContent> {
    if (pointer === null) return { rules: [], lists: {}, ...(await readOrganizationDefaults(client, organizationId)) };
    const content = await readContent(client, organizationId, pointer.revision);
    if (!content) throw new Error(`publication ${pointer.revision} of ${organizationId} is not stored`);
    return content;
  }

  private async compile(organizationId: string, content: RuleSetContent, revision: number): Promise<LoadedRuleSet> {
    const latest = this.latest.get(organizationId);
    const result = await inSlices(prepareInSteps(content, latest ? [latest] : []));
    if (!result.ok) throw new Error(`a stored rule set does not compile: ${JSON.stringify(result.error)}`);
    const { compiled, summaries } = result.value;
    this.latest.set(organizationId, compiled);
    return { version: compiled.version, revision, content, compiled, summaries };
  }
}
