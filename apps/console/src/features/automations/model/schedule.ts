/** A schedule in the terms of the form. `cron` if none of the other kinds can express it. */
export type Schedule =
  | { readonly kind: 'every'; readonly amount: number; readonly unit: ScheduleUnit }
  | { readonly kind: 'daily'; readonly time: string }
  | { readonly kind: 'weekly'; readonly time: string; readonly days: readonly number[] }
  | { readonly kind: 'monthly'; readonly time: string; readonly day: number }
  | { readonly kind: 'cron'; readonly cron: string };

export const scheduleUnits = ['minutes', 'hours', 'days', 'weeks'] as const;
export type ScheduleUnit = (typeof scheduleUnits)[number];
export const scheduleKinds = ['every', 'daily', 'weekly', 'monthly', 'cron'] as const;
export type ScheduleKind = (typeof scheduleKinds)[number];

type Config = Readonly<Record<string, unknown>>;

const daysInWeek = 7;

/** Parses `1-5,0` into days, with Sunday as 0. Returns `null` if the days are written in another way. */
function daysOf(text: string): readonly number[] | null {
  const days = new Set<number>();
  for (const part of text.split(',')) {
    const found = /^([0-7])(?:-([0-7]))?$/.exec(part);
    if (!found) return null;
    const [from, to] = [Number(found[1]), Number(found[2] ?? found[1])];
    if (to < from) return null;
    for (let day = from; day <= to; day += 1) days.add(day % daysInWeek);
  }
  return [...days].sort((a, b) => a - b);
}

const two = (text: string): string => text.padStart(2, '0');

export function scheduleOf({ every, cron }: Config): Schedule {
  if (typeof every === 'object' && every !== null) {
    const { amount, unit } = every as { readonly amount?: unknown; readonly unit?: unknown };
    const known = scheduleUnits.find((each) => each === unit);
    if (typeof amount === 'number' && known) return { kind: 'every', amount, unit: known };
  }
  const text = typeof cron === 'string' ? cron : '';
  const found = /^([0-5]?\d) ([01]?\d|2[0-3]) (\*|\d{1,2}) \* (\*|[\d,-]+)$/.exec(text);
  if (!found) return { kind: 'cron', cron: text };
  const [, minute, hour, day, weekdays] = found as unknown as [string, string, string, string, string];
  const time = `${two(hour)}:${two(minute)}`;
  if (day === '*' && weekdays === '*') return { kind: 'daily', time };
  const days = day === '*' ? daysOf(weekdays) : null;
  if (days) return { kind: 'weekly', time, days };
  return weekdays === '*' ? { kind: 'monthly', time, day: Number(day) } : { kind: 'cron', cron: text };
}

/** Combines consecutive days: `1-5`. */
function daysText(days: readonly number[]): string {
  const parts: string[] = [];
  for (let at = 0; at < days.length; at += 1) {
    let end = at;
    while (days[end + 1] === days[end]! + 1) end += 1;
    parts.push(end - at >= 2 ? `${days[at]}-${days[end]}` : days.slice(at, end + 1).join(','));
    at = end;
  }
  return parts.join(',');
}

/** Returns the settings with another schedule, keeping the time zone and everything else. */
export function withSchedule({ every: _every, cron: _cron, ...rest }: Config, schedule: Schedule): Config {
  if (schedule.kind === 'every') return { ...rest, every: { amount: schedule.amount, unit: schedule.unit } };
  if (schedule.kind === 'cron') return { ...rest, cron: schedule.cron };
  const [hour, minute] = schedule.time.split(':').map(Number) as [number, number];
  const day = schedule.kind === 'monthly' ? schedule.day : '*';
  const days = schedule.kind === 'weekly' ? daysText(schedule.days) : '*';
  return { ...rest, cron: `${minute} ${hour} ${day} * ${days}` };
}

/** Converts a schedule to another kind, keeping its time of day. */
export function ofKind(kind: ScheduleKind, before: Schedule): Schedule {
  const time = 'time' in before ? before.time : '08:00';
  switch (kind) {
    case 'every':
      return { kind, amount: 1, unit: 'hours' };
    case 'daily':
      return { kind, time };
    case 'weekly':
      return { kind, time, days: [1, 2, 3, 4, 5] };
    case 'monthly':
      return { kind, time, day: 1 };
    case 'cron': {
      const { cron } = withSchedule({}, before);
      return { kind, cron: typeof cron === 'string' ? cron : '0 8 * * *' };
    }
  }
}
