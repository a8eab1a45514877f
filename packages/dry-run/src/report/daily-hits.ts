import type { WeekdayBand } from './dry-run-report.js';

const dayMs = 86_400_000;
/** 1 January 1970 was a Thursday, the fourth day of the week. */
const weekdayOf = (day: number): number => ((((day + 3) % 7) + 7) % 7) + 1;
const weekdays = [1, 2, 3, 4, 5, 6, 7] as const;

/** The hits of each rule by day since 1970, as JSON. */
export type DailyHitsState = readonly (readonly (readonly [day: number, hits: number])[])[];

/** Returns the smallest of ascending values that the given share of them does not exceed. */
const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;

/** Counts the hits of each rule per UTC day. */
export class DailyHits {
  private readonly byRule: readonly Map<number, number>[];

  constructor(rules: number) {
    this.byRule = Array.from({ length: rules }, () => new Map<number, number>());
  }

  add(rules: readonly number[], now: number): void {
    const day = Math.floor(now / dayMs);
    for (const rule of rules) this.count(rule, day, 1);
  }

  /** Returns the usual hits of a day for each weekday, based on the days between two times; weekdays that do not occur are omitted. */
  bandsOf(rule: number, { from, to }: { readonly from: number; readonly to: number }): readonly WeekdayBand[] {
    const found = weekdays.map((): number[] => []);
    for (let day = Math.floor(from / dayMs); day <= Math.floor(to / dayMs); day++)
      found[weekdayOf(day) - 1]?.push(this.byRule[rule]?.get(day) ?? 0);
    return weekdays.flatMap((weekday, at) => {
      const hits = (found[at] ?? []).sort((a, b) => a - b);
      return hits.length === 0
        ? []
        : [{ weekday, days: hits.length, low: quantile(hits, 0.05), high: quantile(hits, 0.95) }];
    });
  }

  state(): DailyHitsState {
    return this.byRule.map((days) => [...days]);
  }

  merge(state: DailyHitsState): void {
    for (const [rule, days] of state.entries()) for (const [day, hits] of days) this.count(rule, day, hits);
  }

  private count(rule: number, day: number, hits: number): void {
    const days = this.byRule[rule];
    days?.set(day, (days.get(day) ?? 0) + hits);
  }
}
