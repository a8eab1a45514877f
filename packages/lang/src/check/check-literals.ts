import type { Expression } from '../ast/expression.js';
import type { TextLiteral } from '../ast/text-literal.js';
import { e0305 } from '../diagnostics/codes/e0305.js';
import { didYouMean } from '../diagnostics/did-you-mean.js';
import type { Type } from '../types/type.js';
import { typeName } from '../types/type-name.js';
import { isUnknown } from '../values/unknown.js';
import { readValue } from '../values/read-value.js';
import { expandedNode } from './fold-constant.js';
import type { RuleContext } from './rule-context.js';

const maxShown = 6;

function allowedValues(values: readonly string[]): string {
  return values.length <= maxShown
    ? values.join(', ')
    : `${values.slice(0, maxShown).join(', ')} and ${values.length - maxShown} more`;
}

const upperPattern = { country: /^[A-Z]{2}$/, currency: /^[A-Z0-9]{3,5}$/ } as const;

/** Returns `false` after reporting the text. */
function checkText(node: TextLiteral, at: Expression, type: Type, rule: RuleContext): boolean {
  const text = node.value;
  const replace = (newText: string) => (at === node ? rule.findings.replacementFix(node, newText) : {});
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

/** Whether a text is an address or an address block: `10.0.0.0/8`. */
function isAddressOrBlock(text: string): boolean {
  const [address = '', bits, ...rest] = text.trim().split('/');
  const most = address.includes(':') ? 128 : 32;
  const isBlock = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most);
  return isBlock && rest.length === 0 && !isUnknown(readValue(address, { kind: 'ip' }, '', 'UTC'));
}

/** Reports elements of an address list that are not addresses (E0305). Returns `false` if there are any. */
export function checkAddresses(list: Expression | undefined, rule: RuleContext): boolean {
  const written = list && expandedNode(list, rule.resolutions);
  let fine = true;
  for (const item of written?.kind === 'arrayLiteral' ? written.items : []) {
    const value = expandedNode(item, rule.resolutions);
    if (value.kind !== 'textLiteral' || isAddressOrBlock(value.value)) continue;
    rule.findings.add(e0305, written === list ? item : (list as Expression), {
      message: `\`${value.value}\` is not an IP address or a block of them`,
    });
    fine = false;
  }
  return fine;
}

/** Reports text literals for values that no field of that type can have (E0305). Returns `false` if there are any. */
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
      // A value that comes from a named expression is reported where the name is used.
      if (!checkText(item, value === operand && item === written ? item : operand, itemType, rule)) fine = false;
    }
  }
  return fine;
}
