import type { Expression } from '../ast/expression.js';
import type { TextLiteral } from '../ast/text-literal.js';
import { e0305 } from '../diagnostics/codes/e0305.js';
import { didYouMean } from '../diagnostics/did-you-mean.js';
import type { Type } from '../types/type.js';
import { typeName } from '../types/type-name.js';
import { isUnknown } from '../values/unknown.js';
import { readValue } from '../values/read-value.js';
import { expandedNode } from './constant-value.js';
import type { RuleContext } from './rule-context.js';

const shown = 6;

function allowedValues(values: readonly string[]): string {
  return values.length <= shown
    ? values.join(', ')
    : `${values.slice(0, shown).join(', ')} and ${values.length - shown} more`;
}

const upperPattern = { country: /^[A-Z]{2}$/, currency: /^[A-Z0-9]{3,5}$/ } as const;

/** False when the text was reported. */
function checkText(node: TextLiteral, at: Expression, type: Type, rule: RuleContext): boolean {
  const text = node.value;
  const replace = (newText: string) => (at === node ? rule.findings.replace(node, newText) : {});
  if (type.kind === 'enum') {
    if (type.values.includes(text)) return true;
    const sameLetters = type.values.find((value) => value.toLowerCase() === text.toLowerCase());
    const closest = sameLetters ?? didYouMean(text, type.values)[0];
    rule.findings.add(e0305, at, {
      message: `\`${text}\` is not one of ${allowedValues(type.values)}`,
      ...(closest === undefined ? {} : { help: `did you mean \`"${closest}"\`?`, ...replace(`"${closest}"`) }),
    });
    return false;
  }
  if (type.kind === 'country' || type.kind === 'currency') {
    if (upperPattern[type.kind].test(text)) return true;
    const upper = text.toUpperCase();
    const fits = upperPattern[type.kind].test(upper);
    const form =
      type.kind === 'country' ? 'a country code of two capital letters' : 'a currency code in capital letters';
    rule.findings.add(e0305, at, {
      message: `\`${text}\` is not ${form}`,
      ...(fits ? { help: `did you mean \`"${upper}"\`?`, ...replace(`"${upper}"`) } : {}),
    });
    return false;
  }
  if (type.kind === 'text' || !isUnknown(readValue(text, type, '', 'UTC'))) return true;
  rule.findings.add(e0305, at, { message: `\`${text}\` is not ${typeName(type)}` });
  return false;
}

/** Reports text literals that stand for a value no field of that type can have (E0305). False when there is one. */
export function checkImpossibleValues(
  operands: readonly Expression[],
  types: readonly Type[],
  rule: RuleContext,
): boolean {
  let fine = true;
  for (const [index, operand] of operands.entries()) {
    const type = types[Math.min(index, types.length - 1)];
    if (!type) continue;
    const value = expandedNode(operand, rule.resolutions);
    const [items, itemType] =
      value.kind === 'arrayLiteral' && type.kind === 'list' ? [value.items, type.element] : [[value], type];
    for (const written of items) {
      const item = expandedNode(written, rule.resolutions);
      if (item.kind !== 'textLiteral') continue;
      // What stands behind a name is told where the name is used.
      if (!checkText(item, value === operand && item === written ? item : operand, itemType, rule)) fine = false;
    }
  }
  return fine;
}
