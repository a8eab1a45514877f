import { describeValue, literalText } from '../literal-text.js';
import type { LogicTranslation } from './logic-translation.js';
import { asList, fieldOperand, isVariable, operatorOf, typedField } from './operand.js';

type Combine = (texts: readonly string[]) => string | null;

interface Arithmetic {
  readonly takes: string;
  /** Returns `null` if the number of values is not allowed. */
  readonly combine: Combine;
}

const joined =
  (sign: string): Combine =>
  (texts) =>
    texts.length === 0 ? null : `(${texts.join(` ${sign} `)})`;

/** In the source, the remainder has the sign of the dividend; `mod` has the sign of the divisor. */
const remainder: Combine = (texts) => {
  const [left, right] = texts;
  if (left === undefined || right === undefined || texts.length !== 2) return null;
  return `if(${left} < 0, -mod(-${left}, abs(${right})), mod(${left}, abs(${right})))`;
};

const arithmetic: ReadonlyMap<string, Arithmetic> = new Map([
  ['+', { takes: 'values', combine: joined('+') }],
  ['*', { takes: 'values', combine: joined('*') }],
  ['-', { takes: 'values', combine: (texts) => (texts.length === 1 ? `(-${texts[0] ?? ''})` : joined('-')(texts)) }],
  ['/', { takes: 'values', combine: (texts) => (texts.length === 1 ? `(1 / ${texts[0] ?? ''})` : joined('/')(texts)) }],
  ['%', { takes: 'two values', combine: remainder }],
]);

const extremes: ReadonlyMap<string, string> = new Map([
  ['min', 'least'],
  ['max', 'greatest'],
]);

const choices: ReadonlySet<string> = new Set(['if', '?:']);

/** Whether the result of an expression is a number, regardless of the data. */
export const isArithmetic = (logic: unknown): boolean => {
  const operator = operatorOf(logic);
  return operator !== null && (arithmetic.has(operator) || extremes.has(operator));
};

/** Whether the result of an expression is one of several values, one of which may be missing. */
export const isChoice = (logic: unknown): boolean => choices.has(operatorOf(logic) ?? '');

function variableText(logic: unknown, at: string, translation: LogicTranslation): string | null {
  const operand = fieldOperand(logic, at, translation);
  const text = operand && typedField(operand, 'number', translation);
  // As in the source, a missing number counts as 0.
  return text === null || operand?.fallback !== null ? text : `(${text} otherwise 0)`;
}

/** Uses numbers without a default: in the source, missing values have no minimum and no maximum. */
function extremeText(operator: string, args: unknown, at: string, translation: LogicTranslation): string | null {
  const items = asList(args);
  const texts = items.map((item, index) => {
    if (!isVariable(item)) return translation.number(item, `${at}[${index}]`);
    const operand = fieldOperand(item, `${at}[${index}]`, translation);
    return operand && typedField(operand, 'number', translation);
  });
  if (texts.length < 2) return translation.refuse(at, `\`${operator}\` takes two values or more`);
  return texts.includes(null) ? null : `${extremes.get(operator) ?? ''}(${texts.join(', ')})`;
}

/** `if` as a number: the first branch whose test is true, otherwise the last. */
function choiceText(args: unknown, at: string, translation: LogicTranslation): string | null {
  const items = asList(args);
  if (items.length < 3 || items.length % 2 === 0)
    return translation.refuse(at, '`if` as a number takes tests with their results, and a result without a test');
  const texts = items.map((item, index) =>
    index % 2 === 0 && index < items.length - 1
      ? translation.condition(item, `${at}[${index}]`)
      : translation.number(item, `${at}[${index}]`),
  );
  if (texts.includes(null)) return null;
  let text = texts.at(-1) ?? '';
  for (let index = texts.length - 3; index >= 0; index -= 2)
    text = `if(${texts[index] ?? ''}, ${texts[index + 1] ?? ''}, ${text})`;
  return text;
}

/** Returns an expression as a number; `null` if a part was refused. */
export function numberText(logic: unknown, at: string, translation: LogicTranslation): string | null {
  if (typeof logic === 'number' && Number.isFinite(logic)) return literalText(logic);
  if (isVariable(logic)) return variableText(logic, at, translation);
  const operator = operatorOf(logic);
  if (operator === null) return translation.refuse(at, `${describeValue(logic)} where a number is needed`);
  const args = (logic as Readonly<Record<string, unknown>>)[operator];
  const place = `${at}.${operator}`;
  if (isChoice(logic)) return choiceText(args, place, translation);
  if (extremes.has(operator)) return extremeText(operator, args, place, translation);
  const known = arithmetic.get(operator);
  if (!known) return translation.refuse(place, `the operator \`${operator}\` as a number`);
  const texts = asList(args).map((item, index) => translation.number(item, `${place}[${index}]`));
  if (texts.includes(null)) return null;
  translation.note(
    'numbers are exact decimals here, where 0.1 + 0.2 is 0.3; a missing one is 0, in json-logic-js no number',
  );
  return known.combine(texts as readonly string[]) ?? translation.refuse(place, `\`${operator}\` takes ${known.takes}`);
}
