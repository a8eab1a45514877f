import { isObject } from '@tamis/stdx';
import type { FieldNames } from '../field-names.js';
import { describeValue } from '../literal-text.js';
import type { RuleWriter } from '../rule-writer.js';
import { comparisons } from './comparison-text.js';
import { asList, fieldOperand, testText, typedField } from './operand.js';

type Translate = (args: unknown, at: string, names: FieldNames, writer: RuleWriter) => string | null;

const connective =
  (operator: 'and' | 'or'): Translate =>
  (args, at, names, writer) => {
    const items = asList(args);
    if (items.length === 0) return writer.refuse(at, `\`${operator}\` of nothing`);
    const texts = items.map((item, index) => conditionText(item, `${at}[${index}]`, names, writer));
    return texts.includes(null) ? null : `(${texts.join(` ${operator} `)})`;
  };

const single =
  (operator: '!' | '!!'): Translate =>
  (args, at, names, writer) => {
    const [item, ...rest] = asList(args);
    if (rest.length > 0) return writer.refuse(at, `\`${operator}\` takes one value`);
    const text = conditionText(item, at, names, writer);
    return text === null || operator === '!!' ? text : `(not ${text})`;
  };

/** `if` in a condition: the first branch whose test is true, nothing where none is. */
const choice: Translate = (args, at, names, writer) => {
  const items = asList(args);
  if (items.length < 2) return writer.refuse(at, '`if` takes a test and what follows from it');
  const texts = items.map((item, index) => conditionText(item, `${at}[${index}]`, names, writer));
  if (texts.includes(null)) return null;
  const branches: string[] = [];
  const failed: string[] = [];
  for (let index = 0; index + 1 < texts.length; index += 2) {
    branches.push(`(${[...failed, texts[index], texts[index + 1]].join(' and ')})`);
    failed.push(`(not ${texts[index] as string})`);
  }
  if (texts.length % 2 === 1) branches.push(`(${[...failed, texts.at(-1)].join(' and ')})`);
  return `(${branches.join(' or ')})`;
};

/** A variable by itself is one that is true or false. */
const variable: Translate = (args, at, names, writer) => {
  const operand = fieldOperand({ var: args }, at.replace(/\.var$/, ''), names, writer);
  const typed = operand && typedField(operand, 'boolean', names, writer);
  return typed && testText(typed, '= true', true);
};

const operators: ReadonlyMap<string, Translate> = new Map<string, Translate>([
  ['and', connective('and')],
  ['or', connective('or')],
  ['!', single('!')],
  ['!!', single('!!')],
  ['if', choice],
  ['?:', choice],
  ['var', variable],
  ...comparisons,
]);

/** An expression as a condition, in parentheses; null: something in it was refused. */
export function conditionText(logic: unknown, at: string, names: FieldNames, writer: RuleWriter): string | null {
  if (!isObject(logic)) return writer.refuse(at, `${describeValue(logic)} as a condition: it never changes`);
  const [operator, ...rest] = Object.keys(logic);
  if (operator === undefined || rest.length > 0)
    return writer.refuse(at, `an expression has one operator, not ${Object.keys(logic).length}`);
  const translate = operators.get(operator);
  if (!translate) return writer.refuse(`${at}.${operator}`, `the operator \`${operator}\` in a condition`);
  return translate(logic[operator], `${at}.${operator}`, names, writer);
}
