import { workerState } from '../messages/batch-message.js';
import { poolLimits } from '../pool-limits.js';

/** Keys that workers have to forget. Each message contains them until all workers have received them. */
export class InvalidationLog {
  private keys: string[] = [];
  /** Number of the last key, counted from the start. */
  private lastSequence = 0;
  private readonly acknowledged = new Map<number, number>();

  add(key: string): void {
    this.keys.push(key);
    this.lastSequence += 1;
    if (this.keys.length > poolLimits.maxForgetting) this.keys.shift();
  }

  pending(): { readonly forget: readonly string[]; readonly forgetUpTo: number } {
    return { forget: this.keys, forgetUpTo: this.lastSequence };
  }

  /**
   * @param numbers of a worker's answer
   * @param alive ids of the threads of now
   */
  acknowledge(numbers: Float64Array, alive: () => readonly number[]): void {
    if (this.keys.length === 0) return;
    this.acknowledged.set(numbers[workerState.threadId] as number, numbers[workerState.forgotUpTo] as number);
    const threads = alive();
    for (const thread of this.acknowledged.keys()) if (!threads.includes(thread)) this.acknowledged.delete(thread);
    const least = Math.min(...threads.map((thread) => this.acknowledged.get(thread) ?? 0));
    this.keys = this.keys.slice(Math.max(0, this.keys.length - (this.lastSequence - least)));
  }
}
