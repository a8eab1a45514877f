import type { CliIo } from '../cli-io.js';

const everyMs = 200;

const seconds = (ms: number): string => `${Math.max(0, Math.round(ms / 1_000))} s`;

/** A line on the terminal that says how far a long run is; nothing in a pipe. */
export class ProgressLine {
  private readonly startedMs = performance.now();
  private lastMs = -Infinity;
  private shown = false;

  constructor(
    private readonly what: string,
    private readonly io: CliIo,
  ) {}

  /** `done` of `total` of anything that takes its time evenly; `count` things so far. */
  show(done: number, total: number, count: number): void {
    const now = performance.now();
    if (!this.io.color || now - this.lastMs < everyMs) return;
    this.lastMs = now;
    const spentMs = now - this.startedMs;
    const percent = total === 0 ? 100 : Math.floor((100 * done) / total);
    const rate = Math.round((1_000 * count) / Math.max(1, spentMs));
    const left = done === 0 ? '' : `, ${seconds((spentMs * (total - done)) / done)} left`;
    const text = `${percent} %  ${count.toLocaleString('en')} ${this.what}, ${rate.toLocaleString('en')} a second${left}`;
    this.io.err(`\r${text.padEnd(78)}`);
    this.shown = true;
  }

  end(): void {
    if (this.shown) this.io.err(`\r${' '.repeat(78)}\r`);
  }
}
