import { CronExpressionParser, type CronFieldCollection } from 'cron-parser';

import { automationLimits } from './automation-limits.js';
import type { JsonObject } from './automation.js';

interface Every {
  readonly amount: number;
  readonly unit: 'minutes' | 'hours' | 'days' | 'weeks';
}

const minuteMs = 60_000;
const unitMs: Readonly<Record<Every['unit'], number>> = {
  minutes: minuteMs,
  hours: 60 * minuteMs,
  days: 24 * 60 * minuteMs,
  weeks: 7 * 24 * 60 * minuteMs,
};
const dayMinutes = 24 * 60;
/** A field that is chosen at random, anew for each time. */
const randomField = /(?:^|[\s,])h/i;

/** The first time of a schedule after `after`. Those that were missed are left out: it is one time, not many. */
export function nextTime(config: JsonObject, after: Date): Date {
  const every = config['every'] as Every | undefined;
  if (every) return new Date(after.getTime() + every.amount * unitMs[every.unit]);
  return timesOf(config, after).next().toDate();
}

/** The next times of a schedule; none: it cannot be read, or has none. */
export function nextTimes(config: JsonObject, now: Date, count: number): readonly Date[] {
  const times: Date[] = [];
  if (Object.keys(scheduleProblems(config, now)).length > 0) return times;
  while (times.length < count) times.push(nextTime(config, times.at(-1) ?? now));
  return times;
}

const timesOf = (config: JsonObject, after: Date) =>
  CronExpressionParser.parse(String(config['cron']), {
    currentDate: after,
    tz: (config['timezone'] as string | undefined) ?? 'UTC',
  });

/** What is wrong with a schedule, by the path of each; empty: nothing. */
export function scheduleProblems(config: JsonObject, now: Date): Readonly<Record<string, string>> {
  const { leastMinutes } = automationLimits;
  const every = config['every'] as Every | undefined;
  const cron = config['cron'] as string | undefined;
  if ((every === undefined) === (cron === undefined))
    return { 'triggerConfig.cron': 'a schedule has either cron or every' };
  if (every)
    return every.amount * unitMs[every.unit] < leastMinutes * minuteMs
      ? { 'triggerConfig.every': `must be at least ${leastMinutes} minutes` }
      : {};
  if (cron!.trim().split(/\s+/).length !== 5)
    return { 'triggerConfig.cron': 'must have five fields: minute, hour, day, month, weekday' };
  if (randomField.test(cron!)) return { 'triggerConfig.cron': 'must name its times: H would choose others each time' };
  try {
    const times = timesOf(config, now);
    times.next();
    return shortestPause(times.fields) < leastMinutes
      ? { 'triggerConfig.cron': `must leave at least ${leastMinutes} minutes between two times` }
      : {};
  } catch (error) {
    return { 'triggerConfig.cron': `cannot be read: ${error instanceof Error ? error.message : String(error)}` };
  }
}

/** Minutes between two times of a day or of a day and the next: times of days that are far apart take seconds to find. */
function shortestPause({ hour, minute }: CronFieldCollection): number {
  const times = hour.values.flatMap((hours) => minute.values.map((minutes) => hours * 60 + minutes));
  times.sort((a, b) => a - b);
  return Math.min(...times.map((time, place) => (times[place + 1] ?? times[0]! + dayMinutes) - time));
}
