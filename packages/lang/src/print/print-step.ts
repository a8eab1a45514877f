import type { TestOutcome } from '../ast/test-outcome.js';
import type { TestStep } from '../ast/test-step.js';
import type { TextLiteral } from '../ast/text-literal.js';
import type { VaryStep } from '../ast/vary-step.js';
import type { Word } from '../ast/word.js';
import { at, spaces, type PrintContext } from './print-context.js';
import { atLeast, precedence } from './precedence.js';
import { toPrinted } from './print-expression.js';
import { trailingComments, printEnd, printLine } from './print-lines.js';
import { printNumber } from './print-number.js';
import { printObject, printObjectValue } from './print-object.js';
import { printPath } from './print-path.js';
import { printText } from './print-text.js';
import type { Expression } from '../ast/expression.js';

type Printers = {
  readonly [K in TestStep['kind']]: (node: Extract<TestStep, { kind: K }>, place: PrintContext) => string;
};

function printOutcome({ outcome, because }: TestOutcome): string {
  if (outcome === 'unknown') return because ? `unknown because ${printPath(because.steps)}` : 'unknown';
  return outcome === 'hit' ? 'hit' : 'no hit';
}

const printValue = (node: Expression, place: PrintContext): string =>
  atLeast(precedence.otherwise, toPrinted(node, place));

const after = (word: Word | null): string => (word ? ` ${word.text}` : '');

const containing = (text: TextLiteral | null): string => (text ? ` containing ${printText(text.value)}` : '');

function printVary(step: VaryStep, place: PrintContext): string {
  const indent = place.indent ?? 0;
  const lines = step.cases.flatMap((item) =>
    printLine(
      item,
      {
        prefix: spaces(indent + 2),
        text: `${printValue(item.value, at(indent + 2, place))}: ${printOutcome(item.outcome)}`,
        suffix: ',',
      },
      place,
    ),
  );
  const head = `vary ${printPath(step.path.steps)} {${trailingComments(place.comments.of(step).opening)}`;
  return [head, ...lines, ...printEnd(step, indent, place)].join('\n');
}

const printers: Printers = {
  givenListStep: ({ list, items }, place) => {
    const isObject = items.kind === 'object' || items.kind === 'objectList';
    return `given list ${list.text} has ${isObject ? printObjectValue(items, place) : printValue(items, place)}`;
  },
  givenRateStep: ({ from, to }, place) => `given rate ${toPrinted(from, place).text} = ${toPrinted(to, place).text}`,
  givenRecordsStep: ({ count, source, every, ending, data }, place) => {
    const end = ending ? ` ending ${toPrinted(ending, place).text} ago` : '';
    const head = `given ${printNumber(count.text)} ${source.text} every ${toPrinted(every, place).text}${end}`;
    return `${head} ${printObject(data, place)}`;
  },
  givenStep: ({ name, value }, place) => `given ${name.text} ${printObjectValue(value, place)}`,
  whenStep: ({ target, data }, place) => `when ${target.text} ${printObject(data, place)}`,
  varyStep: printVary,
  expectOutcome: ({ outcome }) => `expect ${printOutcome(outcome)}`,
  expectScore: ({ score }) => `expect score ${printNumber(score.text)}`,
  expectWord: ({ subject, word }) => `expect ${subject} ${word.text}`,
  expectNoAlert: () => 'expect no alert',
  expectAlert: ({ severity, containing: text }) => `expect alert${after(severity)}${containing(text)}`,
  expectCase: ({ priority, containing: text }) => `expect case${after(priority)}${containing(text)}`,
  expectNotification: ({ channel, containing: text }) => `expect notification ${channel.text}${containing(text)}`,
  expectList: ({ list, value }, place) => `expect list ${list.text} gains ${printValue(value, place)}`,
  expectKey: ({ key }) => `expect key ${printText(key.value)}`,
  expectAssignment: ({ to, id }) => `expect assigned to ${to} ${printText(id.value)}`,
  expectAutomation: ({ automation }) => `expect automation ${printText(automation.value)}`,
};

/** Prints a statement of a test. Lines after the first are indented for the context. */
export function printStep(node: TestStep, place: PrintContext): string {
  // The table contains the printer for exactly this kind, which the compiler cannot infer.
  const print = printers[node.kind] as (node: TestStep, place: PrintContext) => string;
  return print(node, place);
}
