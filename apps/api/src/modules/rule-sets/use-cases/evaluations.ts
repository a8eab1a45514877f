import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Run, RunOutcome } from '@tamis/engine';
import { EnginePool, PoolError } from '@tamis/engine-pool';

import { AppConfig } from '../../../platform/config/index.js';
import { ApiError } from '../../../platform/http/index.js';
import { BoundedCache } from '../domain/bounded-cache.js';
import type { LoadedRuleSet } from '../domain/loaded-rule-set.js';
import { ruleSetLimits } from '../domain/rule-set-limits.js';

/** Runs rule sets in worker threads. */
@Injectable()
export class Evaluations implements OnApplicationShutdown {
  private readonly pool: EnginePool;
  /** Hashing a content to find its key costs more than an evaluation. */
  private readonly keys = new WeakMap<LoadedRuleSet, string>();
  private readonly loaded: BoundedCache<true>;

  constructor(config: AppConfig) {
    const pool = new EnginePool({
      threads: config.engineThreads,
      maxBatch: ruleSetLimits.evaluationsPerMessage,
      deadlineMs: ruleSetLimits.evaluationDeadlineMs,
    });
    this.pool = pool;
    this.loaded = new BoundedCache(ruleSetLimits.compiled, (key) => pool.unload(key));
  }

  /** Throws 503 when the workers cannot answer: then nothing was decided, and nothing may be stored. */
  async evaluate(set: LoadedRuleSet, contextJson: string, factsJson: string, run: Run): Promise<RunOutcome> {
    try {
      return await this.pool.evaluate(this.key(set), contextJson, factsJson, run);
    } catch (error) {
      if (!(error instanceof PoolError)) throw error;
      throw new ApiError(
        'SERVICE_UNAVAILABLE',
        'The rules could not be evaluated, so nothing was stored; try again',
        undefined,
        {
          reason: error.reason,
        },
      );
    }
  }

  /** Not `onModuleDestroy`, which comes before the requests under way are answered. */
  async onApplicationShutdown(): Promise<void> {
    await this.pool.destroy();
  }

  /** Loads the set when it was never loaded, or was put out by others since. */
  private key(set: LoadedRuleSet): string {
    const known = this.keys.get(set);
    if (known !== undefined && this.loaded.get(known)) return known;
    const key = this.pool.load(set.content);
    this.keys.set(set, key);
    this.loaded.set(key, true);
    return key;
  }
}
