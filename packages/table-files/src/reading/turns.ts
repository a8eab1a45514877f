interface Waiting {
  readonly owner: string;
  readonly start: () => void;
}

/**
 * A limited number of slots that owners share in turns: no owner has more than some of them, regardless of how many requests it has
 * waiting.
 */
export class Turns {
  private taken = 0;
  private readonly takenBy = new Map<string, number>();
  /** Longest waiting first. */
  private waiting: Waiting[] = [];

  constructor(
    private readonly places: number,
    private readonly placesOfOwner: number,
    private readonly waitingOfOwner: number,
    private readonly waitMs: number,
  ) {}

  /**
   * Waits for a slot and returns the function that releases it. Returns `null` if the owner already has too many waiting requests, or if no
   * slot became free in time.
   */
  async take(owner: string): Promise<(() => void) | null> {
    if (this.isFree(owner)) this.add(owner, 1);
    else {
      if (this.waiting.filter((each) => each.owner === owner).length >= this.waitingOfOwner) return null;
      if (!(await this.wait(owner))) return null;
    }
    return () => {
      this.add(owner, -1);
      this.startNext();
    };
  }

  private wait(owner: string): Promise<boolean> {
    return new Promise((resolve) => {
      const late = setTimeout(() => {
        this.waiting = this.waiting.filter((each) => each !== waiting);
        resolve(false);
      }, this.waitMs);
      const start = (): void => {
        clearTimeout(late);
        resolve(true);
      };
      const waiting: Waiting = { owner, start };
      this.waiting.push(waiting);
    });
  }

  private isFree(owner: string): boolean {
    return this.taken < this.places && (this.takenBy.get(owner) ?? 0) < this.placesOfOwner;
  }

  private add(owner: string, count: number): void {
    this.taken += count;
    const left = (this.takenBy.get(owner) ?? 0) + count;
    if (left === 0) this.takenBy.delete(owner);
    else this.takenBy.set(owner, left);
  }

  private startNext(): void {
    const next = this.waiting.find(({ owner }) => this.isFree(owner));
    if (!next) return;
    this.waiting = this.waiting.filter((each) => each !== next);
    this.add(next.owner, 1);
    next.start();
  }
}
