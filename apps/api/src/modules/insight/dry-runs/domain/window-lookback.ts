import type { CompiledRuleSet, RecordSource } from '@tamis/engine';

const dayMs = 86_400_000;
const longestMonthMs = 31 * dayMs;
const longestYearMs = 366 * dayMs;

/** What windows of some rule sets read. */
export interface WindowLookback {
  /** JSON paths of record fields, keys of windows among them, by source. */
  readonly paths: ReadonlyMap<RecordSource, readonly (readonly string[])[]>;
  /** Milliseconds before a run; null: from the first record on. */
  readonly longestMs: number | null;
}

/** How far back windows look, and at what. */
export function computeWindowLookback(sets: readonly CompiledRuleSet[]): WindowLookback {
  const paths = new Map<RecordSource, readonly (readonly string[])[]>();
  let longestMs: number | null = 0;
  const windows = sets.flatMap((set) => set.factNeeds().windows);
  for (const { source, links, time, columns, aggregates } of windows) {
    const read = [...columns, ...links.flat(2).map(({ ofRecord }) => ofRecord), ...(time === null ? [] : [time])];
    paths.set(source, [...(paths.get(source) ?? []), ...read.map((path) => path.split('.'))]);
    for (const { span } of aggregates) {
      // A period of the calendar, or the one before it.
      const calendar = span.kind === 'current' || span.kind === 'previous' ? 2 * longestYearMs : null;
      const reach: number | null = span.kind === 'last' ? span.spanMs + span.spanMonths * longestMonthMs : calendar;
      longestMs = longestMs === null || reach === null ? null : Math.max(longestMs, reach);
    }
  }
  // Days begin at another time in another zone.
  return { paths, longestMs: longestMs && longestMs + dayMs };
}

/** Functions whose answers a replay does not have: they ask of records of all time. */
const allTimeFunctions: ReadonlySet<string> = new Set(['firstSeen', 'deviceAge', 'sharedWith', 'networkRisk']);

/** Those of them that some rule sets call, sorted. */
export function unsupportedCalls(sets: readonly CompiledRuleSet[]): readonly string[] {
  const lookups = sets.flatMap((set) => set.factNeeds().lookups);
  return [...new Set(lookups.map((lookup) => lookup.function))].filter((name) => allTimeFunctions.has(name)).sort();
}

/** Whether any of the paths begins with one of these members. */
export const readsMember = ({ paths }: WindowLookback, source: RecordSource, members: readonly string[]): boolean =>
  (paths.get(source) ?? []).some(([first]) => first !== undefined && members.includes(first));
