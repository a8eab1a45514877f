/** A list whose current version this process screens against. */
export interface LoadedWatchlist {
  readonly code: string;
  readonly name: string;
  readonly version: string;
  readonly entries: number;
  /** Publication date stated in the list. */
  readonly publishedOn: string | null;
  readonly loadedAt: Date;
  /** When its source was last known to have nothing newer. */
  readonly checkedAt: Date;
}

const hourMs = 3_600_000;

/** Whether the source has not been checked for so long that the list may be outdated. */
export const isStale = ({ checkedAt }: Pick<LoadedWatchlist, 'checkedAt'>, maxAgeHours: number, now: Date): boolean =>
  now.getTime() - checkedAt.getTime() > maxAgeHours * hourMs;
