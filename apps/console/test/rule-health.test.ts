import { besideBand, bucketsOf, periodOf, placeOf, shownChange } from '../src/features/rules/model/health.js';
import { readHealthSearch } from '../src/features/rules/model/rules-search.js';

const now = Date.parse('2026-03-10T02:30:00Z');
const zone = 'America/Sao_Paulo';
const counts = { executions: 5, hits: 3, unknowns: 1, alerts: 2, rejects: 0, suppressed: 0, skipped: 0 };
const point = (at: string) => ({ at, ...counts, confirmed: 0, falsePositives: 0, p50Micros: null, p99Micros: null });

describe('rule health', () => {
  it('covers whole days of the time zone up to today', () => {
    const period = periodOf(7, zone, now);
    // In São Paulo it is still the 9th.
    expect(period).toEqual({ granularity: 'day', from: '2026-03-03T03:00:00.000Z', to: '2026-03-10T02:30:00.000Z' });
    const buckets = bucketsOf([point('2026-03-04T03:00:00.000Z')], period, zone);
    expect(buckets.map(({ name, hits }) => `${name} ${hits}`)).toEqual([
      ...['2026-03-03 0', '2026-03-04 3', '2026-03-05 0', '2026-03-06 0', '2026-03-07 0', '2026-03-08 0'],
      '2026-03-09 0',
    ]);
    expect(placeOf('2026-03-05T02:59:00Z', buckets, period, zone)).toBe(1);
    expect(placeOf('2026-03-01T00:00:00Z', buckets, period, zone)).toBe(-1);
  });

  it('is shown by hour for the last day', () => {
    const period = periodOf(1, zone, now);
    const buckets = bucketsOf([point('2026-03-10T02:00:00.000Z')], period, zone);
    expect([buckets.length, buckets[0]!.name, buckets.at(-1)]).toEqual([
      24,
      '2026-03-09T03:00:00.000Z',
      { name: '2026-03-10T02:00:00.000Z', executions: 5, hits: 3, unknowns: 1, alerts: 2 },
    ]);
  });

  it('is outside its band when a day has more hits, or a past day has fewer', () => {
    const bucket = (hits: number) => ({ name: String(hits), executions: 9, hits, unknowns: 0, alerts: 0 });
    const [band, buckets] = [{ low: 2, high: 4, source: 'run' }, [1, 2, 4, 5, 0].map(bucket)];
    expect(buckets.map((_, place) => besideBand(buckets, place, band))).toEqual(['below', null, null, 'above', null]);
    expect(besideBand(buckets, 0, null)).toBe(null);
  });

  it.each([
    [null, null],
    [
      { value: 'BRL', reference: 0.1, now: 0.4 },
      { values: 'BRL', before: 0.1, now: 0.4 },
    ],
    [
      { value: null, reference: 0.1, now: 0.4 },
      { values: null, before: 0.1, now: 0.4 },
    ],
    [
      { from: { $money: '361 USD' }, below: null, reference: 0, now: 1 },
      { values: '≥ 361 USD', before: 0, now: 1 },
    ],
    [
      { from: 2, below: 5, reference: 0, now: 1 },
      { values: '≥ 2, < 5', before: 0, now: 1 },
    ],
  ])('shows what changed most: %j', (change, shown) => {
    expect(shownChange(change)).toEqual(shown);
  });

  it('accepts only the supported periods from its URL', () => {
    expect([{ days: 30 }, { days: '90' }, { days: 14 }, { days: 3 }, {}].map(readHealthSearch)).toEqual([
      ...[{ days: 30 }, { days: 90 }, {}, {}],
      {},
    ]);
  });
});
