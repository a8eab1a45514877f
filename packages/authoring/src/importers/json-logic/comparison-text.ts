import { isObject } from '@tamis/stdx';
import type { FieldNames } from '../field-names.js';
import { describeValue, isScalar, kindOf, literalText, type Scalar } from '../literal-text.js';
import type { RuleWriter } from '../rule-writer.js';
import { asList, fieldOperand, isVariable, testText, typedField } from './operand.js';

type Translate = (args: unknown, at: string, names: FieldNames, writer: RuleWriter) => string | null;

const mirroredOperators: Readonly<Record<string, string>> = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' };

const equality =
  (operator: '==' | '===' | '!=' | '!=='): Translate =>
  (args, at, names, writer) => {
    const positive = operator === '==' || operator === '===';
    const isLoose = operator.length === 2;
    const [left, right, ...rest] = asList(args);
    if (rest.length > 0 || !Array.isArray(args)) return writer.refuse(at, `\`${operator}\` takes two values`);
    const isLeft = isVariable(left) || (isObject(left) && !isVariable(right));
    const [variable, value, place] = isLeft ? [left, right, 0] : [right, left, 1];
    const operand = fieldOperand(variable, `${at}[${place}]`, names, writer);
    if (!operand) return null;
    if (isLoose && (value === null || value === 0 || value === false))
      return writer.refuse(
        at,
        `\`${operator}\` with ${describeValue(value)}, which a missing value equals too: write \`${operator}=\``,
      );
    if (value === null) return `(${operand.field} is ${positive ? 'missing' : 'present'})`;
    if (!isScalar(value)) return writer.refuse(`${at}[${1 - place}]`, `\`${operator}\` with ${describeValue(value)}`);
    const typed = typedField(operand, kindOf(value), names, writer);
    return typed && testText(typed, `${positive ? '=' : '!='} ${literalText(value)}`, positive);
  };

const order =
  (operator: '<' | '<=' | '>' | '>='): Translate =>
  (args, at, names, writer) => {
    const values = asList(args);
    if (values.length < 2 || values.length > 3) return writer.refuse(at, `\`${operator}\` takes two or three values`);
    const place = values.findIndex(isVariable);
    const numbers = values.filter((_, index) => index !== place);
    const wrong = numbers.find((value) => typeof value !== 'number' || !Number.isFinite(value));
    if (wrong !== undefined && !isVariable(wrong))
      return writer.refuse(at, `\`${operator}\` with ${describeValue(wrong)}: only numbers are ordered`);
    if (place < 0 || wrong !== undefined || (values.length === 3 && place !== 1))
      return writer.refuse(at, `\`${operator}\` compares one variable with numbers`);
    const operand = fieldOperand(values[place], `${at}[${place}]`, names, writer);
    const typed = operand && typedField(operand, 'number', names, writer);
    if (!typed) return null;
    // A missing number counts as 0, as it does there.
    const field = `(${typed} otherwise 0)`;
    const parts = values.flatMap((value, index) => {
      if (index === place) return [];
      return [`${field} ${index < place ? mirroredOperators[operator] : operator} ${literalText(value as number)}`];
    });
    return `(${parts.join(' and ')})`;
  };

const membership: Translate = (args, at, names, writer) => {
  const [sought, whole, ...rest] = asList(args);
  if (rest.length > 0 || !Array.isArray(args)) return writer.refuse(at, '`in` takes two values');
  if (typeof sought === 'string' && isVariable(whole)) {
    if (sought === '') return writer.refuse(`${at}[0]`, '`in` with an empty text');
    const operand = fieldOperand(whole, `${at}[1]`, names, writer);
    const typed = operand && typedField(operand, 'text', names, writer);
    return typed && testText(typed, `contains ${literalText(sought)}`, true);
  }
  const kinds = Array.isArray(whole) ? new Set(whole.map((each) => (isScalar(each) ? kindOf(each) : null))) : new Set();
  const [kind] = kinds;
  if (kinds.size !== 1 || kind === null || kind === undefined)
    return writer.refuse(
      `${at}[1]`,
      `\`in\` with ${describeValue(whole)}: a list of numbers or of texts, or a text in a variable`,
    );
  const operand = fieldOperand(sought, `${at}[0]`, names, writer);
  const typed = operand && typedField(operand, kind as 'number', names, writer);
  return typed && testText(typed, `in [${(whole as readonly Scalar[]).map(literalText).join(', ')}]`, true);
};

/** By operator, of those that compare. */
export const comparisons: ReadonlyMap<string, Translate> = new Map<string, Translate>([
  ['==', equality('==')],
  ['===', equality('===')],
  ['!=', equality('!=')],
  ['!==', equality('!==')],
  ['<', order('<')],
  ['<=', order('<=')],
  ['>', order('>')],
  ['>=', order('>=')],
  ['in', membership],
]);
