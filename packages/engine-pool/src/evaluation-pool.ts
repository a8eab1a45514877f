import type { Decision, RiskLevel, RuleSetContent, Run, RunOutcome, Suggestion } from '@tamis/engine';
import type { PoolSnapshot } from './metrics/pool-snapshot.js';
import type { ListRevision } from './lists/list-revision.js';

/** One evaluation. */
export interface EvaluationRequest {
  /** What `load` returned for the rule set. */
  readonly key: string;
  /** JSON text of a `Context`. */
  readonly contextJson: string;
  /** JSON text of `Facts`. */
  readonly factsJson: string;
  readonly run: Run;
  /** Revisions that answer what the facts do not say of these lists. */
  readonly lists?: readonly ListRevision[];
}

/** The result of an evaluation. What is read often costs nothing to read; the rest is made on demand. */
export interface Evaluation {
  /** Of the rule set that gave it. */
  readonly key: string;
  readonly decision: Decision;
  readonly totalScore: number;
  readonly riskScore: number;
  readonly riskLevel: RiskLevel;
  readonly suggestion: Suggestion | null;
  /** Indexes of the rules that count as hits, ascending. */
  hits(): readonly number[];
  /** Everything, as `CompiledRuleSet.evaluate` returns it; from a worker it is parsed at each call. */
  outcome(): RunOutcome;
  /** What `JSON.stringify` would make of it; from a worker it is there already. */
  outcomeJson(): string;
}

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
