import {
  isUnknown,
  type Environment,
  type GeoPoint,
  type Outcome,
  type Type,
  type Unknown,
  type Value,
} from '@tamis/lang';
import { compareNumeric, localDate, type Money, type Numeric } from '@tamis/stdx';
import { foldText } from '../texts/fold-text.js';
import { typeMismatch } from './failures.js';

const knownCurrency = (type: Type | undefined): string | undefined =>
  type?.kind === 'money' ? type.currency : undefined;

/**
 * Converts two amounts to one currency: that of the side whose currency is known before the evaluation, otherwise that of the left one
 * (language manual 3.3). Returns unknown if there is no rate.
 */
function alignMoney(
  a: Money,
  b: Money,
  types: readonly Type[],
  environment: Environment,
): readonly [Money, Money] | Unknown {
  if (a.currency === b.currency) return [a, b];
  if (knownCurrency(types[0]) === undefined && knownCurrency(types[1]) !== undefined) {
    const left = environment.convert(a, b.currency, environment.rateTime);
    return isUnknown(left) ? left : [left, b];
  }
  const right = environment.convert(b, a.currency, environment.rateTime);
  return isUnknown(right) ? right : [a, right];
}

export type Order = -1 | 0 | 1;

/** Untyped lists can contain `null` as an element. */
export const isNumeric = (value: Value | null): value is Numeric =>
  typeof value === 'number' || (typeof value === 'object' && value !== null && 'toFixed' in value);

const compareText = (a: string, b: string): Order => (a < b ? -1 : a > b ? 1 : 0);

/** Compares times; for a day and an instant, the local day of the instant is used. */
function compareTimes(a: Value, b: Value, timezone: string): Order {
  if (typeof a === 'number' && typeof b === 'number') return compareNumeric(a, b);
  const day = (value: Value): string => (typeof value === 'number' ? localDate(value, timezone) : (value as string));
  return compareText(day(a), day(b));
}

function compareMoney(a: Value, b: Value, types: readonly Type[], environment: Environment): Order | Unknown {
  // A plain number is an amount in the currency of the other side.
  if (types[0]?.kind === 'number') return compareNumeric(a as Numeric, (b as Money).amount);
  if (types[1]?.kind === 'number') return compareNumeric((a as Money).amount, b as Numeric);
  const aligned = alignMoney(a as Money, b as Money, types, environment);
  return isUnknown(aligned) ? aligned : compareNumeric(aligned[0].amount, aligned[1].amount);
}

/** Checks two types without creating an array, because this is called for every amount of a replay. */
const hasKind = ([a, b]: readonly Type[], kind: Type['kind']): boolean => a?.kind === kind || b?.kind === kind;

/** Returns the order of two values of an ordered type. */
export function compareValues(a: Value, b: Value, types: readonly Type[], environment: Environment): Order | Unknown {
  if (hasKind(types, 'money')) return compareMoney(a, b, types, environment);
  if (hasKind(types, 'date') || hasKind(types, 'datetime')) return compareTimes(a, b, environment.timezone);
  if (isNumeric(a) && isNumeric(b)) return compareNumeric(a, b);
  return typeMismatch('number') as Unknown;
}

function equalUntyped(a: Value, b: Value): boolean | Unknown {
  if (isNumeric(a) && isNumeric(b)) return compareNumeric(a, b) === 0;
  if (typeof a === 'string' && typeof b === 'string') return a === b;
  if (typeof a === 'boolean' && typeof b === 'boolean') return a === b;
  return typeMismatch('values of one type') as Unknown;
}

const sameGeo = (a: GeoPoint, b: GeoPoint): boolean => a.lat === b.lat && a.lng === b.lng;

/** Whether two values are equal at their resolved types (language manual 3.1). */
export function equalValues(a: Value, b: Value, types: readonly Type[], environment: Environment): boolean | Unknown {
  const [type = { kind: 'any' }] = types;
  switch (type.kind) {
    case 'text':
      return type.collation === 'ci' ? foldText(a as string) === foldText(b as string) : a === b;
    case 'bool':
    case 'enum':
    case 'country':
    case 'currency':
    case 'ip':
    case 'entity':
    case 'listref':
      return a === b;
    case 'any':
      return equalUntyped(a, b);
    case 'geo':
      return sameGeo(a as GeoPoint, b as GeoPoint);
    case 'object':
    case 'list':
      return typeMismatch('a single value') as Unknown;
    case 'number':
    case 'money':
    case 'date':
    case 'datetime':
    case 'duration':
    case 'distance': {
      const order = compareValues(a, b, types, environment);
      return isUnknown(order) ? order : order === 0;
    }
  }
}

export const asOutcome = (value: boolean | Unknown, wanted: boolean): Outcome =>
  isUnknown(value) ? value : value === wanted;
