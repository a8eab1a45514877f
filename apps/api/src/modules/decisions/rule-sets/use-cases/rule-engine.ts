import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import type { Context, Facts, RuleSetContent, EvaluationParams, EvaluationOutcome } from '@tamis/engine';
import { EnginePool, PoolError, type PoolEvent, type PoolSnapshot } from '@tamis/engine-pool';
import { LRUCache } from 'lru-cache';
import { AppConfig } from '../../../../platform/config/index.js';
import { ApiError } from '../../../../platform/http/index.js';
import { withSpan } from '../../../../platform/tracing/index.js';
import type { LoadedRuleSet } from '../domain/loaded-rule-set.js';
import { ruleSetLimits } from '../domain/rule-set-limits.js';

/** What rules came to. */
export interface EngineResult {
  readonly outcome: EvaluationOutcome;
  /** Its JSON text, as the worker wrote it. */
  readonly outcomeJson: string;
}

/** Runs rule sets in worker threads. */
@Injectable()
export class RuleEngine implements OnApplicationShutdown {
  private readonly logger = new Logger('engine');
  private readonly pool: EnginePool;
  /** Hashing a content to find its key costs more than an evaluation. */
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

  /** Throws 503 when the workers cannot answer: then nothing was decided, and nothing may be stored. */
  evaluate(set: LoadedRuleSet, contextJson: string, factsJson: string, run: EvaluationParams): Promise<EngineResult> {
    // Where there is no rule none can take long, and to ask a thread takes longer than to conclude.
    if (set.compiled.rules.length === 0) return Promise.resolve(evaluateHere(set, contextJson, factsJson, run));
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

  /** Has every worker compile the set now, not at its first run. Why one could not, runs will say. */
  prepare(content: RuleSetContent): void {
    this.pool.prepare(this.loadKey(content)).catch((error: unknown) => {
      if (!(error instanceof PoolError)) throw error;
    });
  }

  /** What the workers did since the start, and hold now. */
  snapshot(): PoolSnapshot {
    return this.pool.snapshot();
  }

  /** Not `onModuleDestroy`, which comes before the requests under way are answered. */
  async onApplicationShutdown(): Promise<void> {
    await this.pool.destroy();
  }

  /** Loads the set when it was never loaded, or was put out by others since. */
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
        `rule set ${event.key} is refused from now on: it ended ${event.deaths} workers${rule} (${event.reason})`,
      );
    else this.logger.warn(`a worker died at rule set ${event.key ?? 'none'}${rule}: ${event.message}`);
  }
}

function evaluateHere(
  { compiled }: LoadedRuleSet,
  contextJson: string,
  factsJson: string,
  run: EvaluationParams,
): EngineResult {
  const outcome = compiled.evaluate(JSON.parse(contextJson) as Context, JSON.parse(factsJson) as Facts, run);
  return { outcome, outcomeJson: JSON.stringify(outcome) };
}

const msPerSecond = 1_000;

function evaluationUnavailable({ reason, retryAfterMs, ruleId }: PoolError): ApiError {
  return new ApiError(
    'SERVICE_UNAVAILABLE',
    reason === 'quarantined'
      ? 'The rules could not be evaluated, so nothing was stored; they ended the processes that ran them and must be changed'
      : 'The rules could not be evaluated, so nothing was stored; try again',
    undefined,
    {
      reason,
      ...(retryAfterMs === null ? {} : { retryAfterSeconds: Math.ceil(retryAfterMs / msPerSecond) }),
      ...(ruleId === null ? {} : { ruleId }),
    },
  );
}
