import type { PoolError } from '../pool-error.js';
import type { RegisteredSet } from '../rule-set-registry.js';
import type { Evaluation, EvaluationRequest } from '../evaluation.js';

/** A requested evaluation without a result so far. */
export interface QueuedEvaluation {
  readonly request: EvaluationRequest;
  readonly set: RegisteredSet;
  /** Milliseconds of the monotonic clock. */
  readonly queuedAtMs: number;
  /** Whether to send the set and the lists along, because the worker of the last attempt lacked them. */
  withContent: boolean;
  /** Number of workers that died during this very evaluation. */
  deaths: number;
  /** Number of messages that have contained it. */
  attempts: number;
  readonly resolve: (evaluation: Evaluation) => void;
  readonly reject: (error: PoolError) => void;
}

/** Evaluations that are sent to a worker together. */
export interface Batch {
  readonly items: readonly QueuedEvaluation[];
  readonly ruleByRule: boolean;
}

/** Evaluations in the order in which they are sent to workers. */
export class EvaluationQueue {
  private items: QueuedEvaluation[] = [];

  get length(): number {
    return this.items.length;
  }

  push(item: QueuedEvaluation): void {
    this.items.push(item);
  }

  pushFront(items: readonly QueuedEvaluation[]): void {
    this.items.unshift(...items);
  }

  /** Removes the matching evaluations and keeps the order of the rest. */
  remove(fits: (item: QueuedEvaluation) => boolean): readonly QueuedEvaluation[] {
    const removed = this.items.filter(fits);
    if (removed.length > 0) this.items = this.items.filter((item) => !fits(item));
    return removed;
  }

  /**
   * Takes up to `most` evaluations from the front. One whose worker died is sent alone, because another death would affect the others as
   * well. Those that are sent with their set, or whose set is suspect, are batched with each other, so that the rest does not wait for it
   * to be compiled or examined.
   */
  takeBatch(most: number, isSuspect: (key: string) => boolean): Batch {
    const first = this.items[0];
    if (!first) return { items: [], ruleByRule: false };
    if (first.deaths > 0) return { items: this.items.splice(0, 1), ruleByRule: true };
    const isSpecial = ({ withContent, set }: QueuedEvaluation): boolean => withContent || isSuspect(set.key);
    const special = isSpecial(first);
    let count = 1;
    for (; count < most; count++) {
      const next = this.items[count];
      if (!next || next.deaths > 0 || (special ? next.set !== first.set : isSpecial(next))) break;
    }
    return { items: this.items.splice(0, count), ruleByRule: isSuspect(first.set.key) };
  }
}
