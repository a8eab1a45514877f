import { valueToJson } from '@tamis/engine';
import { type Outcome, type Type, Unknown, type Value } from '@tamis/lang';
import { asDecimal, type Money, type Numeric } from '@tamis/stdx';

export interface TopValue {
  readonly value: unknown;
  /** Share of the records that have the field. */
  readonly share: number;
}

export interface FieldStatistics {
  /** Share of the records that have the field; `null` if no records were examined. */
  readonly fillRate: number | null;
  /** At most ten; a value that occurs in a single record only is not shown. */
  readonly topValues: readonly TopValue[] | null;
  readonly quantiles: {
    readonly p5: unknown;
    readonly p50: unknown;
    readonly p95: unknown;
    readonly p99: unknown;
  } | null;
}

const maxTopValues = 10;

const categoricalKinds: ReadonlySet<Type['kind']> = new Set(['bool', 'text', 'enum', 'country', 'currency']);

/** Returns a function that maps values of a type to numbers, or `null` if they have no order. For money, it is the amount. */
export function scaleOf({ kind }: Type): ((value: Value) => number) | null {
  if (kind === 'number' || kind === 'duration' || kind === 'distance')
    return (value) => asDecimal(value as Numeric).toNumber();
  if (kind === 'money') return (value) => asDecimal((value as Money).amount).toNumber();
  if (kind === 'date') return (value) => Date.parse(value as string);
  if (kind === 'datetime') return (value) => value as number;
  return null;
}

/** Counts how often each value occurs, most frequent first. */
export function frequencies<V extends string | boolean>(values: readonly V[]): readonly (readonly [V, number])[] {
  const counts = new Map<V, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1] || (String(a[0]) < String(b[0]) ? -1 : 1));
}

export const isCategorical = (type: Type): boolean => categoricalKinds.has(type.kind);

/** Amounts can only be ordered within one currency, so those of the most frequent currency are used. */
export function comparableValues(values: readonly Value[], { kind }: Type): readonly Value[] {
  if (kind !== 'money') return values;
  const currencyOf = (value: Value): string => (value as Money).currency;
  const [most] = frequencies(values.map(currencyOf));
  return most ? values.filter((value) => currencyOf(value) === most[0]) : [];
}

/** Returns statistics of a field over a sample of records. `isShown` says whether its values may be seen. */
export function fieldStatistics(outcomes: readonly Outcome[], type: Type, isShown: boolean): FieldStatistics {
  const values = outcomes.filter((each): each is Value => !(each instanceof Unknown));
  const fillRate = outcomes.length === 0 ? null : values.length / outcomes.length;
  const scale = scaleOf(type);
  return {
    fillRate,
    topValues: isShown && isCategorical(type) ? topValues(values, type) : null,
    quantiles: isShown && scale ? quantiles(comparableValues(values, type), type, scale) : null,
  };
}

const topValues = (values: readonly Value[], type: Type): readonly TopValue[] =>
  // Values of these types are texts or booleans.
  frequencies(values as readonly (string | boolean)[])
    .filter(([, count]) => count > 1)
    .slice(0, maxTopValues)
    .map(([value, count]) => ({ value: valueToJson(value, type), share: count / values.length }));

function quantiles(
  values: readonly Value[],
  type: Type,
  scale: (value: Value) => number,
): FieldStatistics['quantiles'] {
  if (values.length === 0) return null;
  const sorted = [...values].sort((a, b) => scale(a) - scale(b));
  const at = (share: number): unknown => valueToJson(sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)]!, type);
  return { p5: at(0.05), p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}
