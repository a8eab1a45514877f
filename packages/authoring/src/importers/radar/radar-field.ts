import { pathNode, printExpression, printText, readExpression, typeName, type Type } from '@tamis/lang';
import { libraryCatalogue } from '@tamis/library';

/** Determines how texts are compared, and which attributes can be compared with each other. */
type TextFamily = 'text' | 'code' | 'metadata' | 'country' | 'currency' | 'word' | 'brand' | 'address';

/** The forms of an attribute in comparisons; a comparison without a form is refused. */
export interface RadarField {
  /** The path that `is_missing` tests. */
  readonly path: string;
  readonly words?: { readonly family: TextFamily; readonly text: string };
  /** The form in comparisons with numbers. */
  readonly number?: string;
  /** The form in comparisons with numbers that have a unit: a currency, or a unit of time. */
  readonly measure?: { readonly text: string; readonly unit: string };
  /** The form as a condition on its own. */
  readonly flag?: string;
  /** Notes for readers of the rule. */
  readonly notes?: readonly string[];
}

/** Radar ignores case but not accents, while fields that ignore case also ignore accents. */
export const caseless = (path: string): RadarField => ({ path, words: { family: 'text', text: `lower(${path})` } });

export const coded = (path: string, family: TextFamily = 'code'): RadarField => ({
  path,
  words: { family, text: path },
});

/** Metadata are texts, even if they are compared with numbers. */
export const metadataField = (steps: readonly string[]): RadarField => {
  const path = printExpression(pathNode(steps));
  return { path, words: { family: 'metadata', text: path }, number: `number(${path})` };
};

const byType: Partial<Record<Type['kind'], (path: string) => RadarField>> = {
  any: (path) => ({ ...caseless(path), number: path, flag: `(${path} = true)` }),
  text: caseless,
  enum: coded,
  country: (path) => coded(path, 'country'),
  currency: (path) => coded(path, 'currency'),
  ip: (path) => coded(path, 'address'),
  number: (path) => ({ path, number: path }),
  money: (path) => ({ path, number: `amountOf(${path})` }),
  bool: (path) => ({ path, flag: path }),
};

/** Returns the field that the caller maps to a name, or the reason why Radar could not compare it. */
export function mappedField(text: string): RadarField | string {
  const { expression } = readExpression(text);
  if (expression?.kind !== 'path') return `\`${text}\` is not a field path`;
  const type = libraryCatalogue.schema.field('transaction', expression.steps)?.type ?? { kind: 'any' };
  return byType[type.kind]?.(text) ?? `\`${text}\` is ${typeName(type)}, which Radar does not have`;
}

/** The brands in Radar, and in rules. */
const brands: ReadonlyMap<string, string> = new Map([
  ['amex', 'amex'],
  ['cup', 'unionpay'],
  ['diners', 'diners'],
  ['dscvr', 'discover'],
  ['interac', 'interac'],
  ['jcb', 'jcb'],
  ['mc', 'mastercard'],
  ['visa', 'visa'],
]);

const literals: Readonly<Record<TextFamily, (value: string) => string | null>> = {
  text: (value) => value.toLowerCase(),
  code: (value) => value,
  metadata: (value) => value,
  country: (value) => value.toUpperCase(),
  currency: (value) => value.toUpperCase(),
  word: (value) => value.toLowerCase(),
  brand: (value) => brands.get(value.toLowerCase()) ?? null,
  address: (value) => (value.includes('/') ? null : value),
};

/** Returns the literal for a text in a comparison; `null` if the attribute cannot have this value. */
export function literalBeside(family: TextFamily, value: string): string | null {
  const literal = literals[family](value);
  return literal === null ? null : printText(literal);
}

/** Whether the texts of two attributes are equal in rules whenever they are equal in Radar. */
export const areComparable = (a: TextFamily, b: TextFamily): boolean =>
  a === b || (a === 'metadata' && (b === 'code' || b === 'country')) || (b === 'metadata' && areComparable(b, a));

/** Whether a family allows searching for a part of a text. */
export const isSearchable = (family: TextFamily): boolean =>
  family === 'text' || family === 'code' || family === 'metadata';
