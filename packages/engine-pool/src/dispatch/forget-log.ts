import { workerState } from '../messages/batch-message.js';
import { poolLimits } from '../pool-limits.js';

/** Keys that workers shall forget. Each message tells them, until all workers have heard it. */
export class ForgetLog {
  private keys: string[] = [];
  /** Number of the last key, counted from the start. */
  private upTo = 0;
  private readonly heardUpTo = new Map<number, number>();

  add(key: string): void {
    this.keys.push(key);
    this.upTo += 1;
    if (this.keys.length > poolLimits.maxForgetting) this.keys.shift();
  }

  news(): { readonly forget: readonly string[]; readonly forgetUpTo: number } {
    return { forget: this.keys, forgetUpTo: this.upTo };
  }

  /**
   * @param numbers of a worker's answer
   * @param alive ids of the threads of now
   */
  heard(numbers: Float64Array, alive: () => readonly number[]): void {
    if (this.keys.length === 0) return;
    this.heardUpTo.set(numbers[workerState.threadId] as number, numbers[workerState.forgotUpTo] as number);
    const threads = alive();
    for (const thread of this.heardUpTo.keys()) if (!threads.includes(thread)) this.heardUpTo.delete(thread);
    const least = Math.min(...threads.map((thread) => this.heardUpTo.get(thread) ?? 0));
    this.keys = this.keys.slice(Math.max(0, this.keys.length - (this.upTo - least)));
  }
}
