import type { MatchCount } from '../persistence/match-store.js';

/** Look-ups of one round trip. */
export interface Lookups {
  readonly organizationId: string;
  readonly lookups: number;
  readonly tookMs: number;
  /** The list of each look-up that found its value, once for each. */
  readonly matched: readonly string[];
  readonly at: Date;
}

export interface LookupStats {
  readonly lookups: number;
  readonly averageLookupMs: number;
}

const hourMs = 3_600_000;

/**
 * Counts what rules and creation blocks ask of lists. Look-ups write nothing, so the counts wait in the process until they are
 * stored: what waits when a process dies is not counted.
 */
export class ListMatchCounter {
  /** By organization, list and hour. */
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

  /** What waits, by organization. From now on it waits no more; `giveBack` it when it could not be stored. */
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

  /** Of this process since it began. */
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

/** Of this process: lists are looked up with the connection of a run, by functions that no container makes. */
export const listMatchCounter = new ListMatchCounter();
