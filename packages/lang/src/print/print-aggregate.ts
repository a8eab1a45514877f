import type { AggregateLink } from '../ast/aggregate-link.js';
import type { AggregateNode } from '../ast/aggregate-node.js';
import type { AggregateWindow } from '../ast/aggregate-window.js';
import type { PrintContext } from './print-context.js';
import { atLeast, precedence } from './precedence.js';
import { toPrinted } from './print-expression.js';
import { printNumber } from './print-number.js';
import { printPath } from './print-path.js';

/** A value that begins with the field `prior` would be read as `prior <source>`. */
const readsAsPrior = /^prior [A-Za-z]/;
/** A value that begins with the field `distinct` would be read as if without it. */
const readsAsDistinct = /^distinct\b/;

function printValue({ value, distinct }: AggregateNode, place: PrintContext): string | null {
  if (!value) return null;
  const text = atLeast(precedence.otherwise, toPrinted(value, place));
  const isMistaken = readsAsPrior.test(`${text} of`) || (!distinct && readsAsDistinct.test(text));
  return `${isMistaken ? `(${text})` : text} of`;
}

function printLink(link: AggregateLink): string {
  if (link.kind === 'between') return `between ${printPath(link.first.steps)} and ${printPath(link.second.steps)}`;
  if (link.kind === 'per') return `per ${link.paths.map(({ steps }) => printPath(steps)).join(', ')}`;
  return `${link.kind} ${printPath(link.path.steps)}`;
}

function printWindow(window: AggregateWindow, place: PrintContext): string {
  switch (window.kind) {
    case 'last':
      return `in last ${toPrinted(window.duration, place).text}`;
    case 'current':
    case 'previous':
      return `in ${window.kind} ${window.unit.text}`;
    case 'allTime':
      return 'in all time';
    case 'since':
      return `since ${atLeast(precedence.otherwise, toPrinted(window.start, place))}`;
  }
}

export function printAggregate(node: AggregateNode, place: PrintContext): string {
  const { function: name, distinct, prior, last, source, links, window, where } = node;
  const parts = [
    distinct ? 'distinct' : null,
    printValue(node, place),
    prior ? 'prior' : null,
    last ? `last ${printNumber(last.text)}` : null,
    printPath(source.steps),
    ...links.map(printLink),
    window ? printWindow(window, place) : null,
    where ? `where ${toPrinted(where, place).text}` : null,
  ];
  return `${name}(${parts.filter((part) => part !== null).join(' ')})`;
}
