import {
  isUnknown,
  unknown,
  type ConstantOperand,
  type Environment,
  type Outcome,
  type Signature,
  type Type,
} from '@tamis/lang';
import { addMonths, dateText, localClock, startOfDate, utcMs } from '@tamis/stdx';
import { signature } from '../declare.js';
import { zoneOf, zoneOperand } from './zoned-signatures.js';

const calendarUnits = ['hour', 'day', 'week', 'month', 'quarter', 'year'] as const;
export type CalendarUnit = (typeof calendarUnits)[number];

const dayMs = 86_400_000;
const hourMs = 3_600_000;

const midnightOf = (clock: Date): number => utcMs(clock.getUTCFullYear(), clock.getUTCMonth() + 1, clock.getUTCDate());

const monthStart = (clock: Date, months: number): number =>
  addMonths(utcMs(clock.getUTCFullYear(), 1, 1), Math.floor(clock.getUTCMonth() / months) * months, 'UTC');

/** For each unit of days, returns the local midnight (as UTC) at which the unit starts, or the unit `count` later. */
const dayUnits: Readonly<Record<Exclude<CalendarUnit, 'hour'>, (clock: Date, count: number) => number>> = {
  day: (clock, count) => midnightOf(clock) + count * dayMs,
  // Weeks start on Monday.
  week: (clock, count) => midnightOf(clock) + (count * 7 - ((clock.getUTCDay() + 6) % 7)) * dayMs,
  month: (clock, count) => addMonths(monthStart(clock, 1), count, 'UTC'),
  quarter: (clock, count) => addMonths(monthStart(clock, 3), 3 * count, 'UTC'),
  year: (clock, count) => utcMs(clock.getUTCFullYear() + count, 1, 1),
};

/** Returns the start of the unit that contains an instant (`count` 0), or of the next unit (1). */
function unitBoundary(unit: CalendarUnit, instant: number, zone: string, count: 0 | 1): number {
  const clock = localClock(instant, zone);
  if (unit === 'hour') return instant - (((clock.getTime() % hourMs) + hourMs) % hourMs) + count * hourMs;
  return startOfDate(dateText(dayUnits[unit](clock, count)), zone);
}

const unitOperand: ConstantOperand = {
  operand: 0,
  accepts: (value) => calendarUnits.some((unit) => unit === value),
  expected: `one of ${calendarUnits.join(', ')}`,
};

const lastYear = 9999;

/** Returns the signatures of `startOf` (0) and `endOf` (1). */
export function boundarySignatures(name: string, count: 0 | 1): readonly Signature[] {
  const evaluate = (
    [unit, time, zone]: readonly Outcome[],
    types: readonly Type[],
    environment: Environment,
  ): Outcome => {
    const instant = time as number;
    const local = zoneOf(zone, types[2], environment);
    if (isUnknown(local)) return local;
    const year = localClock(instant, local).getUTCFullYear();
    // The calendar supports only years with four digits.
    if (year < 1 || year >= lastYear) return unknown({ cause: 'out_of_domain', detail: 'year' });
    return unitBoundary(unit as CalendarUnit, instant, local, count);
  };
  const result = (): Type => ({ kind: 'datetime' });
  return [
    signature(name, ['text', 'datetime'], { constants: [unitOperand], result, evaluate }),
    signature(name, ['text', 'datetime', 'text'], { constants: [unitOperand, zoneOperand(2)], result, evaluate }),
    signature(name, ['text', 'datetime', 'entity'], { constants: [unitOperand], result, evaluate }),
  ];
}
