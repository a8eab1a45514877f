import { failure, ok, type Result } from '@tamis/stdx';
import {
  type GuardAction,
  guardActions,
  type GuardLimit,
  guardLimitsMax,
  type GuardMetric,
  guardMetrics,
  type GuardText,
} from './guard-limit.js';

const percent = (value: number): string => `${Number((value * 100).toPrecision(12))}%`;

const references = { dry_run: 'dry run', previous_7d: 'previous 7d' } as const;

/** Formats a limit as `readGuard` parses it. */
export function printGuardLimit(limit: GuardLimit): string {
  const { word, isCount } = guardMetrics[limit.metric];
  // Without a period, a day is assumed. Shares have no notation for an hour.
  const metric = isCount ? `${word}${limit.window === '1h' ? '/hour' : '/day'}` : word;
  if ('of' in limit) return `${metric} within ${limit.withinFactor}x of ${references[limit.of]}`;
  const value = isCount ? String(limit.value) : percent(limit.value);
  return `${metric} ${limit.operator === 'lte' ? '<=' : '>='} ${value}`;
}

export const printGuard = ({ limits, action }: GuardText): string =>
  `${limits.map(printGuardLimit).join(', ')}${action === 'notify' ? ' on trip notify' : ''}`;

/** Why a text is not a guard. */
export interface GuardTextError {
  /** What is wrong, and how to write it instead. */
  readonly message: string;
  /** Position in the text, from 0. */
  readonly at: number;
}

const metricNames = Object.keys(guardMetrics) as readonly GuardMetric[];
const metricPattern = metricNames.map((name) => guardMetrics[name].word.replace(' ', '\\s+')).join('|');
const number = String.raw`\d[\d_]*(?:\.\d+)?`;
const limitPattern = new RegExp(
  String.raw`^\s*(?<metric>${metricPattern})\s*(?:/\s*(?<time>day|hour))?\s*` +
    String.raw`(?:(?<sign><=|>=)\s*(?<value>${number})\s*(?<percent>%)?|within\s+(?<factor>${number})\s*x\s+of\s+(?<of>dry\s+run|previous\s+7d))\s*$`,
);
const tripPattern = /\s+on\s+trip\s+(\S+)\s*$/;

const example = '`alerts/day <= 60` or `hit rate within 3x of dry run`';

/**
 * Parses a guard that is written in one line: `alerts/day <= 60, hit rate within 3x of dry run on trip notify`. Without a period, a day is
 * assumed. Without an action, the rule is paused.
 */
export function readGuard(text: string): Result<GuardText, GuardTextError> {
  const trip = tripPattern.exec(text);
  const action = trip?.[1] ?? 'pause';
  if (!guardActions.includes(action as GuardAction))
    return failure({ message: `\`${action}\` is not done on a trip; write \`pause\` or \`notify\``, at: trip!.index });
  const limits: GuardLimit[] = [];
  let at = 0;
  for (const part of (trip ? text.slice(0, trip.index) : text).split(',')) {
    const limit = readLimit(part);
    if (typeof limit === 'string') return failure({ message: limit, at: at + (part.length - part.trimStart().length) });
    limits.push(limit);
    at += part.length + 1;
  }
  if (limits.length > guardLimitsMax)
    return failure({ message: `${limits.length} limits are too many; a guard has at most ${guardLimitsMax}`, at: 0 });
  return ok({ limits, action: action as GuardAction });
}

/** Returns the limit, or what is wrong with it. */
function readLimit(part: string): GuardLimit | string {
  const found = limitPattern.exec(part)?.groups;
  if (!found) return `\`${part.trim()}\` is not a limit; write ${example}`;
  const { metric: named, time, factor, of, value: limit, percent, sign } = found;
  const metric = metricNames.find((name) => guardMetrics[name].word === named!.replace(/\s+/g, ' '))!;
  const { word, isCount } = guardMetrics[metric];
  if (time !== undefined && !isCount) return `\`${word}\` is a share and has no time; leave \`/${time}\` out`;
  const about = { metric, window: time === 'hour' ? '1h' : '24h' } as const;
  if (factor !== undefined) {
    const withinFactor = valueOf(factor);
    if (withinFactor <= 1) return `\`${factor}x\` leaves no room; write a number above 1`;
    return { ...about, withinFactor, of: of!.startsWith('dry') ? 'dry_run' : 'previous_7d' };
  }
  const value = valueOf(limit!);
  if (isCount && percent) return `\`${word}\` is a count; write a number without \`%\``;
  const share = percent ? Number((value / 100).toPrecision(15)) : value;
  if (!isCount && share > 1) return `\`${word}\` is a share; write it in percent, such as \`5%\``;
  return { ...about, operator: sign === '<=' ? 'lte' : 'gte', value: share };
}

const valueOf = (text: string): number => Number(text.replaceAll('_', ''));
