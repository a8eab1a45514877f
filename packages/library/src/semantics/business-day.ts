import { isUnknown, type Environment, type Outcome, type Signature, type Value } from '@tamis/lang';
import { localDate, parseDate } from '@tamis/stdx';
import { boolType, signature } from '../declare.js';
import { booleanFact } from './reference-fact.js';

/** Saturday or Sunday, by the UTC members of a clock. */
export const isWeekendDay = (clock: Date): boolean => clock.getUTCDay() % 6 === 0;

/** The day of a time, in the zone of the organization. */
const dayOf = (time: Value, { timezone }: Environment): string =>
  typeof time === 'number' ? localDate(time, timezone) : (time as string);

type DayPredicate = (day: string, isHoliday: boolean) => boolean;

/** Signatures of a function that asks the holiday calendar of a country about a day. */
export const holidaySignatures = (name: string, judge: DayPredicate): readonly Signature[] => [
  signature(name, [['datetime', 'date'], 'country'], {
    result: () => boolType,
    evaluate: ([time, country], _types, environment): Outcome => {
      const day = dayOf(time as Value, environment);
      const holiday = booleanFact(environment, `isHoliday:${(country as string).toUpperCase()}`, day);
      return isUnknown(holiday) ? holiday : judge(day, holiday as boolean);
    },
  }),
];

export const isBusinessDayUnless: DayPredicate = (day, isHoliday) =>
  !isHoliday && !isWeekendDay(new Date(parseDate(day) ?? 0));
