import fc from 'fast-check';
import { addMonths, localClock, localDate, zoneOffsetMs } from '@tamis/stdx';
import { calendarUnits, isInWindow, startOfUnit, windowBounds, type CalendarUnit } from '@tamis/lang';

const hour = 3_600_000;
const day = 24 * hour;

/** Time zones of the countries that the platform knows. */
const zones = [
  'America/Argentina/Buenos_Aires',
  'America/Sao_Paulo',
  'America/Noronha',
  'America/Santiago',
  'Pacific/Easter',
  'America/Bogota',
  'America/Mexico_City',
  'America/Tijuana',
  'America/New_York',
  'America/Phoenix',
  'America/Los_Angeles',
  'America/Anchorage',
  'Pacific/Honolulu',
  'UTC',
];

/** Around clock changes in one of these time zones, and anywhere in between. */
const changes = [
  '2018-11-04T03:00:00Z', // São Paulo skips midnight
  '2019-02-17T02:00:00Z', // São Paulo repeats the hour before midnight
  '2025-09-07T04:00:00Z', // Santiago skips midnight
  '2026-04-05T03:00:00Z', // Santiago repeats the hour before midnight
  '2026-03-08T07:00:00Z', // New York skips 2:00
  '2026-11-01T06:00:00Z', // New York repeats 1:00
  '2022-10-30T07:00:00Z', // the last change in Mexico City
].map((text) => Date.parse(text));

const instants = fc.oneof(
  fc.integer({ min: Date.parse('2015-01-01T00:00:00Z'), max: Date.parse('2030-12-31T00:00:00Z') }),
  fc
    .tuple(fc.constantFrom(...changes), fc.integer({ min: -3 * day, max: 3 * day }))
    .map(([change, distance]) => change + distance),
);
const anyZone = fc.constantFrom(...zones);
const anyUnit = fc.constantFrom(...calendarUnits);

/** Returns the calendar unit, determined only from the local date. */
function unitOf(unit: CalendarUnit, ms: number, zone: string): string {
  const date = localDate(ms, zone);
  const [year = '', month = ''] = date.split('-');
  switch (unit) {
    case 'day':
      return date;
    case 'week': {
      const midnight = Date.parse(`${date}T00:00:00Z`);
      return new Date(midnight - ((new Date(midnight).getUTCDay() + 6) % 7) * day).toISOString().slice(0, 10);
    }
    case 'month':
      return `${year}-${month}`;
    case 'quarter':
      return `${year} Q${String(Math.ceil(Number(month) / 3))}`;
    case 'year':
      return year;
  }
}

describe('calendar units', () => {
  it('begin at the first instant with the local date of the unit, whatever the clocks do', () => {
    fc.assert(
      fc.property(instants, anyZone, anyUnit, (ms, zone, unit) => {
        const start = startOfUnit(unit, ms, zone);
        expect(start).toBeLessThanOrEqual(ms);
        expect(unitOf(unit, start, zone)).toBe(unitOf(unit, ms, zone));
        expect(unitOf(unit, start - 1, zone)).not.toBe(unitOf(unit, ms, zone));
      }),
      { numRuns: 1_000 },
    );
  });

  it('follow one another without a gap: each begins where the previous one ends', () => {
    fc.assert(
      fc.property(instants, anyZone, anyUnit, (ms, zone, unit) => {
        const next = startOfUnit(unit, ms, zone, 1);
        expect(next).toBeGreaterThan(ms);
        expect(startOfUnit(unit, next, zone)).toBe(next);
        expect(startOfUnit(unit, next - 1, zone)).toBe(startOfUnit(unit, ms, zone));
        expect(startOfUnit(unit, next, zone, -1)).toBe(startOfUnit(unit, ms, zone));
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('windows', () => {
  it('partition time: an instant is in the previous unit, in the current one, or in neither', () => {
    fc.assert(
      fc.property(instants, instants, anyZone, anyUnit, (now, ms, zone, unit) => {
        const current = isInWindow(ms, windowBounds({ kind: 'current', unit }, now, zone));
        const previous = isInWindow(ms, windowBounds({ kind: 'previous', unit }, now, zone));
        expect(current).toBe(ms <= now && unitOf(unit, ms, zone) === unitOf(unit, now, zone));
        const before = startOfUnit(unit, now, zone) - 1;
        expect(previous).toBe(unitOf(unit, ms, zone) === unitOf(unit, before, zone));
      }),
      { numRuns: 1_000 },
    );
  });

  it('of a fixed length exclude their start and include the time of evaluation', () => {
    const now = Date.parse('2026-03-08T12:00:00Z');
    const bounds = windowBounds({ kind: 'last', spanMs: day, spanMonths: 0 }, now, 'America/New_York');
    expect([now - day, now - day + 1, now, now + 1].map((ms) => isInWindow(ms, bounds))).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });

  it('of months begin at the same local time, clamped to the last day of the month', () => {
    const now = Date.parse('2026-03-31T15:30:00Z');
    const { from } = windowBounds({ kind: 'last', spanMs: 0, spanMonths: 1 }, now, 'America/New_York');
    // 11:30 on 31 March in summer time; 11:30 on 28 February in winter time.
    expect(new Date(from ?? 0).toISOString()).toBe('2026-02-28T16:30:00.000Z');
  });

  it('since a time include that time, and are empty when it is in the future', () => {
    const now = Date.parse('2026-03-01T00:00:00Z');
    const since = (start: number) => windowBounds({ kind: 'since', start }, now, 'UTC');
    expect(isInWindow(now - 5, since(now - 5))).toBe(true);
    expect(isInWindow(now - 6, since(now - 5))).toBe(false);
    expect(isInWindow(now, since(now + 1))).toBe(false);
    expect(isInWindow(-8e15, windowBounds({ kind: 'allTime' }, now, 'UTC'))).toBe(true);
  });
});

describe('days with a clock change', () => {
  const start = (text: string, zone: string): string =>
    new Date(startOfUnit('day', Date.parse(text), zone)).toISOString();

  it('begin at one in the morning when midnight is skipped', () => {
    expect(start('2018-11-04T12:00:00Z', 'America/Sao_Paulo')).toBe('2018-11-04T03:00:00.000Z');
    expect(start('2025-09-07T12:00:00Z', 'America/Santiago')).toBe('2025-09-07T04:00:00.000Z');
  });

  it('are 23 and 25 hours long', () => {
    const length = (text: string, zone: string): number => {
      const { from, to } = windowBounds({ kind: 'previous', unit: 'day' }, Date.parse(text), zone);
      return (to - (from ?? 0)) / hour;
    };
    expect(length('2026-03-09T12:00:00Z', 'America/New_York')).toBe(23);
    expect(length('2026-11-02T12:00:00Z', 'America/New_York')).toBe(25);
    expect(length('2019-02-17T12:00:00Z', 'America/Sao_Paulo')).toBe(25);
    expect(length('2026-03-09T12:00:00Z', 'America/Phoenix')).toBe(24);
  });

  it('are in a week of the corresponding length', () => {
    const { from, to } = windowBounds(
      { kind: 'previous', unit: 'week' },
      Date.parse('2026-03-11T12:00:00Z'),
      'America/New_York',
    );
    expect(new Date(from ?? 0).toISOString()).toBe('2026-03-02T05:00:00.000Z');
    expect((to - (from ?? 0)) / hour).toBe(7 * 24 - 1);
  });
});

describe('adding months', () => {
  it('keeps the local time, moved forward by the gap when it is skipped that day', () => {
    fc.assert(
      fc.property(instants, anyZone, fc.integer({ min: -24, max: 24 }), (ms, zone, months) => {
        const moved = addMonths(ms, months, zone);
        const clock = (instant: number): number => localClock(instant, zone).getTime();
        const [from, to] = [localClock(ms, zone), localClock(moved, zone)];
        const difference = (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth();
        expect(difference).toBe(months);
        const drift = (((clock(moved) - clock(ms)) % day) + day) % day;
        const gap = zoneOffsetMs(moved, zone) - zoneOffsetMs(moved - 3 * hour, zone);
        expect(drift === 0 || drift === gap).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });

  it.each([
    ['2026-01-31T12:00:00Z', 1, '2026-02-28T12:00:00.000Z'],
    ['2028-01-31T12:00:00Z', 1, '2028-02-29T12:00:00.000Z'],
    ['2028-02-29T12:00:00Z', 12, '2029-02-28T12:00:00.000Z'],
    ['2026-03-31T12:00:00Z', -1, '2026-02-28T12:00:00.000Z'],
  ])('to %s, %d months gives %s', (from, months, to) => {
    expect(new Date(addMonths(Date.parse(from), months, 'UTC')).toISOString()).toBe(to);
  });

  it('uses the earlier of two equal local times', () => {
    // 1:30 on 1 November 2026 occurs twice in New York.
    const found = addMonths(Date.parse('2026-10-01T05:30:00Z'), 1, 'America/New_York');
    expect(new Date(found).toISOString()).toBe('2026-11-01T05:30:00.000Z');
  });
});
