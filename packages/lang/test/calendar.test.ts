import fc from 'fast-check';
import { isCalendarDay, isInstant } from '../src/lower/calendar.js';

const twoDigits = (value: number): string => String(value).padStart(2, '0');

test('a date is valid exactly when it exists in the platform calendar', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1000, max: 9999 }), fc.nat(13), fc.nat(32), (year, month, day) => {
      const text = `${String(year)}-${twoDigits(month)}-${twoDigits(day)}`;
      const date = new Date(`${text}T00:00:00Z`);
      const exists = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
      expect([text, isCalendarDay(text)]).toEqual([text, exists]);
    }),
    { numRuns: 2000 },
  );
});

test.each([
  ['2026-03-01T10:00Z', true],
  ['2026-03-01T23:59:59.999999999-03:00', true],
  ['2026-03-01T24:00Z', false],
  ['2026-03-01T10:60Z', false],
  ['2026-03-01T10:00:60Z', false],
  ['2026-03-01T10:00+24:00', false],
  ['2026-02-29T10:00Z', false],
  ['2026-03-01T10:00', false],
])('%s is a valid instant: %s', (text, expected) => {
  expect(isInstant(text)).toBe(expected);
});
