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
/** A field that cron chooses at random, differently each time. */
const randomField = /(?:^|[\s,])h/i;

/**
 * Returns the first time of a schedule after `after`. Missed times are skipped, so that it is executed once instead of several times.
 * `last` is the time for which it was last started, from which an interval is counted, so that late starts do not add up.
 */
export function nextTime(config: JsonObject, after: Date, last: Date = after): Date {
  const every = config['every'] as Every | undefined;
  if (every) {
    const interval = every.amount * unitMs[every.unit];
    const passed = Math.max(0, Math.floor((after.getTime() - last.getTime()) / interval));
    return new Date(last.getTime() + (passed + 1) * interval);
  }
  return timesOf(config, after).next().toDate();
}

/** Returns the next times of a schedule. Empty if it cannot be parsed or has none. */
export function nextTimes(config: JsonObject, now: Date, count: number): readonly Date[] {
  const times: Date[] = [];
  if (Object.keys(scheduleProblems(config, now)).length > 0) return times;
  while (times.length < count) times.push(nextTime(config, times.at(-1) ?? now));
  return times;
}

const timesOf = (config: JsonObject, after: Date, until?: Date) =>
  CronExpressionParser.parse(String(config['cron']), {
    currentDate: after,
    ...(until && { endDate: until }),
    tz: (config['timezone'] as string | undefined) ?? 'UTC',
  });

/** Returns the problems of a schedule, by path. Empty if there are none. */
export function scheduleProblems(config: JsonObject, now: Date): Readonly<Record<string, string>> {
  const { leastMinutes, mostYears } = automationLimits;
  const every = config['every'] as Every | undefined;
  const cron = config['cron'] as string | undefined;
  if ((every === undefined) === (cron === undefined))
    return { 'triggerConfig.cron': 'a schedule has exactly one of cron and every' };
  if (every)
    return every.amount * unitMs[every.unit] < leastMinutes * minuteMs
      ? { 'triggerConfig.every': `must be at least ${leastMinutes} minutes` }
      : {};
  if (cron!.trim().split(/\s+/).length !== 5)
    return { 'triggerConfig.cron': 'must have five fields: minute, hour, day, month, weekday' };
  if (randomField.test(cron!))
    return { 'triggerConfig.cron': 'must name its times: H would choose different times on every start' };
  try {
    const times = timesOf(config, now, addYears(now, mostYears));
    if (!times.hasNext()) return { 'triggerConfig.cron': `must have a time within the next ${mostYears} years` };
    return shortestPause(times.fields) < leastMinutes
      ? { 'triggerConfig.cron': `must leave at least ${leastMinutes} minutes between two times` }
      : {};
  } catch (error) {
    return { 'triggerConfig.cron': `cannot be read: ${error instanceof Error ? error.message : String(error)}` };
  }
}

function addYears(time: Date, years: number): Date {
  const later = new Date(time);
  later.setUTCFullYear(later.getUTCFullYear() + years);
  return later;
}

/** Returns the minimum minutes between two times, within a day and the next. Finding times on days far apart would take seconds. */
function shortestPause({ hour, minute }: CronFieldCollection): number {
  const times = hour.values.flatMap((hours) => minute.values.map((minutes) => hours * 60 + minutes));
  times.sort((a, b) => a - b);
  return Math.min(...times.map((time, place) => (times[place + 1] ?? times[0]! + dayMinutes) - time));
}
