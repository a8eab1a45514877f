import type { DataReadResult } from '@tamis/lang';

import type { KnownScreening } from '../../screenings/index.js';
import type { LoadedWatchlist } from '../../watchlists/index.js';

const hourMs = 3_600_000;

const hoursSince = (then: Date, now: Date): number => Math.floor((now.getTime() - then.getTime()) / hourMs);

/** The reason why a rule gets no value. */
export type Unavailable = Extract<DataReadResult, { readonly cause: unknown }>;

export const unavailable = (detail: string): Unavailable => ({ cause: 'source_unavailable', detail });

export const unloadedLists = (codes: readonly string[]): Unavailable => unavailable(`${codes.join(', ')}: not loaded`);

/** The reason for a past time for which a different version was active. */
export const replacedLists = (codes: readonly string[]): Unavailable =>
  unavailable(`${codes.join(', ')}: not loaded in their version of then`);

export const staleList = ({ code, checkedAt }: Pick<LoadedWatchlist, 'code' | 'checkedAt'>, now: Date): Unavailable =>
  unavailable(`${code}: last checked ${hoursSince(checkedAt, now)} hours ago`);

/** Returns `null` if the screening is still recent enough for its profile. */
export function staleScreening(
  { screenedAt, maxAgeHours }: Pick<KnownScreening, 'screenedAt' | 'maxAgeHours'>,
  now: Date,
): Unavailable | null {
  const isOld = now.getTime() - screenedAt.getTime() > maxAgeHours * hourMs;
  return isOld ? unavailable(`screened ${hoursSince(screenedAt, now)} hours ago`) : null;
}
