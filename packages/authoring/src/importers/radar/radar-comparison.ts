import { printText } from '@tamis/lang';
import { areComparable, isSearchable, literalBeside, type RadarField } from './radar-field.js';

/** A number or a text as it was written. */
export interface RadarValue {
  readonly kind: 'number' | 'text';
  readonly text: string;
}

/** Rule text, or the reason why there is none. */
export type Comparison = { readonly text: string } | { readonly problem: string };

const problem = (text: string): Comparison => ({ problem: text });

const isEquality = (sign: string): boolean => sign === '=' || sign === '!=';

/** An address with a prefix length, which would be a block of addresses in a comparison with metadata. */
const blockForm = /^[0-9a-f.:]+\/\d+$/i;

/** Returns a number with the unit required by the compared attribute; `null` if rules have no such number. */
function measured(number: string, unit: string): string | null {
  if (/^[A-Z]{3}$/.test(unit)) return `${number} ${unit}`;
  return /^\d+$/.test(number) ? `${number}${unit}` : null;
}

/** Returns both sides of a comparison of a field with a value. */
function beside(field: RadarField, value: RadarValue): readonly [left: string, right: string] | string {
  const { words, number, measure } = field;
  if (value.kind === 'text') {
    const literal = words ? literalBeside(words.family, value.text) : null;
    if (!words) return `\`${value.text}\` where a number is needed`;
    if (literal !== null) return [words.text, literal];
    return words.family === 'brand'
      ? `the card brand \`${value.text}\`, which Radar does not have`
      : `\`${value.text}\` next to an address, where it would be a block of addresses`;
  }
  const literal = measure ? measured(value.text, measure.unit) : null;
  if (measure && literal !== null) return [measure.text, literal];
  return number === undefined ? `\`${value.text}\` where a text is needed` : [number, value.text];
}

/** Translates `:card_country: != 'US'`. */
export function compareValue(field: RadarField, sign: string, value: RadarValue): Comparison {
  const sides = beside(field, value);
  if (typeof sides !== 'string' && value.kind === 'text' && !isEquality(sign))
    return problem(`\`${sign}\` with a text: only numbers are ordered`);
  return typeof sides === 'string' ? problem(sides) : { text: `(${sides[0]} ${sign} ${sides[1]})` };
}

/** Translates `:card_country: != :ip_country:`. */
export function compareFields(left: RadarField, sign: string, right: RadarField): Comparison {
  const [words, others] = [left.words, right.words];
  if (words && others && isEquality(sign) && areComparable(words.family, others.family))
    return { text: `(${words.text} ${sign} ${others.text})` };
  if (left.measure && right.measure?.unit === left.measure.unit)
    return { text: `(${left.measure.text} ${sign} ${right.measure.text})` };
  if (left.number !== undefined && right.number !== undefined)
    return { text: `(${left.number} ${sign} ${right.number})` };
  return problem('two attributes whose values are never equal in rules');
}

/** Translates `:card_country: IN ('US', 'CA')`. */
export function compareList(field: RadarField, values: readonly RadarValue[]): Comparison {
  const [first] = values;
  if (!first || values.some(({ kind }) => kind !== first.kind)) return problem('a list of texts and numbers');
  // Amounts in a list are not converted.
  const { measure: _measure, ...plain } = field;
  const sides = values.map((value) => beside(plain, value));
  const wrong = sides.find((each) => typeof each === 'string');
  if (wrong !== undefined) return problem(wrong);
  const pairs = sides as readonly (readonly [string, string])[];
  const isBlock = field.words?.family === 'metadata' && values.some(({ text }) => blockForm.test(text));
  const left = pairs[0]?.[0] ?? '';
  return { text: `(${isBlock ? `exact(${left})` : left} in [${pairs.map(([, right]) => right).join(', ')}])` };
}

/** Translates `:email: IN @list`: all items of a list are matched without regard to case. */
export function compareDataList({ path, words }: RadarField, name: string): Comparison {
  if (!words || words.family === 'brand') return problem('a list next to an attribute that has other values in rules');
  return { text: `(${path} in list ${printText(name)})` };
}

/** Translates `:email: INCLUDES 'x'`. */
export function compareSearch(field: RadarField, value: string): Comparison {
  const { words } = field;
  if (!words || !isSearchable(words.family)) return problem('INCLUDES on an attribute that is not free text');
  const literal = literalBeside(words.family, value) ?? '';
  return { text: `(${words.text} contains ${literal})` };
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** Translates `:email: LIKE 'a%@x.com'`: % stands for any characters. */
export function comparePattern(field: RadarField, pattern: string): Comparison {
  const { words } = field;
  if (!words || !isSearchable(words.family)) return problem('LIKE on an attribute that is not free text');
  const written = words.family === 'text' ? pattern.toLowerCase() : pattern;
  if (/^%*$/.test(written)) return problem(`the pattern \`${pattern}\`: it matches everything`);
  const [, before = '', middle, after = ''] = /^(%?)([^%]+)(%?)$/.exec(written) ?? [];
  if (middle === undefined)
    return { text: `(${words.text} matches ${printText(`(?s)^${written.split(/%+/).map(escaped).join('.*')}$`)})` };
  const word = before && after ? 'contains' : before ? 'ends with' : after ? 'starts with' : '=';
  return { text: `(${words.text} ${word} ${printText(middle)})` };
}
