import type { Figures, MatchCounts } from './figures.js';

export interface Day {
  readonly date: string;
  readonly before: number | null;
  readonly after: number;
  /** The number of records that match the other filters. */
  readonly chosen: number;
}

const dayMs = 86_400_000;
const mostDays = 4_000;

/** Returns all days from the first to the last one, including those without records. */
export function daysOf({ perDay }: Figures, counts: MatchCounts['days'] | undefined): readonly Day[] {
  const known = new Map(perDay.map((day) => [day.date, day]));
  const chosen = new Map((counts ?? []).map(({ date, records }) => [date, records]));
  const dates = [...known.keys(), ...chosen.keys()].filter((date) => date !== '').sort();
  const [first, last] = [dates[0], dates.at(-1)];
  if (first === undefined || last === undefined) return [];
  const length = Math.min(mostDays, Math.round((Date.parse(last) - Date.parse(first)) / dayMs) + 1);
  return Array.from({ length }, (_, at) => {
    const date = new Date(Date.parse(first) + at * dayMs).toISOString().slice(0, 10);
    const day = known.get(date);
    return {
      date,
      before: day?.baseline?.stopped ?? (day ? null : 0),
      after: day?.stopped ?? 0,
      chosen: chosen.get(date) ?? 0,
    };
  });
}
