import type { AndNode } from '../ast/and-node.js';
import type { AtLeastNode } from '../ast/at-least-node.js';
import type { Expression } from '../ast/expression.js';
import type { NoneNode } from '../ast/none-node.js';
import type { OrNode } from '../ast/or-node.js';
import { at, singleLine, spaces, type PrintContext } from './print-context.js';
import { atLeast, precedence, primary, type Printed } from './precedence.js';
import { toPrinted } from './print-expression.js';
import { trailingComments, printEnd, printLine } from './print-lines.js';
import { printNumber } from './print-number.js';

/** A longer chain is printed as a block. */
const maxChainLength = 100;

type Group = AndNode | OrNode | NoneNode | AtLeastNode;

function head(node: Group): string {
  if (node.kind === 'and') return 'all';
  if (node.kind === 'or') return 'any';
  return node.kind === 'none' ? 'none' : `at least ${printNumber(node.count.text)} of`;
}

/** Prints `all { … }` with one item per line. */
export function printBlock(node: Group, place: PrintContext): Printed {
  const { indent, comments } = place;
  if (indent === null)
    return primary(`${head(node)} { ${node.items.map((item) => toPrinted(item, singleLine).text).join(', ')} }`);
  const lines = node.items.flatMap((item) =>
    printLine(
      item,
      { prefix: spaces(indent + 2), text: toPrinted(item, at(indent + 2, place)).text, suffix: ',' },
      place,
    ),
  );
  return primary(
    [`${head(node)} {${trailingComments(comments.of(node).opening)}`, ...lines, ...printEnd(node, indent, place)].join(
      '\n',
    ),
  );
}

/** Prints an item of a chain. Mixed `and` and `or` always have parentheses. */
export const chainItem = (item: Expression, place: PrintContext): string =>
  atLeast(precedence.not, toPrinted(item, place));

const inline = (node: AndNode | OrNode, place: PrintContext): string =>
  node.items.map((item) => chainItem(item, place)).join(` ${node.kind} `);

/** Prints a chain, on one line if it is short enough. */
export function printConnective(node: AndNode | OrNode, place: PrintContext): Printed {
  if (node.style === 'block') return printBlock(node, place);
  const level = precedence[node.kind];
  const text = inline(node, singleLine);
  if (place.indent === null) return { text, level };
  return text.length > maxChainLength ? printBlock(node, place) : { text: inline(node, place), level };
}
