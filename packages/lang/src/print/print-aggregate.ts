import type { AggregateNode } from '../ast/aggregate-node.js';
import { atLeast, precedence } from './precedence.js';
import { toPrinted } from './print-expression.js';
import { printPath } from './print-path.js';

/** A value that begins with the field `prior` would read as `prior <source>`. */
const readsAsPrior = /^prior [A-Za-z]/;

function printValue(value: NonNullable<AggregateNode['value']>): string {
  const text = atLeast(precedence.otherwise, toPrinted(value));
  return readsAsPrior.test(`${text} of`) ? `(${text})` : text;
}

export function printAggregate({ function: name, value, prior, source, links, window, where }: AggregateNode): string {
  const parts = [
    value ? `${printValue(value)} of` : null,
    prior ? 'prior' : null,
    source,
    ...links.map(({ kind, path }) => `${kind} ${printPath(path.steps)}`),
    window ? `in last ${window.duration.amount}${window.duration.unit}` : null,
    where ? `where ${toPrinted(where).text}` : null,
  ];
  return `${name}(${parts.filter((part) => part !== null).join(' ')})`;
}
