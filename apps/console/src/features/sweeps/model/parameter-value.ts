import { ruleText } from './params.js';

/** Possible values of a parameter, each in the JSON form of rules. */
export interface ParameterRange {
  readonly value: unknown;
  /** `null` if it can only be changed in the text that declares it. */
  readonly between: readonly unknown[] | null;
  readonly step?: unknown;
}

export type Problem = 'form' | 'range' | 'step';

/** A parsed value, or why it is not a valid value of the parameter. */
export type ReadValue = { readonly json: Readonly<Record<string, string>> | number } | { readonly problem: Problem };

type Tag = 'number' | '$percent' | '$money' | '$duration' | '$distance' | '$date' | '$datetime';

const patterns: Readonly<Record<Tag, RegExp>> = {
  number: /^(-?\d+(?:\.\d+)?)()$/,
  $percent: /^(-?\d+(?:\.\d+)?)\s*(%)?$/,
  $money: /^(-?\d+(?:\.\d+)?)\s*([A-Z][A-Z0-9]{2,9})?$/,
  $duration: /^(-?\d+)\s*(s|m|h|d|w|mo|y)$/,
  $distance: /^(-?\d+(?:\.\d+)?)\s*(km|mi)$/,
  $date: /^(\d{4}-\d{2}-\d{2})()$/,
  $datetime: /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2}))()$/,
};

const days = 86_400n;
/** Size of each unit in the smallest unit of its kind. */
const sizes: Readonly<Record<string, bigint>> = {
  ...{ s: 1n, m: 60n, h: 3_600n, d: days, w: 7n * days, mo: 1n, y: 12n },
  ...{ km: 1_000_000n, mi: 1_609_344n },
};

const tagOf = (json: unknown): Tag => {
  const [tag = 'number'] = typeof json === 'object' && json !== null ? Object.keys(json) : [];
  return tag in patterns ? (tag as Tag) : 'number';
};

const isNumber = (tag: Tag): boolean => tag === 'number' || tag === '$percent';

/** A value as digits with `scale` decimal places, and its unit. */
interface Measure {
  readonly digits: bigint;
  readonly scale: number;
  readonly unit: string;
}

/** Returns `null` if it is not a single value, such as `2 * NEAR`. Only the server can evaluate that. */
function measureOf(json: unknown): Measure | null {
  const tag = tagOf(json);
  const match = patterns[tag].exec(ruleText(json));
  if (!match) return null;
  const [, amount = '', unit = ''] = match;
  if (tag === '$date' || tag === '$datetime') {
    const ms = Date.parse(amount);
    return Number.isNaN(ms) ? null : { digits: BigInt(ms), scale: 3, unit: tag };
  }
  const [whole = '', part = ''] = amount.split('.');
  const scale = part.length + (tag === '$percent' ? 2 : 0);
  const kind = isNumber(tag) ? 'number' : tag === '$money' ? unit : tag;
  const calendar = unit === 'mo' || unit === 'y' ? ' of the calendar' : '';
  return { digits: BigInt(whole + part) * (tag === '$money' ? 1n : (sizes[unit] ?? 1n)), scale, unit: kind + calendar };
}

/** Scales all values to the same number of decimal places. */
function aligned(measures: readonly Measure[]): readonly bigint[] {
  const scale = Math.max(...measures.map((each) => each.scale));
  return measures.map((each) => each.digits * 10n ** BigInt(scale - each.scale));
}

/** Returns the JSON form of a text in the kind of the parameter: for a money parameter, `250` and `10_000.50 USD` are money. */
function jsonOf(text: string, like: unknown): Readonly<Record<string, string>> | number | undefined {
  const written = text.trim().replace(/(\d)_(?=\d)/g, '$1');
  const kind = tagOf(like);
  const tag = isNumber(kind) && written.endsWith('%') ? '$percent' : kind;
  const match = patterns[tag].exec(tag === '$money' ? written.toUpperCase() : written);
  if (!match) return undefined;
  const [, amount = '', unit] = match;
  if (tag === 'number') return String(Number(amount)) === amount ? Number(amount) : { $number: amount };
  if (tag === '$money') return { $money: `${amount} ${unit ?? ruleText(like).split(' ')[1] ?? ''}` };
  if (tag === '$distance') return { $distance: `${amount} ${unit ?? ''}` };
  return { [tag]: tag === '$duration' ? amount + (unit ?? '') : amount };
}

/** Parses a typed value of a parameter into the form of rules. Values that cannot be compared here are left to the server. */
export function readValue(text: string, { value, between, step }: ParameterRange): ReadValue {
  const [low, high] = between ?? [];
  const json = jsonOf(text, low ?? value);
  if (json === undefined) return { problem: 'form' };
  const [at, from, to, by] = [json, low, high, step].map((each) => (each == null ? null : measureOf(each)));
  if (!at) return { problem: 'form' };
  if (!from || !to) return { json };
  // Different currencies and units cannot be compared.
  if (at.unit !== from.unit) return { problem: 'form' };
  const [now, least, most] = aligned([at, from, to]) as [bigint, bigint, bigint];
  if (now < least || now > most) return { problem: 'range' };
  const isTime = from.unit === '$date' || from.unit === '$datetime';
  if (!by || (by.unit !== from.unit && !isTime)) return { json };
  const [of, first, length] = aligned([at, from, by]) as [bigint, bigint, bigint];
  return length > 0n && (of - first) % length !== 0n ? { problem: 'step' } : { json };
}
