import type { Expression } from '../ast/expression.js';
import { singleLine, type PrintContext } from './print-context.js';
import { atLeast, precedence, primary, type Printed } from './precedence.js';
import { printAggregate } from './print-aggregate.js';
import { printBlock, printConnective } from './print-group.js';
import { printAmount, printNumber } from './print-number.js';
import { printOperation } from './print-operation.js';
import { printMembers, printPath } from './print-path.js';
import { printText } from './print-text.js';

type Printers = {
  readonly [K in Expression['kind']]: (node: Extract<Expression, { kind: K }>, place: PrintContext) => Printed;
};

const list = (items: readonly Expression[], place: PrintContext): string =>
  items.map((item) => toPrinted(item, place).text).join(', ');

const printers: Printers = {
  textLiteral: ({ value }) => primary(printText(value)),
  rawTextLiteral: ({ value }) => primary(`\`${value}\``),
  numberLiteral: ({ text }) => ({
    text: printNumber(text),
    level: text.startsWith('-') ? precedence.unary : precedence.primary,
  }),
  percentLiteral: ({ text }) => primary(`${printNumber(text)}%`),
  moneyLiteral: ({ amount, currency }) => primary(`${printAmount(amount, currency)} ${currency}`),
  durationLiteral: ({ amount, unit }) => primary(`${amount}${unit}`),
  distanceLiteral: ({ amount, unit }) => primary(`${printNumber(amount)} ${unit}`),
  dateLiteral: ({ text }) => primary(text),
  datetimeLiteral: ({ text }) => primary(text),
  booleanLiteral: ({ value }) => primary(String(value)),
  arrayLiteral: ({ items }, place) => primary(`[${list(items, place)}]`),
  path: ({ steps }) => primary(printPath(steps)),
  call: ({ name, args, members }, place) => primary(`${name}(${list(args, place)})${printMembers(members)}`),
  listReference: ({ name }) => primary(`list ${printText(name)}`),
  listTypeReference: ({ type }) => primary(`lists of type ${printText(type)}`),
  aggregate: (node, place) => primary(printAggregate(node, place)),
  operation: printOperation,
  convert: ({ operand, currency }, place) => ({
    text: `${atLeast(precedence.conversion, toPrinted(operand, place))} as ${currency}`,
    level: precedence.conversion,
  }),
  and: printConnective,
  or: printConnective,
  none: printBlock,
  atLeast: printBlock,
  not: ({ operand }, place) => ({
    text: `not ${atLeast(precedence.not, toPrinted(operand, place))}`,
    level: precedence.not,
  }),
};

/** Returns the text of an expression and its precedence. */
export function toPrinted(node: Expression, place: PrintContext): Printed {
  // The table contains the printer for exactly this kind, which the compiler cannot infer.
  const print = printers[node.kind] as (node: Expression, place: PrintContext) => Printed;
  return print(node, place);
}

/** Prints an expression in canonical form, on one line. */
export const printExpression = (node: Expression): string => toPrinted(node, singleLine).text;
