import { isObject } from '@tamis/stdx';
import { describeValue } from '../literal-text.js';
import { comparisons } from './comparison-text.js';
import { iterationText } from './iteration-text.js';
import type { LogicTranslation } from './logic-translation.js';
import { asList, fieldOperand, testText, typedField } from './operand.js';

type Translate = (args: unknown, at: string, translation: LogicTranslation) => string | null;

const connective =
  (operator: 'and' | 'or'): Translate =>
  (args, at, translation) => {
    const items = asList(args);
    if (items.length === 0) return translation.refuse(at, `\`${operator}\` of nothing`);
    const texts = items.map((item, index) => translation.condition(item, `${at}[${index}]`));
    return texts.includes(null) ? null : `(${texts.join(` ${operator} `)})`;
  };

const single =
  (operator: '!' | '!!'): Translate =>
  (args, at, translation) => {
    const [item, ...rest] = asList(args);
    if (rest.length > 0) return translation.refuse(at, `\`${operator}\` takes one value`);
    const text = translation.condition(item, at);
    return text === null || operator === '!!' ? text : `(not ${text})`;
  };

/** Each branch includes the negation of the previous ones, so that more of them would not fit into a rule. */
const mostBranches = 30;

/** `if` as a condition: the first branch whose test is true, or nothing if there is none. */
const choice: Translate = (args, at, translation) => {
  const items = asList(args);
  if (items.length < 2 || items.length > mostBranches)
    return translation.refuse(at, `\`if\` takes tests with their results, up to ${mostBranches} parts`);
  const texts = items.map((item, index) => translation.condition(item, `${at}[${index}]`));
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

/** A variable on its own is a boolean. */
const variable: Translate = (args, at, translation) => {
  const operand = fieldOperand({ var: args }, at.replace(/\.var$/, ''), translation);
  if (!operand) return null;
  const typed = typedField(operand, 'boolean', translation);
  return typed === null ? null : testText(operand, `${typed} = true`, true);
};

const operators: ReadonlyMap<string, Translate> = new Map<string, Translate>([
  ['and', connective('and')],
  ['or', connective('or')],
  ['!', single('!')],
  ['!!', single('!!')],
  ['if', choice],
  ['?:', choice],
  ['var', variable],
  ['some', (args, at, translation) => iterationText('some', args, at, translation)],
  ['all', (args, at, translation) => iterationText('all', args, at, translation)],
  ['none', (args, at, translation) => iterationText('none', args, at, translation)],
  ...comparisons,
]);

/** Returns an expression as a condition in parentheses; `null` if a part was refused. */
export function conditionText(logic: unknown, at: string, translation: LogicTranslation): string | null {
  if (!isObject(logic)) return translation.refuse(at, `${describeValue(logic)} as a condition: it never changes`);
  const [operator, ...rest] = Object.keys(logic);
  if (operator === undefined || rest.length > 0)
    return translation.refuse(at, `an expression must have one operator, not ${Object.keys(logic).length}`);
  const translate = operators.get(operator);
  if (!translate) return translation.refuse(`${at}.${operator}`, `the operator \`${operator}\` in a condition`);
  return translate(logic[operator], `${at}.${operator}`, translation);
}
