import type { MatchCount } from '../persistence/match-store.js';

/** Look-ups of one round trip. */
export interface Lookups {
  readonly organizationId: string;
  readonly lookups: number;
  readonly tookMs: number;
  /** Ids of the matched lists, once for each look-up that found its value. */
  readonly matched: readonly string[];
  readonly at: Date;
}

export interface LookupStats {
  readonly lookups: number;
  readonly averageLookupMs: number;
}

const hourMs = 3_600_000;

/**
 * Counts list look-ups by rules and creation blocks. Look-ups write nothing, so counts are kept in the process until they are stored.
 * Pending counts are lost if the process dies.
 */
export class ListMatchCounter {
  /** Keyed by organization, list and hour. */
  private pending = new Map<string, Map<string, number>>();
  private readonly statsByOrganization = new Map<string, { lookups: number; tookMs: number }>();

  record({ organizationId, lookups, tookMs, matched, at }: Lookups): void {
    const figures = this.statsByOrganization.get(organizationId) ?? { lookups: 0, tookMs: 0 };
    figures.lookups += lookups;
    figures.tookMs += tookMs;
    this.statsByOrganization.set(organizationId, figures);
    if (matched.length === 0) return;
    const hour = Math.floor(at.getTime() / hourMs) * hourMs;
    for (const listId of matched) this.add(organizationId, `${listId} ${hour}`, 1);
  }

  /** Takes the pending counts, by organization. They are no longer pending; call `giveBack` if they could not be stored. */
  drain(): ReadonlyMap<string, readonly MatchCount[]> {
    const taken = this.pending;
    this.pending = new Map();
    return new Map(
      [...taken].map(([organizationId, counts]) => [
        organizationId,
        [...counts].map(([key, matches]) => {
          const [listId, hour] = key.split(' ') as [string, string];
          return { listId, hour: new Date(Number(hour)), matches };
        }),
      ]),
    );
  }

  restore(organizationId: string, counts: readonly MatchCount[]): void {
    for (const { listId, hour, matches } of counts) this.add(organizationId, `${listId} ${hour.getTime()}`, matches);
  }

  /** Look-ups by this process since it started. */
  lookupStats(organizationId: string): LookupStats {
    const { lookups, tookMs } = this.statsByOrganization.get(organizationId) ?? { lookups: 0, tookMs: 0 };
    return { lookups, averageLookupMs: lookups === 0 ? 0 : Math.round((tookMs / lookups) * 1_000) / 1_000 };
  }

  private add(organizationId: string, key: string, matches: number): void {
    const counts = this.pending.get(organizationId) ?? new Map<string, number>();
    counts.set(key, (counts.get(key) ?? 0) + matches);
    this.pending.set(organizationId, counts);
  }
}

/** Global to the process: lists are looked up on the connection of an evaluation, by functions without dependency injection. */
export const listMatchCounter = new ListMatchCounter();
