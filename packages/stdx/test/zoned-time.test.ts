import fc from 'fast-check';
import { addMonths, instantOf, localClock, localDate, startOfDate } from '../src/index.js';

const zones = [
  'UTC',
  'America/Sao_Paulo',
  'America/New_York',
  'Australia/Lord_Howe',
  'America/St_Johns',
  'Asia/Kathmandu',
  'Africa/Cairo',
  'Pacific/Apia',
  'Europe/Dublin',
  'Asia/Gaza',
];
const zone = fc.constantFrom(...zones);
const instant = fc.integer({ min: Date.UTC(1975, 0), max: Date.UTC(2045, 0) });

/** Returns `2026-03-01 12:34:56`, the local time as the platform's locale data format it. */
const written = (ms: number, timeZone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(ms);

it('returns the local clock of every zone at every instant', () => {
  fc.assert(
    fc.property(instant, zone, (ms, name) => {
      const local = localClock(ms, name).toISOString();
      expect(`${local.slice(0, 10)} ${local.slice(11, 19)}`).toBe(written(ms, name));
      expect(localDate(ms, name)).toBe(written(ms, name).slice(0, 10));
    }),
    { numRuns: 1_000 },
  );
});

it('recovers the instant from a local time', () => {
  fc.assert(
    fc.property(instant, zone, (ms, name) => {
      const local = localClock(ms, name).getTime();
      const found = instantOf(local, name);
      // A time that occurs twice is read as the earlier one.
      expect(found).toBeLessThanOrEqual(ms);
      expect(localClock(found, name).getTime()).toBe(local);
    }),
    { numRuns: 2_000 },
  );
});

it('starts a day at its first instant, also when midnight is skipped', () => {
  expect(new Date(startOfDate('2018-11-04', 'America/Sao_Paulo')).toISOString()).toBe('2018-11-04T03:00:00.000Z');
  fc.assert(
    fc.property(instant, zone, (ms, name) => {
      const day = localDate(ms, name);
      const start = startOfDate(day, name);
      expect(localDate(start, name)).toBe(day);
      expect(localDate(start - 1, name) < day).toBe(true);
    }),
    { numRuns: 1_000 },
  );
});

it('has no day outside the years 0 to 9999', () => {
  expect(localDate(Date.parse('9999-12-31T23:59:59Z'), 'Asia/Tokyo')).toBe('9999-12-31');
  expect(localDate(Date.parse('+010000-06-01T00:00:00Z'), 'UTC')).toBe('9999-12-31');
  expect(localDate(Date.parse('0000-01-01T00:00:00Z'), 'America/Sao_Paulo')).toBe('0000-01-01');
  expect(localDate(Date.parse('-000001-06-01T00:00:00Z'), 'UTC')).toBe('0000-01-01');
});

it('adds months on the local clock', () => {
  const iso = (text: string, months: number, name: string): string =>
    new Date(addMonths(Date.parse(text), months, name)).toISOString();
  expect(iso('2026-01-31T12:00:00Z', 1, 'UTC')).toBe('2026-02-28T12:00:00.000Z');
  expect(iso('2024-03-31T12:00:00Z', -1, 'UTC')).toBe('2024-02-29T12:00:00.000Z');
  // 02:30 does not exist on 8 March 2026 in New York, so it moves forward by the gap.
  expect(iso('2026-02-08T07:30:00Z', 1, 'America/New_York')).toBe('2026-03-08T07:30:00.000Z');
  // 01:30 occurs twice on 1 November 2026; the earlier one is returned.
  expect(iso('2026-10-01T05:30:00Z', 1, 'America/New_York')).toBe('2026-11-01T05:30:00.000Z');
});
