import type { RuleDeclaration } from '../ast/rule-declaration.js';
import type { RuleTarget } from '../ast/rule-target.js';
import { printNumber } from './print-number.js';
import { printText } from './print-text.js';

type HeaderName = 'on' | 'category' | 'description' | 'mode' | 'priority' | 'score';

const names = (words: readonly { readonly text: string }[]): string => words.map(({ text }) => text).join(', ');

const target = ({ targets, triggers }: RuleTarget): string =>
  triggers.length === 0 ? names(targets) : `${names(targets)} (${names(triggers)})`;

/** In the order of the formatter; null where the rule has no such header. */
const printers: Record<HeaderName, (rule: RuleDeclaration) => string | null> = {
  on: ({ on }) => on && target(on),
  category: ({ category }) => category && category.text,
  description: ({ description }) => description && printText(description.value),
  mode: ({ mode }) => mode && mode.text,
  priority: ({ priority }) => priority && printNumber(priority.text),
  score: ({ score }) => score && printNumber(score.text),
};

/** The header lines of a rule, values in one column. */
export function printHeaders(rule: RuleDeclaration): string[] {
  const present = Object.entries(printers).flatMap(([name, print]) => {
    const value = print(rule);
    return value === null ? [] : [{ name, value }];
  });
  const width = Math.max(0, ...present.map(({ name }) => name.length));
  return present.map(({ name, value }) => `  ${name.padEnd(width)} ${value}`);
}
