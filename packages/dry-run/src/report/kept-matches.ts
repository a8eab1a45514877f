import { placeOf } from './stable-order.js';
import type { DryRunMatch } from './dry-run-report.js';

interface Placed {
  readonly place: number;
  readonly match: DryRunMatch;
}

export interface KeptMatchesState {
  readonly count: number;
  readonly matches: readonly DryRunMatch[];
}

const inOrder = (a: Placed, b: Placed): number =>
  a.place - b.place || (a.match.id < b.match.id ? -1 : a.match.id > b.match.id ? 1 : 0);

/** The first so many matches in an order fixed by seed and ids, of however many come. */
export class KeptMatches {
  count = 0;
  private kept: Placed[] = [];
  /** Of those that are kept, once there are enough. */
  private last = Infinity;

  constructor(
    private readonly most: number,
    private readonly seed: number,
  ) {}

  /** `make` is called for a match that may be kept. */
  add(id: string, make: () => DryRunMatch): void {
    this.count += 1;
    if (this.most === 0) return;
    const place = placeOf(id, this.seed);
    if (place > this.last) return;
    this.kept.push({ place, match: make() });
    if (this.kept.length >= 2 * this.most) this.cut();
  }

  matches(): readonly DryRunMatch[] {
    this.cut();
    return this.kept.map(({ match }) => match);
  }

  state(): KeptMatchesState {
    return { count: this.count, matches: this.matches() };
  }

  absorb({ count, matches }: KeptMatchesState): void {
    this.count += count;
    for (const match of matches) this.kept.push({ place: placeOf(match.id, this.seed), match });
    this.cut();
  }

  private cut(): void {
    this.kept.sort(inOrder);
    this.kept = this.kept.slice(0, this.most);
    if (this.kept.length === this.most) this.last = this.kept.at(-1)?.place ?? Infinity;
  }
}
