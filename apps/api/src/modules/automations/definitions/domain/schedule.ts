import { CronExpressionParser } from 'cron-parser';

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
/** Times of a schedule that are looked at for two that are too close. */
const comparedTimes = 300;

/** The first time of a schedule after `after`. Those that were missed are left out: it is one time, not many. */
export function nextTime(config: JsonObject, after: Date): Date {
  const every = config['every'] as Every | undefined;
  if (every) return new Date(after.getTime() + every.amount * unitMs[every.unit]);
  return timesOf(config, after).next().toDate();
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
  try {
    const times = timesOf(config, now);
    let before = times.next().getTime();
    for (let n = 0; n < comparedTimes; n += 1) {
      const time = times.next().getTime();
      if (time - before < leastMinutes * minuteMs)
        return { 'triggerConfig.cron': `must leave at least ${leastMinutes} minutes between two times` };
      before = time;
    }
    return {};
  } catch (error) {
    return { 'triggerConfig.cron': `cannot be read: ${error instanceof Error ? error.message : String(error)}` };
  }
}
