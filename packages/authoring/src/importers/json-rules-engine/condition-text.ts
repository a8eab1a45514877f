import { isObject } from '@tamis/stdx';
import type { FieldKind, SourceField } from '../field-names.js';
import type { JsonObject } from '../json-object.js';
import { describeValue, isScalar, kindOf, listedKind, literalList, literalText, type Scalar } from '../literal-text.js';
import type { ConditionTranslation } from './condition-translation.js';

/** Fields that change the order of evaluation or name a condition, but never change its result. */
const leafMembers: ReadonlySet<string> = new Set(['fact', 'operator', 'value', 'path', 'name', 'priority']);

interface Operator {
  /** Returns `null` if the value is not suitable. */
  readonly kind: (value: unknown) => FieldKind | null;
  readonly needs: string;
  readonly text: (path: string, field: string, value: unknown) => string;
  /** Compares a fact with another fact: the result for a missing one is undecided, because in the source null and a missing fact differ. */
  readonly ofFields: (path: string, field: string, other: SourceField, written: string) => string;
}

const scalarKind = (value: unknown): FieldKind | null => (isScalar(value) ? kindOf(value) : null);

const oneOf = 'a number, a text, true or false';
const compared = (sign: string, or = 'present', join = 'and'): Operator => ({
  kind: scalarKind,
  needs: oneOf,
  text: (path, field, value) => `(${path} is ${or} ${join} ${field} ${sign} ${literalText(value as Scalar)})`,
  ofFields: (path, field, other, written) =>
    sign === '='
      ? `((${path} is present or ${other.path} is missing) and (${path} is missing or ${other.path} is present) and ${field} = ${written})`
      : `((${path} is present and ${other.path} is missing) or (${path} is missing and ${other.path} is present) or ${field} != ${written})`,
});
const ordered = (sign: string): Operator => ({
  ...compared(sign),
  kind: (value) => (typeof value === 'number' ? 'number' : null),
  needs: 'a number',
  ofFields: (path, field, _other, written) => `(${path} is present and ${field} ${sign} ${written})`,
});
const listed = (sign: string, or: string, join: string): Operator => ({
  kind: listedKind,
  needs: 'a list of numbers, of texts, or of true and false',
  text: (path, field, value) =>
    `(${path} is ${or} ${join} ${field} ${sign} ${literalList(value as readonly unknown[])})`,
  ofFields: (_path, field, _other, written) => `(${field} ${sign} ${written})`,
});
/** The value is written before `in`, which accepts only lists: `contains` would also search in texts. */
const containing = (sign: string): Operator => ({
  kind: (value) => (isScalar(value) ? 'list' : null),
  needs: oneOf,
  text: (path, field, value) => `(${path} is present and ${literalText(value as Scalar)} ${sign} ${field})`,
  ofFields: (path, field, _other, written) => `(${path} is present and ${written} ${sign} ${field})`,
});

const operators: ReadonlyMap<unknown, Operator> = new Map([
  ['equal', compared('=')],
  ['notEqual', compared('!=', 'missing', 'or')],
  ['lessThan', ordered('<')],
  ['lessThanInclusive', ordered('<=')],
  ['greaterThan', ordered('>')],
  ['greaterThanInclusive', ordered('>=')],
  ['in', listed('in', 'present', 'and')],
  ['notIn', listed('not in', 'missing', 'or')],
  ['contains', containing('in')],
  ['doesNotContain', containing('not in')],
]);

/** Splits `$.a.b` into steps; returns `null` if the path contains more than field names. */
function pathSteps(path: unknown): readonly string[] | null {
  if (path === undefined) return [];
  if (typeof path !== 'string' || !/^\$(\.[A-Za-z_]\w*)+$/.test(path)) return null;
  return path.slice(2).split('.');
}

/** Returns the field of a fact and its path; `null` if it was refused. */
function factField(fact: unknown, path: unknown, at: string, translation: ConditionTranslation): SourceField | null {
  if (typeof fact !== 'string' || fact === '') return translation.refuse(`${at}.fact`, 'a condition must name a fact');
  const steps = pathSteps(path);
  if (steps === null)
    return translation.refuse(
      `${at}.path`,
      `the path ${describeValue(path)}: only members are supported, such as \`$.address.country\``,
    );
  const problem = translation.names.problem([fact, ...steps]);
  return problem === null ? translation.names.field([fact, ...steps]) : translation.refuse(`${at}.path`, problem);
}

function factBesideFact(
  operator: Operator,
  field: SourceField,
  value: JsonObject,
  at: string,
  translation: ConditionTranslation,
): string | null {
  const foreign = Object.keys(value).find((member) => member !== 'fact' && member !== 'path');
  if (foreign !== undefined)
    return translation.refuse(`${at}.value.${foreign}`, `\`${foreign}\` of a fact as the value`);
  const other = factField(value['fact'], value['path'], `${at}.value`, translation);
  if (!other) return null;
  const text = translation.besideField(field, `${at}.fact`);
  const written = translation.besideField(other, `${at}.value`);
  return text === null || written === null ? null : operator.ofFields(field.path, text, other, written);
}

function leafText(leaf: JsonObject, at: string, translation: ConditionTranslation): string | null {
  const foreign = Object.keys(leaf).find((member) => !leafMembers.has(member));
  if (foreign !== undefined)
    return translation.refuse(`${at}.${foreign}`, `\`${foreign}\` of a condition: a value cannot have parameters here`);
  const { value } = leaf;
  const operator = operators.get(leaf['operator']);
  if (!operator)
    return translation.refuse(
      `${at}.operator`,
      `the operator ${describeValue(leaf['operator'])} is not a built-in operator`,
    );
  const field = factField(leaf['fact'], leaf['path'], at, translation);
  if (!field) return null;
  if (isObject(value) && 'fact' in value) return factBesideFact(operator, field, value, at, translation);
  const kind = operator.kind(value);
  if (kind === null)
    return translation.refuse(
      `${at}.value`,
      `${describeValue(value)}: \`${String(leaf['operator'])}\` takes ${operator.needs}`,
    );
  const text = translation.beside(field, `${at}.value`, kind, Array.isArray(value) ? value : []);
  return text === null ? null : operator.text(field.path, text, value);
}

function groupText(items: unknown, word: 'all' | 'any', at: string, translation: ConditionTranslation): string | null {
  if (!Array.isArray(items) || items.length === 0)
    return translation.refuse(at, `empty \`${word}\`: a rule that is always true is not a rule`);
  const texts = items.map((item, index) => conditionText(item, `${at}[${index}]`, translation));
  if (texts.includes(null)) return null;
  return `(${texts.join(word === 'all' ? ' and ' : ' or ')})`;
}

function partText(condition: unknown, at: string, translation: ConditionTranslation): string | null {
  if (!isObject(condition))
    return translation.refuse(at, `a condition must be an object, not ${describeValue(condition)}`);
  const word = (['any', 'all', 'not'] as const).find((each) => Object.hasOwn(condition, each));
  if (word === undefined) {
    if (!('condition' in condition)) return leafText(condition, at, translation);
    return translation.shared(condition['condition'], at, (named) => conditionText(named, at, translation));
  }
  const foreign = Object.keys(condition).find((member) => ![word, 'name', 'priority'].includes(member));
  if (foreign !== undefined) return translation.refuse(`${at}.${foreign}`, `\`${foreign}\` beside \`${word}\``);
  if (word !== 'not') return groupText(condition[word], word, `${at}.${word}`, translation);
  const negated = conditionText(condition['not'], `${at}.not`, translation);
  return negated === null ? null : `(not ${negated})`;
}

/** Returns a condition as rule text in parentheses; `null` if a part was refused. */
export function conditionText(condition: unknown, at: string, translation: ConditionTranslation): string | null {
  return translation.part(at, () => partText(condition, at, translation));
}
