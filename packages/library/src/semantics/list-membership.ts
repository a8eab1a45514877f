import { isUnknown, mergeUnknown, unknown, type Environment, type Type, type Unknown, type Value } from '@tamis/lang';
import { localDate, numericText, type Money, type Numeric } from '@tamis/stdx';
import { foldText } from '../texts/fold-text.js';
import { isNumeric } from './compare.js';
import { typeMismatch } from './failures.js';
import { valueLimits } from '../limits.js';

export type Elements = readonly (Value | Unknown)[];

/** Unknown (`too_many_rows`) for a list beyond the limit, else null. */
export const tooMany = (list: readonly unknown[]): Unknown | null =>
  list.length <= valueLimits.listElements
    ? null
    : unknown({ cause: 'too_many_rows', detail: `${String(valueLimits.listElements)} elements` });

/** Equal numbers have equal keys, and no text has one of them. */
const numberKey = (value: Numeric): unknown => (typeof value === 'number' ? value : `#${numericText(value)}`);

/** Marks a day that an instant lies in: an instant equals a day, but not another instant of that day. */
const dayOfInstant = (day: string): string => `~${day}`;

/** What an element is found by. */
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

/** What an element that equals a value is found by: the same, but that of a day both sides are looked for. */
function keysOfSought(value: Value, type: Type, environment: Environment): readonly unknown[] {
  if (type.kind !== 'date' && type.kind !== 'datetime') return keysOfElement(value, type, environment);
  return typeof value === 'number'
    ? [value, localDate(value, environment.timezone)]
    : [value, dayOfInstant(value as string)];
}

/** Values of one class do not equal the same elements for the same reasons. */
function classOf(value: Value, type: Type): string {
  if (type.kind === 'money') return (value as Money).currency;
  return isNumeric(value) ? 'number' : typeof value;
}

/** Why an element may equal a value of a class although it is not found; null: it does not. */
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
 * Is a value an element? Each element is looked at once, however many values are looked for. An element that is unknown makes
 * a non-match unknown; money matches in its own currency only.
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
