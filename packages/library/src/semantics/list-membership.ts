import { isUnknown, mergeUnknown, unknown, type Environment, type Type, type Unknown, type Value } from '@tamis/lang';
import { localDate, numericText, type Money, type Numeric } from '@tamis/stdx';
import { foldText } from '../texts/fold-text.js';
import { isNumeric } from './compare.js';
import { typeMismatch } from './failures.js';
import { valueLimits } from '../limits.js';

export type Elements = readonly (Value | Unknown)[];

/** Returns unknown (`too_many_rows`) for a list beyond the limit, otherwise `null`. */
export const tooMany = (list: readonly unknown[]): Unknown | null =>
  list.length <= valueLimits.listElements
    ? null
    : unknown({ cause: 'too_many_rows', detail: `${String(valueLimits.listElements)} elements` });

/** Equal numbers have equal keys, which differ from the key of any text. */
const numberKey = (value: Numeric): unknown => (typeof value === 'number' ? value : `#${numericText(value)}`);

/** Marks the day that contains an instant: an instant equals a day, but not another instant of that day. */
const dayOfInstant = (day: string): string => `~${day}`;

/** Returns the keys by which an element is found. */
function keysOfElement(value: Value, { kind, ...type }: Type, { timezone }: Environment): readonly unknown[] {
  switch (kind) {
    case 'text':
      return [typeof value === 'string' && 'collation' in type && type.collation === 'ci' ? foldText(value) : value];
    case 'any':
      if (typeof value === 'string') return [`"${value}`];
      return isNumeric(value) ? [numberKey(value)] : typeof value === 'boolean' ? [value] : [];
    case 'money': {
      const { amount, currency } = value as Money;
      return [`${currency} ${numericText(amount)}`];
    }
    case 'date':
    case 'datetime':
      return typeof value === 'number' ? [value, dayOfInstant(localDate(value, timezone))] : [value];
    case 'number':
    case 'duration':
    case 'distance':
      return isNumeric(value) ? [numberKey(value)] : [];
    case 'bool':
    case 'enum':
    case 'country':
    case 'currency':
    case 'ip':
    case 'entity':
    case 'listref':
      return [value];
    case 'geo':
    case 'object':
    case 'list':
      return [];
  }
}

/** Returns the keys of elements that equal a value: the same as for elements, except that times are searched both by day and by instant. */
function keysOfSought(value: Value, type: Type, environment: Environment): readonly unknown[] {
  if (type.kind !== 'date' && type.kind !== 'datetime') return keysOfElement(value, type, environment);
  return typeof value === 'number'
    ? [value, localDate(value, environment.timezone)]
    : [value, dayOfInstant(value as string)];
}

/** Returns the class of a value: values of different classes have different reasons for not being equal to an element. */
function classOf(value: Value, type: Type): string {
  if (type.kind === 'money') return (value as Money).currency;
  return isNumeric(value) ? 'number' : typeof value;
}

/** Returns the reason why an element may equal a value of a class although it is not found; `null` if it does not. */
function doubtAbout(element: Value | Unknown, of: string, type: Type): Unknown | null {
  if (isUnknown(element)) return element;
  switch (type.kind) {
    case 'money':
      return (element as Money).currency === of ? null : unknown({ cause: 'type', detail: 'money in one currency' });
    case 'any':
      return classOf(element, type) === of && of !== 'object' ? null : (typeMismatch('values of one type') as Unknown);
    case 'number':
    case 'duration':
    case 'distance':
      return isNumeric(element) && of === 'number' ? null : (typeMismatch('number') as Unknown);
    default:
      return null;
  }
}

/**
 * Returns a test of whether a value is an element. Each element is processed once, regardless of the number of searched values. An unknown
 * element makes a non-match unknown; money matches only in its own currency.
 */
export function elementTest(
  elements: Elements,
  type: Type,
  environment: Environment,
): (value: Value) => boolean | Unknown {
  const limited = tooMany(elements);
  if (limited) return () => limited;
  const known = elements.filter((element): element is Value => !isUnknown(element));
  const keys = new Set(known.flatMap((element) => keysOfElement(element, type, environment)));
  const nonMatches = new Map<string, false | Unknown>();
  return (value) => {
    if (keysOfSought(value, type, environment).some((key) => keys.has(key))) return true;
    const of = classOf(value, type);
    let nonMatch = nonMatches.get(of);
    if (nonMatch === undefined) {
      const doubts = elements.flatMap((element) => doubtAbout(element, of, type) ?? []);
      nonMatches.set(of, (nonMatch = doubts.length > 0 ? mergeUnknown(doubts) : false));
    }
    return nonMatch;
  };
}
