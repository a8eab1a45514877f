import type { components } from '@tamis/client';
import { dayAfter, dayIn, instantsOf } from '../../../data/days.js';
import type { HealthDays } from './rules-search.js';

type Point = components['schemas']['StatsPointDto'];
type Band = components['schemas']['ExpectedBandDto'];

export interface HealthPeriod {
  readonly granularity: 'hour' | 'day';
  readonly from: string;
  readonly to: string;
}

const hourMs = 3_600_000;
const dayHours = 24;

/** Whole days in the time zone, ending today; for one day, the newest 24 hours. */
export function periodOf(days: HealthDays, timeZone: string, nowMs: number): HealthPeriod {
  const to = new Date(nowMs).toISOString();
  if (days === 1)
    return { granularity: 'hour', from: new Date(startOfHour(nowMs) - (dayHours - 1) * hourMs).toISOString(), to };
  const from = dayAfter(dayIn(timeZone, nowMs), 1 - days);
  return { granularity: 'day', from: instantsOf({ from }, timeZone).from!, to };
}

/** An hour or a day of the chart. */
export interface Bucket {
  /** The date, or the start of the hour. */
  readonly name: string;
  readonly executions: number;
  readonly hits: number;
  readonly unknowns: number;
  readonly alerts: number;
}

const startOfHour = (ms: number): number => Math.floor(ms / hourMs) * hourMs;

/** The bucket of an instant. */
function nameAt(ms: number, granularity: HealthPeriod['granularity'], timeZone: string): string {
  return granularity === 'day' ? dayIn(timeZone, ms) : new Date(startOfHour(ms)).toISOString();
}

function namesOf({ granularity, from, to }: HealthPeriod, timeZone: string): readonly string[] {
  const [first, last] = [
    nameAt(Date.parse(from), granularity, timeZone),
    nameAt(Date.parse(to), granularity, timeZone),
  ];
  const names = [first];
  for (let name = first; name < last; names.push(name))
    name = granularity === 'day' ? dayAfter(name, 1) : new Date(Date.parse(name) + hourMs).toISOString();
  return names;
}

/** Every hour or day of the period, including those without evaluations. */
export function bucketsOf(series: readonly Point[], period: HealthPeriod, timeZone: string): readonly Bucket[] {
  const found = new Map(series.map((point) => [nameAt(Date.parse(point.at), period.granularity, timeZone), point]));
  return namesOf(period, timeZone).map((name) => {
    const { executions = 0, hits = 0, unknowns = 0, alerts = 0 } = found.get(name) ?? {};
    return { name, executions, hits, unknowns, alerts };
  });
}

/** The index of the bucket of an event; -1 if it is before or after the period. */
export const placeOf = (
  at: string,
  buckets: readonly Bucket[],
  { granularity }: HealthPeriod,
  timeZone: string,
): number => buckets.findIndex(({ name }) => name === nameAt(Date.parse(at), granularity, timeZone));

/** Whether a day has more or fewer hits than its expected range; the last day is not over yet. */
export function besideBand(buckets: readonly Bucket[], place: number, band: Band | null): 'above' | 'below' | null {
  const bucket = buckets[place];
  if (!bucket || !band) return null;
  if (bucket.hits > band.high) return 'above';
  return bucket.hits < band.low && place < buckets.length - 1 ? 'below' : null;
}

interface TopChange {
  readonly value?: unknown;
  readonly from?: unknown;
  readonly below?: unknown;
  readonly reference?: unknown;
  readonly now?: unknown;
}

/** A value of a field as short text; `{"$money": "5 USD"}` is the JSON form of types that JSON lacks. */
function shownValue(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  const [[name = '', held] = [], ...others] = Object.entries(value);
  const isTagged = name.startsWith('$') && others.length === 0 && typeof held !== 'object';
  return isTagged ? String(held) : JSON.stringify(value);
}

export interface ShownChange {
  /** `null` for all infrequent values. */
  readonly values: string | null;
  readonly before: number;
  readonly now: number;
}

/** Which values became more or less frequent; `null` if unknown. */
export function shownChange(change: TopChange | null): ShownChange | null {
  if (!change || typeof change.reference !== 'number' || typeof change.now !== 'number') return null;
  const shares = { before: change.reference, now: change.now };
  if ('value' in change) return { values: change.value == null ? null : shownValue(change.value), ...shares };
  const { from, below } = change;
  const least = from == null ? null : `≥ ${shownValue(from)}`;
  const most = below == null ? null : `< ${shownValue(below)}`;
  return { values: [least, most].filter((each) => each !== null).join(', '), ...shares };
}
