import type { Expression } from '../ast/expression.js';
import type { RuleDeclaration } from '../ast/rule-declaration.js';
import { at, spaces, type PrintContext } from './print-context.js';
import { CommentMap } from './comment-map.js';
import { printAction } from './print-action.js';
import { toPrinted } from './print-expression.js';
import { chainItem } from './print-group.js';
import { printHeaders } from './print-header.js';
import { trailingComments, printEnd, printLine, trimmed } from './print-lines.js';
import { printTest } from './print-test.js';
import { printText } from './print-text.js';
import { termsOf } from './terms-of.js';

const thenWidth = '  then '.length;

/** Prints one term per line, with `and` and `or` right-aligned under `when`. */
function printWhen(when: Expression, place: PrintContext): string[] {
  const terms = termsOf(when);
  return terms.flatMap((term, index) => {
    const word = index === 0 ? 'when' : when.kind;
    const text = terms.length === 1 ? toPrinted(term, at(2, place)).text : chainItem(term, at(thenWidth, place));
    const leadingIndent = index === 0 ? 2 : thenWidth;
    return printLine(term, { prefix: `  ${word.padStart(4)} `, text, leadingIndent }, place);
  });
}

const printLets = ({ lets }: RuleDeclaration, place: PrintContext): string[] =>
  lets.flatMap((declaration) => {
    const { name, value } = declaration;
    const prefix = `  let ${name.text} = `;
    return printLine(declaration, { prefix, text: toPrinted(value, at(2, place)).text, leadingIndent: 2 }, place);
  });

function printThen({ actions }: RuleDeclaration, place: PrintContext): readonly string[] {
  return actions.flatMap((action, index) => {
    const isFirst = index === 0;
    const lines = printLine(
      action,
      {
        prefix: isFirst ? '  then ' : spaces(thenWidth),
        text: printAction(action, at(thenWidth, place)),
        leadingIndent: isFirst ? 2 : thenWidth,
        keepsBlanks: !isFirst,
      },
      place,
    );
    return isFirst ? trimmed(lines) : lines;
  });
}

/** Prints a rule with its comments, without a line end. */
export function printRuleAt(rule: RuleDeclaration, place: PrintContext): string {
  const unknown = rule.unknown
    ? printLine(rule.unknown, { prefix: '  unknown ', text: rule.unknown.text, leadingIndent: 2 }, place)
    : [];
  const blocks = [
    printHeaders(rule, at(2, place)),
    printLets(rule, place),
    [...(rule.when ? printWhen(rule.when, place) : []), ...unknown],
    printThen(rule, place),
    ...rule.tests.map((test) =>
      trimmed(printLine(test, { prefix: '  ', text: printTest(test, at(2, place)), keepsBlanks: true }, place)),
    ),
  ];
  const body = blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
  const title = rule.title ? ` ${printText(rule.title.value)}` : '';
  const head = `rule ${rule.key.text}${title} {${trailingComments(place.comments.of(rule).opening)}`;
  return [head, ...(body === '' ? [] : [body]), ...printEnd(rule, 0, place)].join('\n');
}

/** Prints a rule in canonical form, without a line end. Comments are not part of the tree and are not printed. */
export const printRule = (rule: RuleDeclaration): string =>
  printRuleAt(rule, { indent: 0, comments: CommentMap.empty });
