import type { ListDeclaration } from '../ast/list-declaration.js';
import type { RuleFile } from '../ast/rule-file.js';
import { printRule } from './print-rule.js';
import { printText } from './print-text.js';

function printList({ name, reference, type }: ListDeclaration): string {
  const ofType = type ? ` of type ${printText(type.value)}` : '';
  return `list ${name.text} = ${printText(reference.value)}${ofType}`;
}

/** A file in canonical form: the language, lists, rules. Empty for an empty file. */
export function printFile({ languageVersion, lists, rules }: RuleFile): string {
  const blocks = [
    languageVersion ? `language ${languageVersion.text}` : '',
    lists.map(printList).join('\n'),
    ...rules.map(printRule),
  ].filter((block) => block !== '');
  return blocks.length === 0 ? '' : `${blocks.join('\n\n')}\n`;
}
