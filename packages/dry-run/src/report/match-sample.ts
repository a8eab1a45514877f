import { seededHash } from './seeded-hash.js';
import type { DryRunMatch } from './dry-run-report.js';

interface RankedMatch {
  readonly rank: number;
  readonly match: DryRunMatch;
}

export interface MatchSampleState {
  readonly count: number;
  readonly matches: readonly DryRunMatch[];
}

const byRank = (a: RankedMatch, b: RankedMatch): number =>
  a.rank - b.rank || (a.match.id < b.match.id ? -1 : a.match.id > b.match.id ? 1 : 0);

/** Keeps the first matches in an order determined by seed and ids, regardless of the total number. */
export class MatchSample {
  count = 0;
  private sample: RankedMatch[] = [];
  /** The highest key of the kept matches, once there are enough. */
  private cutoff = Infinity;

  constructor(
    private readonly maxSize: number,
    private readonly seed: number,
  ) {}

  /** `make` is called for a match that may be kept. */
  add(id: string, make: () => DryRunMatch): void {
    this.count += 1;
    if (this.maxSize === 0) return;
    const place = seededHash(id, this.seed);
    if (place > this.cutoff) return;
    this.sample.push({ rank: place, match: make() });
    if (this.sample.length >= 2 * this.maxSize) this.truncate();
  }

  matches(): readonly DryRunMatch[] {
    this.truncate();
    return this.sample.map(({ match }) => match);
  }

  state(): MatchSampleState {
    return { count: this.count, matches: this.matches() };
  }

  merge({ count, matches }: MatchSampleState): void {
    this.count += count;
    for (const match of matches) this.sample.push({ rank: seededHash(match.id, this.seed), match });
    this.truncate();
  }

  private truncate(): void {
    this.sample.sort(byRank);
    this.sample = this.sample.slice(0, this.maxSize);
    if (this.sample.length === this.maxSize) this.cutoff = this.sample.at(-1)?.rank ?? Infinity;
  }
}
