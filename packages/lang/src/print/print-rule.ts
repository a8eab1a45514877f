import type { Expression } from '../ast/expression.js';
import type { RuleDeclaration } from '../ast/rule-declaration.js';
import { printAction } from './print-action.js';
import { printExpression, printTerms } from './print-expression.js';
import { printHeaders } from './print-header.js';
import { printText } from './print-text.js';

/** One term per line, `and` and `or` right-aligned under `when`. */
const printWhen = (when: Expression): string[] =>
  printTerms(when).map(({ word, text }) => `  ${(word ?? 'when').padStart(4)} ${text}`);

function printThen({ actions }: RuleDeclaration): string[] {
  const indent = ' '.repeat('  then '.length);
  return actions.map((action, index) => `${index === 0 ? '  then ' : indent}${printAction(action, indent)}`);
}

/** A rule in canonical form, without a line end. Comments are not part of the tree and are not printed. */
export function printRule(rule: RuleDeclaration): string {
  const blocks = [
    printHeaders(rule),
    rule.lets.map(({ name, value }) => `  let ${name.text} = ${printExpression(value)}`),
    [...(rule.when ? printWhen(rule.when) : []), ...(rule.unknown ? [`  unknown ${rule.unknown.text}`] : [])],
    printThen(rule),
  ];
  const body = blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
  const title = rule.title ? ` ${printText(rule.title.value)}` : '';
  return `rule ${rule.key.text}${title} {\n${body}\n}`;
}
