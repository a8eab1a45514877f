import type { RuleDeclaration } from '../ast/rule-declaration.js';
import type { RuleTarget } from '../ast/rule-target.js';
import { headerNode, headerOrder, type HeaderName } from './header-nodes.js';
import { singleLine, type PrintContext } from './print-context.js';
import { toPrinted } from './print-expression.js';
import { printLine } from './print-lines.js';
import { printNumber } from './print-number.js';
import { printObject } from './print-object.js';
import { printText } from './print-text.js';

const names = (words: readonly { readonly text: string }[]): string => words.map(({ text }) => text).join(', ');

const target = ({ targets, triggers }: RuleTarget): string =>
  triggers.length === 0 ? names(targets) : `${names(targets)} (${names(triggers)})`;

/** `null` if the rule does not have the header. */
const printers: Record<HeaderName, (rule: RuleDeclaration, place: PrintContext) => string | null> = {
  on: ({ on }) => on && target(on),
  matrices: ({ matrices }) => (matrices.length === 0 ? null : names(matrices)),
  category: ({ category }) => category && category.text,
  tags: ({ tags }, place) => tags && toPrinted(tags, place).text,
  scope: ({ scope }, place) => scope && printObject(scope, place),
  evaluate: ({ evaluate }) => evaluate && evaluate.text,
  stop: ({ stop }) => stop && 'on match',
  description: ({ description }) => description && printText(description.value),
  owner: ({ owner }) => owner && printText(owner.value),
  reference: ({ reference }) => reference && printText(reference.value),
  mode: ({ mode }) => mode && mode.text,
  priority: ({ priority }) => priority && printNumber(priority.text),
  score: ({ score }) => score && printNumber(score.text),
  effective: ({ effective }) =>
    effective && `from ${effective.from.text}${effective.until ? ` until ${effective.until.text}` : ''}`,
  meta: ({ meta }, place) => meta && printObject(meta, place),
};

/** Returns the word that a header starts with. */
export const headerWord = (name: HeaderName): string => (name === 'matrices' ? 'matrix' : name);

/** Returns the text after that word, on one line, or `null` if the rule does not have the header. */
export const headerText = (rule: RuleDeclaration, name: HeaderName): string | null => printers[name](rule, singleLine);

/** Prints the header lines of a rule, with values aligned in one column. */
export function printHeaders(rule: RuleDeclaration, place: PrintContext): string[] {
  const present = headerOrder.flatMap((name) => {
    const text = printers[name](rule, place);
    return text === null ? [] : [{ name, text }];
  });
  const width = Math.max(0, ...present.map(({ name }) => headerWord(name).length));
  return present.flatMap(({ name, text }) =>
    printLine(
      headerNode(rule, name) ?? rule,
      { prefix: `  ${headerWord(name).padEnd(width)} `, text, leadingIndent: 2 },
      place,
    ),
  );
}
