import type { CompiledRuleSet, RecordSource } from '@tamis/engine';

const dayMs = 86_400_000;
const longestMonthMs = 31 * dayMs;
const longestYearMs = 366 * dayMs;

/** The data that windows of rule sets read. */
export interface WindowLookback {
  /** JSON paths of record fields by source, including the keys of windows. */
  readonly paths: ReadonlyMap<RecordSource, readonly (readonly string[])[]>;
  /** Milliseconds before an evaluation; `null` for the entire history. */
  readonly longestMs: number | null;
}

/** Returns how far back windows reach, and what they read. */
export function computeWindowLookback(sets: readonly CompiledRuleSet[]): WindowLookback {
  const paths = new Map<RecordSource, readonly (readonly string[])[]>();
  let longestMs: number | null = 0;
  const windows = sets.flatMap((set) => set.factNeeds().windows);
  for (const { source, links, time, columns, aggregates } of windows) {
    const read = [...columns, ...links.flat(2).map(({ ofRecord }) => ofRecord), ...(time === null ? [] : [time])];
    paths.set(source, [...(paths.get(source) ?? []), ...read.map((path) => path.split('.'))]);
    for (const { span } of aggregates) {
      // A calendar period, or the one before it.
      const calendar = span.kind === 'current' || span.kind === 'previous' ? 2 * longestYearMs : null;
      const reach: number | null = span.kind === 'last' ? span.spanMs + span.spanMonths * longestMonthMs : calendar;
      longestMs = longestMs === null || reach === null ? null : Math.max(longestMs, reach);
    }
  }
  // Days begin at different times in different time zones.
  return { paths, longestMs: longestMs && longestMs + dayMs };
}

/** Functions that a replay cannot compute, because they read records of all time. */
const allTimeFunctions: ReadonlySet<string> = new Set(['firstSeen', 'deviceAge', 'sharedWith', 'networkRisk']);

/** Returns the unsupported functions that rule sets call, sorted. */
export function unsupportedCalls(sets: readonly CompiledRuleSet[]): readonly string[] {
  const lookups = sets.flatMap((set) => set.factNeeds().lookups);
  return [...new Set(lookups.map((lookup) => lookup.function))].filter((name) => allTimeFunctions.has(name)).sort();
}

/** Returns whether any of the paths begins with one of these members. */
export const readsMember = ({ paths }: WindowLookback, source: RecordSource, members: readonly string[]): boolean =>
  (paths.get(source) ?? []).some(([first]) => first !== undefined && members.includes(first));
