import type { PoolError } from '../pool-error.js';
import type { RegisteredSet } from '../rule-set-registry.js';
import type { Evaluation, EvaluationRequest } from '../evaluation.js';

/** An evaluation that was asked for and is not answered. */
export interface QueuedEvaluation {
  readonly request: EvaluationRequest;
  readonly set: RegisteredSet;
  /** Milliseconds of the monotonic clock. */
  readonly queuedAtMs: number;
  /** Send the set and the lists along: the worker of the last attempt lacked them. */
  withContent: boolean;
  /** Workers that died at this very evaluation. */
  deaths: number;
  /** Messages it travelled in. */
  attempts: number;
  readonly resolve: (evaluation: Evaluation) => void;
  readonly reject: (error: PoolError) => void;
}

/** Evaluations that go to a worker together. */
export interface Batch {
  readonly items: readonly QueuedEvaluation[];
  readonly ruleByRule: boolean;
}

/** Evaluations in the order in which they go to workers. */
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

  /** Takes out what fits, and leaves the order of the rest. */
  remove(fits: (item: QueuedEvaluation) => boolean): readonly QueuedEvaluation[] {
    const removed = this.items.filter(fits);
    if (removed.length > 0) this.items = this.items.filter((item) => !fits(item));
    return removed;
  }

  /**
   * Up to so many from the front. One whose worker died goes alone, as the next death would hit the others too. Those that bring
   * their set along, or whose set is suspect, go with their like: others do not wait until it is compiled or looked through.
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
