import { isUnknown, type Environment, type Outcome, type Signature, type Value } from '@tamis/lang';
import { localDate, parseDate } from '@tamis/stdx';
import { boolType, signature } from '../declare.js';
import { booleanFact } from './reference-fact.js';

/** Whether a clock shows a Saturday or Sunday, according to its UTC fields. */
export const isWeekendDay = (clock: Date): boolean => clock.getUTCDay() % 6 === 0;

/** Returns the day of a time in the timezone of the organization. */
const dayOf = (time: Value, { timezone }: Environment): string =>
  typeof time === 'number' ? localDate(time, timezone) : (time as string);

type DayPredicate = (day: string, isHoliday: boolean) => boolean;

/** Returns the signatures of a function that looks up a day in the holiday calendar of a country. */
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
