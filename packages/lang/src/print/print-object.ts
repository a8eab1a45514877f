import type { ObjectEntry } from '../ast/object-entry.js';
import type { ObjectNode } from '../ast/object-node.js';
import type { ObjectValue } from '../ast/object-value.js';
import type { PrintContext } from './print-context.js';
import { toPrinted } from './print-expression.js';
import { printPath } from './print-path.js';
import { printText } from './print-text.js';

function printEntry({ key, value }: ObjectEntry, place: PrintContext): string {
  const name = key.kind === 'path' ? printPath(key.steps) : printText(key.value);
  return `${name}: ${printObjectValue(value, place)}`;
}

/** Prints `{ a: 1, b: { c: 2 } }`, and `{ }`. */
export const printObject = ({ entries }: ObjectNode, place: PrintContext): string =>
  entries.length === 0 ? '{ }' : `{ ${entries.map((entry) => printEntry(entry, place)).join(', ')} }`;

export function printObjectValue(value: ObjectValue, place: PrintContext): string {
  if (value.kind === 'object') return printObject(value, place);
  if (value.kind === 'objectList') return `[${value.items.map((item) => printObject(item, place)).join(', ')}]`;
  return toPrinted(value, place).text;
}
