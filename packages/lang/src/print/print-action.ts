import type { Action } from '../ast/action.js';
import type { AddToListAction } from '../ast/add-to-list-action.js';
import type { MessageTemplate } from '../ast/message-template.js';
import type { ObjectNode } from '../ast/object-node.js';
import { spaces, type PrintContext } from './print-context.js';
import { toPrinted } from './print-expression.js';
import { printLine } from './print-lines.js';
import { printObject } from './print-object.js';
import { printPath } from './print-path.js';
import { printText } from './print-text.js';

type Printers = {
  readonly [K in Action['kind']]: (node: Extract<Action, { kind: K }>, place: PrintContext) => string;
};

/** Placeholders in a message are kept as written, since they are part of its text. */
const message = ({ source }: MessageTemplate): string => printText(source);

const because = (reason: MessageTemplate | null): string => (reason ? ` because ${message(reason)}` : '');

const withSettings = (settings: ObjectNode | null, place: PrintContext): string =>
  settings ? ` with ${printObject(settings, place)}` : '';

/** Several mappings are printed on separate lines, below the first. */
function printAddToList({ mappings, reason, settings }: AddToListAction, place: PrintContext): string {
  const texts = mappings.map(({ path, list }) => `${printPath(path.steps)} to ${toPrinted(list, place).text}`);
  if (texts.length === 1 || place.indent === null)
    return `add ${texts.join(', ')}${because(reason)}${withSettings(settings, place)}`;
  const prefix = spaces(place.indent + 'add '.length);
  const lines = mappings.flatMap(({ path }, index) =>
    printLine(path, { prefix, text: texts[index] ?? '', suffix: index === mappings.length - 1 ? '' : ',' }, place),
  );
  const last = reason ? printLine(reason, { prefix, text: `because ${message(reason)}` }, place) : [];
  const end = settings ? printLine(settings, { prefix, text: withSettings(settings, place).trimStart() }, place) : [];
  return `add ${[...lines, ...last, ...end].join('\n').trimStart()}`;
}

const printers: Printers = {
  alertAction: ({ severity, message: text, oncePer, within }) => {
    const period = within ? ` in ${within.amount}${within.unit}` : '';
    const once = oncePer ? ` once per ${printPath(oncePer.steps)}${period}` : '';
    return `alert ${severity.text} ${message(text)}${once}`;
  },
  suggestAction: ({ suggestion }) => `suggest ${suggestion.text}`,
  setStatusAction: ({ target, status, reason }) =>
    `set status${target ? ` of ${printPath(target.steps)}` : ''} to ${status.text}${because(reason)}`,
  assignAction: ({ to, id }) => `assign to ${to} ${printText(id)}`,
  addToListAction: printAddToList,
  openCaseAction: ({ priority, message: text }) => `open case ${priority.text} ${message(text)}`,
  runAutomationAction: ({ automation }) => `run automation ${printText(automation)}`,
  notifyAction: ({ channel, message: text }) => `notify ${channel.text} ${message(text)}`,
  keyAction: ({ key }) => `key ${printText(key)}`,
};

/** Prints an action. Further lines are indented by the context and the width of the first word. */
export function printAction(node: Action, place: PrintContext): string {
  // The table contains the printer for exactly this kind, which the compiler cannot infer.
  const print = printers[node.kind] as (node: Action, place: PrintContext) => string;
  const text = print(node, place);
  return node.kind === 'addToListAction' ? text : `${text}${withSettings(node.settings, place)}`;
}
