import type { Run, RuleSetContent, RunOutcome } from '@tamis/engine';

export interface PoolOptions {
  /** Worker threads; all are started at once and kept. */
  readonly threads: number;
  /** Evaluations that travel in one message at most. */
  readonly maxBatch: number;
  /** An evaluation without an outcome for this long (twice as long at most) ends its worker; milliseconds. */
  readonly deadlineMs: number;
}

/** Evaluates in worker threads what `CompiledRuleSet.evaluate` would evaluate here, with equal results. */
export interface EvaluationPool {
  /**
   * Registers a rule set and returns the key under which `evaluate` runs it: a hash of the whole content, names and version
   * numbers included, as effects carry them. Loading equal content again is free. Workers compile a set when they first need it.
   */
  load(content: RuleSetContent): string;
  /** Forgets a set that no evaluation needs any more. */
  unload(key: string): void;
  /**
   * `contextJson` and `factsJson` are the JSON texts of a `Context` and `Facts`.
   * Rejects with a `PoolError`.
   */
  evaluate(key: string, contextJson: string, factsJson: string, run: Run): Promise<RunOutcome>;
  /** Waits for what is under way, then ends the threads. */
  destroy(): Promise<void>;
}
