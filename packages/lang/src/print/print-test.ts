import type { TestDeclaration } from '../ast/test-declaration.js';
import { at, spaces, type PrintContext } from './print-context.js';
import { trailingComments, printEnd, printLine, trimmed } from './print-lines.js';
import { printStep } from './print-step.js';
import { printText } from './print-text.js';

/** Prints a test. Lines after the first are indented for the context. */
export function printTest(test: TestDeclaration, place: PrintContext): string {
  const { todo, title, rules, steps } = test;
  const indent = (place.indent ?? 0) + 2;
  const names = rules.length === 0 ? '' : ` for ${rules.map(({ text }) => text).join(', ')}`;
  const head = `${todo ? 'todo ' : ''}test ${printText(title.value)}${names} {${trailingComments(place.comments.of(test).opening)}`;
  const lines = steps.flatMap((step) =>
    printLine(step, { prefix: spaces(indent), text: printStep(step, at(indent, place)), keepsBlanks: true }, place),
  );
  return [head, ...trimmed(lines), ...printEnd(test, indent - 2, place)].join('\n');
}
