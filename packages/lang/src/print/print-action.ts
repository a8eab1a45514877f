import type { Action } from '../ast/action.js';
import type { ListMapping } from '../ast/add-to-list-action.js';
import type { MessageTemplate } from '../ast/message-template.js';
import { printExpression } from './print-expression.js';
import { printPath } from './print-path.js';
import { printText } from './print-text.js';

type Printers = {
  readonly [K in Action['kind']]: (node: Extract<Action, { kind: K }>, indent: string) => string;
};

/** A message keeps its holes as written: they are part of its text. */
const message = ({ source }: MessageTemplate): string => printText(source);

const because = (reason: MessageTemplate | null): string => (reason ? ` because ${message(reason)}` : '');

const mapping = ({ path, list }: ListMapping): string => `${printPath(path.steps)} to ${printExpression(list)}`;

const printers: Printers = {
  alertAction: ({ severity, message: text, oncePer, within }) => {
    const period = within ? ` in ${within.amount}${within.unit}` : '';
    const once = oncePer ? ` once per ${printPath(oncePer.steps)}${period}` : '';
    return `alert ${severity.text} ${message(text)}${once}`;
  },
  suggestAction: ({ suggestion }) => `suggest ${suggestion.text}`,
  setStatusAction: ({ target, status, reason }) =>
    `set status${target ? ` of ${printPath(target.steps)}` : ''} to ${status.text}${because(reason)}`,
  addToListAction: ({ mappings, reason }, indent) => {
    const lines = mappings.map(mapping);
    if (lines.length === 1) return `add ${lines.join('')}${because(reason)}`;
    const next = `\n${indent}    `;
    return `add ${lines.join(`,${next}`)}${reason ? `${next}because ${message(reason)}` : ''}`;
  },
  keyAction: ({ key }) => `key ${printText(key)}`,
};

/** An action; its further lines, if any, are indented by `indent` and the width of its first word. */
export function printAction(node: Action, indent: string): string {
  // The table has the printer for exactly this kind; the compiler cannot pair the two by itself.
  const print = printers[node.kind] as (node: Action, indent: string) => string;
  return print(node, indent);
}
