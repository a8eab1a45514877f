import { type GuardLimit, guardMetrics, type GuardText } from './guard-limit.js';

const percent = (value: number): string => `${Number((value * 100).toPrecision(12))}%`;

const references = { dry_run: 'dry run', previous_7d: 'previous 7d' } as const;

/** A limit as `readGuard` reads it. */
export function printGuardLimit(limit: GuardLimit): string {
  const { word, isCount } = guardMetrics[limit.metric];
  // A day is meant where no time is named; shares have no word for an hour.
  const metric = isCount ? `${word}${limit.window === '1h' ? '/hour' : '/day'}` : word;
  if ('of' in limit) return `${metric} within ${limit.withinFactor}x of ${references[limit.of]}`;
  const value = isCount ? String(limit.value) : percent(limit.value);
  return `${metric} ${limit.operator === 'lte' ? '<=' : '>='} ${value}`;
}

export const printGuard = ({ limits, action }: GuardText): string =>
  `${limits.map(printGuardLimit).join(', ')}${action === 'notify' ? ' on trip notify' : ''}`;
