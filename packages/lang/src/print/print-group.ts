import type { AndNode } from '../ast/and-node.js';
import type { AtLeastNode } from '../ast/at-least-node.js';
import type { Expression } from '../ast/expression.js';
import type { NoneNode } from '../ast/none-node.js';
import type { OrNode } from '../ast/or-node.js';
import { at, flat, spaces, type Place } from './place.js';
import { atLeast, precedence, primary, type Printed } from './precedence.js';
import { toPrinted } from './print-expression.js';
import { behind, printEnd, printLine } from './print-lines.js';
import { printNumber } from './print-number.js';

/** A longer chain is laid out as a block. */
const longestChain = 100;

type Group = AndNode | OrNode | NoneNode | AtLeastNode;

function head(node: Group): string {
  if (node.kind === 'and') return 'all';
  if (node.kind === 'or') return 'any';
  return node.kind === 'none' ? 'none' : `at least ${printNumber(node.count.text)} of`;
}

/** `all { … }`: one item per line. */
export function printBlock(node: Group, place: Place): Printed {
  const { indent, comments } = place;
  if (indent === null)
    return primary(`${head(node)} { ${node.items.map((item) => toPrinted(item, flat).text).join(', ')} }`);
  const lines = node.items.flatMap((item) =>
    printLine(
      item,
      { prefix: spaces(indent + 2), text: toPrinted(item, at(indent + 2, place)).text, suffix: ',' },
      place,
    ),
  );
  return primary(
    [`${head(node)} {${behind(comments.of(node).opening)}`, ...lines, ...printEnd(node, indent, place)].join('\n'),
  );
}

/** An item of a chain. Mixed `and` and `or` always show their parentheses. */
export const chainItem = (item: Expression, place: Place): string => atLeast(precedence.not, toPrinted(item, place));

const inline = (node: AndNode | OrNode, place: Place): string =>
  node.items.map((item) => chainItem(item, place)).join(` ${node.kind} `);

/** A chain stays on its line as long as it is short enough. */
export function printConnective(node: AndNode | OrNode, place: Place): Printed {
  if (node.style === 'block') return printBlock(node, place);
  const level = precedence[node.kind];
  const text = inline(node, flat);
  if (place.indent === null) return { text, level };
  return text.length > longestChain ? printBlock(node, place) : { text: inline(node, place), level };
}
