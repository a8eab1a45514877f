import type { Context, Facts, RuleSetContent } from '@tamis/engine';
import type { EvaluationPool } from './evaluation-pool.js';
import { LocalEvaluation } from './messages/local-evaluation.js';
import { PoolMetrics } from './metrics/pool-metrics.js';
import type { PoolSnapshot } from './metrics/pool-snapshot.js';
import { PoolError, type PoolErrorReason } from './pool-error.js';
import { withDefaults, type PoolOptions } from './pool-options.js';
import { RuleSetRegistry } from './rule-set-registry.js';
import { factsWithLists } from './worker/facts-with-lists.js';
import { SetCache } from './worker/set-cache.js';
import type { Evaluation, EvaluationRequest } from './evaluation.js';

/**
 * A pool that evaluates in the calling thread, for the command line and for comparison. Nothing is queued, and a stuck rule is not ended.
 */
export class InlinePool implements EvaluationPool {
  private readonly sets = new RuleSetRegistry();
  private readonly metrics = new PoolMetrics();
  private readonly compiled: SetCache;
  private closed = false;

  constructor(options: Pick<PoolOptions, 'setBytesPerWorker'> = {}) {
    this.compiled = new SetCache(withDefaults({ threads: 0, ...options }).setBytesPerWorker);
  }

  load(content: RuleSetContent): string {
    return this.sets.add(content).key;
  }

  unload(key: string): void {
    this.sets.remove(key);
    this.compiled.delete(key);
  }

  retire(): void {
    // Lists are only referenced by the requests.
  }

  release(): boolean {
    return false;
  }

  async prepare(key: string): Promise<void> {
    this.find(key);
  }

  async evaluate({ key, contextJson, factsJson, params: run, lists = [] }: EvaluationRequest): Promise<Evaluation> {
    const found = this.find(key);
    if ('problem' in found) throw this.createError('set_invalid', found.problem);
    const start = performance.now();
    try {
      const facts = factsWithLists(JSON.parse(factsJson) as Facts, lists);
      const outcome = found.set.evaluate(JSON.parse(contextJson) as Context, facts, run);
      this.metrics.recordEvaluation((performance.now() - start) * 1000);
      return new LocalEvaluation(key, outcome);
    } catch (error) {
      throw this.createError('failed', error instanceof Error ? (error.stack ?? error.message) : String(error));
    }
  }

  snapshot(): PoolSnapshot {
    const { size, bytes, evictions, compilations } = this.compiled;
    const here = { threadId: 0, sets: size, setBytes: bytes, evictions, compilations, lists: 0 };
    const now = { waiting: 0, underWay: 0, sets: this.sets.size, quarantined: [] };
    return { ...this.metrics.snapshot(now, []), workers: [here] };
  }

  async destroy(): Promise<void> {
    this.closed = true;
  }

  private find(key: string): ReturnType<SetCache['compile']> {
    if (this.closed) throw this.createError('closed', 'the pool accepts no more evaluations');
    const set = this.sets.get(key);
    if (set === undefined) throw this.createError('unknown_set', `rule set ${key} is not loaded`);
    return this.compiled.compile(key, set.content);
  }

  private createError(reason: PoolErrorReason, message: string): PoolError {
    this.metrics.recordRefusal(reason);
    return new PoolError(reason, message);
  }
}
