import type { RuleSetContent } from '@tamis/engine';
import type { PoolSnapshot } from './metrics/pool-snapshot.js';
import type { ListRevision } from './lists/list-revision.js';
import type { Evaluation, EvaluationRequest } from './evaluation.js';

/** Evaluates like `CompiledRuleSet.evaluate`, with equal results, regardless of where the evaluation takes place. */
export interface EvaluationPool {
  /**
   * Registers a rule set and returns the key for `evaluate`: a hash of the whole content, including names and version numbers, because
   * effects contain them. Loading equal content again costs nothing. A set is compiled when it is first needed, and again after it was
   * evicted for others. Changed rules are a different set with a different key: evaluations requested before continue with the set they
   * refer to, so that none ever mixes two.
   */
  load(content: RuleSetContent): string;
  /** Forgets a set. Further evaluations are rejected, and those requested before are completed. */
  unload(key: string): void;
  /** Compiles a set everywhere, one worker after the other, while evaluations continue. Rejects with a `PoolError`. */
  prepare(key: string): Promise<void>;
  /** Rejects with a `PoolError`. */
  evaluate(request: EvaluationRequest): Promise<Evaluation>;
  /** Declares that this revision will not be used again. Its memory is released once the current evaluations are completed. */
  retire(list: ListRevision): void;
  /** Removes a set from quarantine. Returns false if it was not in quarantine. */
  release(key: string): boolean;
  /** Returns what the pool has done so far, and what it holds now. */
  snapshot(): PoolSnapshot;
  /** Accepts no more evaluations, completes the requested ones, then ends the threads. */
  destroy(): Promise<void>;
}
