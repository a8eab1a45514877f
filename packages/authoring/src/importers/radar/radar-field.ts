import { pathNode, printExpression, printText, readExpression, typeName, type Type } from '@tamis/lang';
import { libraryCatalogue } from '@tamis/library';

/** How texts are compared, and which attributes are compared with one another. */
type TextFamily = 'text' | 'code' | 'metadata' | 'country' | 'currency' | 'word' | 'brand' | 'address';

/** How an attribute is written beside what it is compared with; what it has no form for is refused. */
export interface RadarField {
  /** What `is_missing` asks for. */
  readonly path: string;
  readonly words?: { readonly family: TextFamily; readonly text: string };
  /** Beside numbers. */
  readonly number?: string;
  /** Beside numbers that take a unit: a currency, or one of time. */
  readonly measure?: { readonly text: string; readonly unit: string };
  /** By itself. */
  readonly flag?: string;
  /** What a reader of the rule should know. */
  readonly notes?: readonly string[];
}

/** Radar does not tell case; accents it does, which fields that ignore case do not. */
export const caseless = (path: string): RadarField => ({ path, words: { family: 'text', text: `lower(${path})` } });

export const coded = (path: string, family: TextFamily = 'code'): RadarField => ({
  path,
  words: { family, text: path },
});

/** Metadata are texts, also those that are compared with numbers. */
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

/** The field that the caller gives for a name, or why it is none that Radar could compare. */
export function mappedField(text: string): RadarField | string {
  const { expression } = readExpression(text);
  if (expression?.kind !== 'path') return `\`${text}\` is no path of a field`;
  const type = libraryCatalogue.schema.field('transaction', expression.steps)?.type ?? { kind: 'any' };
  return byType[type.kind]?.(text) ?? `\`${text}\` is ${typeName(type)}, which Radar has not`;
}

/** Brands there, and here. */
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

/** A text beside an attribute; null: it stands for nothing there. */
export function literalBeside(family: TextFamily, value: string): string | null {
  const literal = literals[family](value);
  return literal === null ? null : printText(literal);
}

/** Whether texts of two attributes are the same wherever Radar has them so. */
export const areComparable = (a: TextFamily, b: TextFamily): boolean =>
  a === b || (a === 'metadata' && (b === 'code' || b === 'country')) || (b === 'metadata' && areComparable(b, a));

/** Families in which a part of a text can be looked for. */
export const isSearchable = (family: TextFamily): boolean =>
  family === 'text' || family === 'code' || family === 'metadata';
