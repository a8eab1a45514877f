import type { RuleSetContent } from '@tamis/engine';
import type { PoolSnapshot } from './metrics/pool-snapshot.js';
import type { ListRevision } from './lists/list-revision.js';
import type { Evaluation, EvaluationRequest } from './evaluation.js';

/** Evaluates what `CompiledRuleSet.evaluate` would evaluate, with equal results, wherever that happens. */
export interface EvaluationPool {
  /**
   * Registers a rule set and returns the key under which `evaluate` runs it: a hash of the whole content, names and version
   * numbers included, as effects carry them. Loading equal content again is free. A set is compiled when it is first needed, and
   * again after it was put out for others. A change of rules is another set with another key: evaluations that were asked for
   * before go on with the one they name, so that none ever mixes two.
   */
  load(content: RuleSetContent): string;
  /** Forgets a set: further evaluations are refused, those asked for before are answered. */
  unload(key: string): void;
  /** Compiles a set everywhere, one worker after the other, while evaluations go on. Rejects with a `PoolError`. */
  prepare(key: string): Promise<void>;
  /** Rejects with a `PoolError`. */
  evaluate(request: EvaluationRequest): Promise<Evaluation>;
  /** Nothing will ask for this revision again: its memory is freed when the evaluations under way are answered. */
  retire(list: ListRevision): void;
  /** Takes a set out of quarantine. False: it was not in it. */
  release(key: string): boolean;
  /** What it did so far and holds now. */
  snapshot(): PoolSnapshot;
  /** Takes no more, answers all that was asked for, then ends the threads. */
  destroy(): Promise<void>;
}
