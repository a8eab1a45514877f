import type { CliIo } from '../cli-io.js';
import { grouped } from './grouped.js';

const minIntervalMs = 200;
const barCells = 20;
const width = 78;

const seconds = (ms: number): string => {
  const whole = Math.max(0, Math.round(ms / 1_000));
  return whole < 120 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
};

const bar = (share: number): string => '█'.repeat(Math.floor(share * barCells)).padEnd(barCells, '░');

/** A line on the terminal that shows the progress of a long run. Prints nothing into a pipe. */
export class ProgressLine {
  private readonly startedMs: number;
  private lastMs = -Infinity;
  private shown = false;

  constructor(
    private readonly unit: string,
    private readonly io: Pick<CliIo, 'err' | 'isInteractive'>,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.startedMs = now();
  }

  /**
   * `done` of `total` is the progress in any evenly processed unit, with a `total` of 0 if it is not known yet. `count` is the number of
   * items so far.
   */
  show(done: number, total: number, count: number): void {
    const now = this.now();
    if (!this.io.isInteractive || now - this.lastMs < minIntervalMs) return;
    this.lastMs = now;
    const spentMs = now - this.startedMs;
    const share = total === 0 ? 0 : Math.min(1, done / total);
    const rate = Math.round((1_000 * count) / Math.max(1, spentMs));
    const left = share === 0 ? '' : `, ${seconds((spentMs * (1 - share)) / share)} left`;
    const figures = `${grouped(count)} ${this.unit}, ${grouped(rate)} a second${left}`;
    const text = `${bar(share)} ${String(Math.floor(100 * share)).padStart(3)} %  ${figures}`;
    this.io.err(`\r${text.padEnd(width)}`);
    this.shown = true;
  }

  end(): void {
    if (this.shown) this.io.err(`\r${' '.repeat(width)}\r`);
  }
}
