import { isObject } from '@tamis/stdx';
import { describeValue, isScalar, kindOf, listedKind, literalList, literalText } from '../literal-text.js';
import type { LogicTranslation } from './logic-translation.js';
import { isArithmetic, isChoice } from './number-text.js';
import { asList, fieldOperand, isVariable, testText, typedField } from './operand.js';

type Translate = (args: unknown, at: string, translation: LogicTranslation) => string | null;

type EqualitySign = '==' | '===' | '!=' | '!==';

const isPositive = (sign: EqualitySign): boolean => sign.startsWith('=');
const isLoose = (sign: EqualitySign): boolean => sign.length === 2;

/** Compares two variables: as in the source, they are equal if both are missing. */
function equalVariables(
  sign: EqualitySign,
  [left, right]: readonly unknown[],
  at: string,
  translation: LogicTranslation,
): string | null {
  if (isLoose(sign))
    return translation.refuse(
      at,
      `\`${sign}\` of two variables, where a missing one equals 0 and false: write \`${sign}=\``,
    );
  const operands = [left, right].map((each, index) => fieldOperand(each, `${at}[${index}]`, translation));
  const [first, second] = operands;
  if (!first || !second) return null;
  if (first.fallback !== null || second.fallback !== null)
    return translation.refuse(at, 'a default next to another variable, whose type is unknown');
  const texts = [first, second].map(({ field, at: place }) => translation.besideField(field, place));
  if (texts.includes(null)) return null;
  const [a, b] = [first.field.path, second.field.path];
  return isPositive(sign)
    ? `((${a} is missing and ${b} is missing) or (${a} is present and ${b} is present and ${texts.join(' = ')}))`
    : `((${a} is missing and ${b} is present) or (${a} is present and ${b} is missing) or (${a} is present and ${b} is present and ${texts.join(' != ')}))`;
}

/** Compares two sides of which at least one is a number, regardless of the data. */
function equalNumbers(
  sign: EqualitySign,
  sides: readonly unknown[],
  at: string,
  translation: LogicTranslation,
): string | null {
  const texts = sides.map((each, index) => translation.number(each, `${at}[${index}]`));
  if (texts.includes(null)) return null;
  const test = texts.join(isPositive(sign) ? ' = ' : ' != ');
  const place = sides.findIndex(isVariable);
  const variable = place < 0 || isLoose(sign) ? null : fieldOperand(sides[place], `${at}[${place}]`, translation);
  return variable ? testText(variable, test, isPositive(sign)) : `(${test})`;
}

const equality =
  (sign: EqualitySign): Translate =>
  (args, at, translation) => {
    const [left, right, ...rest] = asList(args);
    if (rest.length > 0 || !Array.isArray(args)) return translation.refuse(at, `\`${sign}\` takes two values`);
    const isNumber = (side: unknown): boolean => isArithmetic(side) || (isLoose(sign) && isChoice(side));
    if (isNumber(left) || isNumber(right)) return equalNumbers(sign, [left, right], at, translation);
    if (isVariable(left) && isVariable(right)) return equalVariables(sign, [left, right], at, translation);
    const isLeft = isVariable(left) || (isObject(left) && !isVariable(right));
    const [variable, value, place] = isLeft ? [left, right, 0] : [right, left, 1];
    const operand = fieldOperand(variable, `${at}[${place}]`, translation);
    if (!operand) return null;
    const hasDefault = operand.fallback !== null;
    if (isLoose(sign) && !hasDefault && (value === null || value === 0 || value === false))
      return translation.refuse(
        at,
        `\`${sign}\` with ${describeValue(value)}, which a missing value also equals: write \`${sign}=\``,
      );
    if (value === null && !hasDefault) return `(${operand.field.path} is ${isPositive(sign) ? 'missing' : 'present'})`;
    if (!isScalar(value)) return translation.refuse(`${at}[${1 - place}]`, `\`${sign}\` with ${describeValue(value)}`);
    const typed = typedField(operand, kindOf(value), translation);
    if (typed === null) return null;
    return testText(operand, `${typed} ${isPositive(sign) ? '=' : '!='} ${literalText(value)}`, isPositive(sign));
  };

const order =
  (sign: '<' | '<=' | '>' | '>='): Translate =>
  (args, at, translation) => {
    const values = asList(args);
    if (values.length < 2 || values.length > 3) return translation.refuse(at, `\`${sign}\` takes two or three values`);
    const plain = values.find((value) => !isObject(value) && (typeof value !== 'number' || !Number.isFinite(value)));
    if (plain !== undefined)
      return translation.refuse(at, `\`${sign}\` with ${describeValue(plain)}: only numbers are ordered`);
    if (!values.some(isObject)) return translation.refuse(at, `\`${sign}\` of constant numbers: it never changes`);
    const texts = values.map((value, index) => translation.number(value, `${at}[${index}]`));
    if (texts.includes(null)) return null;
    const pairs = texts.slice(1).map((text, index) => `${texts[index] ?? ''} ${sign} ${text ?? ''}`);
    return `(${pairs.join(' and ')})`;
  };

const membership: Translate = (args, at, translation) => {
  const [sought, whole, ...rest] = asList(args);
  if (rest.length > 0 || !Array.isArray(args)) return translation.refuse(at, '`in` takes two values');
  if (isScalar(sought) && isVariable(whole)) {
    if (sought === '') return translation.refuse(`${at}[0]`, '`in` with an empty text');
    const operand = fieldOperand(whole, `${at}[1]`, translation);
    const isText = typeof sought === 'string';
    const typed = operand && typedField(operand, isText ? 'text' : 'list', translation);
    if (typed === null) return null;
    const value = literalText(sought);
    return testText(
      operand as NonNullable<typeof operand>,
      isText ? `${typed} contains ${value}` : `${value} in ${typed}`,
      true,
    );
  }
  const kind = listedKind(whole);
  if (kind === null)
    return translation.refuse(
      `${at}[1]`,
      `\`in\` with ${describeValue(whole)}: must be a list of numbers or of texts, or a text in a variable`,
    );
  const operand = fieldOperand(sought, `${at}[0]`, translation);
  const values = whole as readonly unknown[];
  const typed = operand && typedField(operand, kind, translation, values);
  return typed === null
    ? null
    : testText(operand as NonNullable<typeof operand>, `${typed} in ${literalList(values)}`, true);
};

/** The comparison operators. */
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
