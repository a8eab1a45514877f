import { isObject } from '@tamis/stdx';
import type { FieldNames, FieldKind } from '../field-names.js';
import type { JsonObject } from '../json-object.js';
import { describeValue, isScalar, kindOf, literalText, type Scalar } from '../literal-text.js';
import type { RuleWriter } from '../rule-writer.js';

/** Members that change the order of evaluation or name a condition, never its result. */
const leafMembers: ReadonlySet<string> = new Set(['fact', 'operator', 'value', 'path', 'name', 'priority']);

interface Operator {
  /** Null: the value does not suit. */
  readonly kind: (value: unknown) => FieldKind | null;
  readonly needs: string;
  readonly text: (field: string, value: unknown) => string;
}

const literals = (value: unknown): string => `[${(value as readonly Scalar[]).map(literalText).join(', ')}]`;

const scalarKind = (value: unknown): FieldKind | null => (isScalar(value) ? kindOf(value) : null);

/** Of a list whose values are all of one kind. */
function listedKind(value: unknown): FieldKind | null {
  if (!Array.isArray(value) || value.length === 0) return null;
  const kinds = new Set(value.map(scalarKind));
  const [kind = null] = kinds;
  return kinds.size === 1 ? kind : null;
}

const oneOf = 'a number, a text, true or false';
const compared = (sign: string, or = 'present', join = 'and'): Operator => ({
  kind: scalarKind,
  needs: oneOf,
  text: (field, value) => `(${field} is ${or} ${join} ${field} ${sign} ${literalText(value as Scalar)})`,
});
const ordered = (sign: string): Operator => ({
  ...compared(sign),
  kind: (value) => (typeof value === 'number' ? 'number' : null),
  needs: 'a number',
});
const listed = (sign: string, or: string, join: string): Operator => ({
  kind: listedKind,
  needs: 'a list of numbers, of texts, or of true and false',
  text: (field, value) => `(${field} is ${or} ${join} ${field} ${sign} ${literals(value)})`,
});
/** The value stands before `in`, which takes nothing but lists: `contains` would look into texts too. */
const containing = (sign: string): Operator => ({
  kind: (value) => (isScalar(value) ? 'list' : null),
  needs: oneOf,
  text: (field, value) => `(${field} is present and ${literalText(value as Scalar)} ${sign} ${field})`,
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

/** `$.a.b` as steps; null: it is more than members. */
function pathSteps(path: unknown): readonly string[] | null {
  if (path === undefined) return [];
  if (typeof path !== 'string' || !/^\$(\.[A-Za-z_]\w*)+$/.test(path)) return null;
  return path.slice(2).split('.');
}

function leafText(leaf: JsonObject, at: string, names: FieldNames, writer: RuleWriter): string | null {
  const foreign = Object.keys(leaf).find((member) => !leafMembers.has(member));
  if (foreign !== undefined)
    return writer.refuse(`${at}.${foreign}`, `\`${foreign}\` of a condition: a value has no parameters here`);
  const { fact, path, value } = leaf;
  if (typeof fact !== 'string' || fact === '') return writer.refuse(`${at}.fact`, 'a condition names a fact');
  const operator = operators.get(leaf['operator']);
  if (!operator)
    return writer.refuse(
      `${at}.operator`,
      `the operator ${describeValue(leaf['operator'])} is not one of those built in`,
    );
  const steps = pathSteps(path);
  if (steps === null)
    return writer.refuse(`${at}.path`, `the path ${describeValue(path)}: only members, as \`$.address.country\``);
  if (isObject(value) && 'fact' in value)
    return writer.refuse(
      `${at}.value`,
      'a fact as the value of a condition: two fields of unknown type are not compared',
    );
  const kind = operator.kind(value);
  if (kind === null)
    return writer.refuse(
      `${at}.value`,
      `${describeValue(value)}: \`${String(leaf['operator'])}\` takes ${operator.needs}`,
    );
  const field = names.text([fact, ...steps]);
  const conflict = names.conflict(field, kind);
  return conflict === null ? operator.text(field, value) : writer.refuse(`${at}.value`, conflict);
}

function groupText(
  items: unknown,
  word: 'all' | 'any',
  at: string,
  names: FieldNames,
  writer: RuleWriter,
): string | null {
  if (!Array.isArray(items) || items.length === 0)
    return writer.refuse(at, `\`${word}\` of nothing: a rule that is always true is none`);
  const texts = items.map((item, index) => conditionText(item, `${at}[${index}]`, names, writer));
  if (texts.includes(null)) return null;
  return `(${texts.join(word === 'all' ? ' and ' : ' or ')})`;
}

/** A condition as rule text, in parentheses; null: something in it was refused. */
export function conditionText(condition: unknown, at: string, names: FieldNames, writer: RuleWriter): string | null {
  if (!isObject(condition)) return writer.refuse(at, `a condition is an object, not ${describeValue(condition)}`);
  const word = (['any', 'all', 'not'] as const).find((each) => Object.hasOwn(condition, each));
  if (word === undefined) {
    if ('condition' in condition)
      return writer.refuse(`${at}.condition`, `the shared condition ${describeValue(condition['condition'])}`);
    return leafText(condition, at, names, writer);
  }
  const foreign = Object.keys(condition).find((member) => ![word, 'name', 'priority'].includes(member));
  if (foreign !== undefined) return writer.refuse(`${at}.${foreign}`, `\`${foreign}\` beside \`${word}\``);
  if (word !== 'not') return groupText(condition[word], word, `${at}.${word}`, names, writer);
  const negated = conditionText(condition['not'], `${at}.not`, names, writer);
  return negated === null ? null : `(not ${negated})`;
}
