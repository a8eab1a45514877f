import type { Expression } from '../ast/expression.js';
import { atLeast, precedence, primary, type Printed } from './precedence.js';
import { printAggregate } from './print-aggregate.js';
import { printAmount, printNumber } from './print-number.js';
import { printOperation } from './print-operation.js';
import { printPath } from './print-path.js';
import { printText } from './print-text.js';

type Printers = { readonly [K in Expression['kind']]: (node: Extract<Expression, { kind: K }>) => Printed };

const list = (items: readonly Expression[]): string => items.map((item) => toPrinted(item).text).join(', ');

/** An item of a chain. Mixed `and` and `or` always show their parentheses. */
const chainItem = (item: Expression): string => atLeast(precedence.not, toPrinted(item));

const printers: Printers = {
  textLiteral: ({ value }) => primary(printText(value)),
  numberLiteral: ({ text }) => ({
    text: printNumber(text),
    level: text.startsWith('-') ? precedence.unary : precedence.primary,
  }),
  percentLiteral: ({ text }) => primary(`${printNumber(text)}%`),
  moneyLiteral: ({ amount, currency }) => primary(`${printAmount(amount)} ${currency}`),
  durationLiteral: ({ amount, unit }) => primary(`${amount}${unit}`),
  distanceLiteral: ({ amount, unit }) => primary(`${printNumber(amount)} ${unit}`),
  dateLiteral: ({ text }) => primary(text),
  datetimeLiteral: ({ text }) => primary(text),
  booleanLiteral: ({ value }) => primary(String(value)),
  arrayLiteral: ({ items }) => primary(`[${list(items)}]`),
  path: ({ steps }) => primary(printPath(steps)),
  call: ({ name, args }) => primary(`${name}(${list(args)})`),
  listReference: ({ name }) => primary(`list ${printText(name)}`),
  aggregate: (node) => primary(printAggregate(node)),
  operation: printOperation,
  convert: ({ operand, currency }) => ({
    text: `${atLeast(precedence.conversion, toPrinted(operand))} as ${currency}`,
    level: precedence.conversion,
  }),
  and: ({ items }) => ({ text: items.map(chainItem).join(' and '), level: precedence.and }),
  or: ({ items }) => ({ text: items.map(chainItem).join(' or '), level: precedence.or }),
  not: ({ operand }) => ({ text: `not ${atLeast(precedence.not, toPrinted(operand))}`, level: precedence.not }),
};

/** Text of an expression and how tightly it holds together. */
export function toPrinted(node: Expression): Printed {
  // The table has the printer for exactly this kind; the compiler cannot pair the two by itself.
  const print = printers[node.kind] as (node: Expression) => Printed;
  return print(node);
}

/** An expression in canonical form, on one line. */
export const printExpression = (node: Expression): string => toPrinted(node).text;

/** The terms of a condition, each with the word that joins it to the one before. */
export function printTerms(node: Expression): { readonly word: 'and' | 'or' | null; readonly text: string }[] {
  if (node.kind !== 'and' && node.kind !== 'or') return [{ word: null, text: printExpression(node) }];
  return node.items.map((item, index) => ({ word: index === 0 ? null : node.kind, text: chainItem(item) }));
}
