import type { Expression } from '../ast/expression.js';
import type { OperationNode, OperatorName } from '../ast/operation-node.js';
import { e0302 } from '../diagnostics/codes/e0302.js';
import { e0505 } from '../diagnostics/codes/e0505.js';
import type { Type, TypeKind } from '../types/type.js';
import { typeName } from '../types/type-name.js';
import { expandedNode } from './fold-constant.js';
import type { RuleContext } from './rule-context.js';

/** Operators for memberships, depending on the right side. An operator that is not included does not support it. */
const ofBoundList: Partial<Record<OperatorName, string>> = {
  in: 'in_custom_list',
  not_in: 'not_in_custom_list',
  contains_any: 'contains_any_from_custom_list',
  contains_none: 'contains_none_from_custom_list',
  fuzzy_match_custom_list: 'fuzzy_match_custom_list',
  not_fuzzy_match_custom_list: 'not_fuzzy_match_custom_list',
};
const ofListType: Partial<Record<OperatorName, string>> = { in: 'in_list_type', not_in: 'not_in_list_type' };
const ofAddresses: Partial<Record<OperatorName, string>> = { in: 'in_ip_range', not_in: 'not_in_ip_range' };

/** Type kinds whose values a list of the type can never contain. */
const strangers: Readonly<Record<string, readonly TypeKind[]>> = {
  ip_blocklist: ['number', 'country', 'currency', 'enum', 'entity'],
  country_list: ['number', 'currency', 'ip', 'entity'],
};

const hasBlock = (node: Expression | undefined): boolean =>
  node?.kind === 'arrayLiteral' &&
  node.items.some((item) => item.kind === 'textLiteral' && /^[0-9a-fA-F.:]+\/\d+$/.test(item.value));

/**
 * Returns the name under which the library declares an operation. For memberships, it depends on the right side. Returns `null` if an error
 * was reported.
 */
export function declarationName(node: OperationNode, types: readonly Type[], rule: RuleContext): string | null {
  const [left, right] = node.operands;
  const behind = right && expandedNode(right, rule.resolutions);
  const resolution = behind && rule.resolutions.get(behind);
  if (resolution?.kind !== 'list' && resolution?.kind !== 'listType') {
    const leftKind = types[0]?.kind;
    const isAddress = leftKind === 'ip' || (leftKind === 'any' && hasBlock(behind));
    return (isAddress ? ofAddresses[node.operator] : undefined) ?? node.operator;
  }
  const name = (resolution.kind === 'list' ? ofBoundList : ofListType)[node.operator];
  if (name === undefined || !right) {
    rule.findings.add(e0302, right ?? node, {
      message:
        resolution.kind === 'list' ? 'a data list cannot be used here' : 'all lists of a type cannot be used here',
      help: 'name values, or write `in`',
    });
    return null;
  }
  const listType = resolution.kind === 'list' ? resolution.list.type : resolution.listType;
  const [type] = types;
  if (left && type && strangers[listType]?.includes(type.kind)) {
    rule.findings.add(e0505, left, { message: `a list of type \`${listType}\` never contains ${typeName(type)}` });
    return null;
  }
  return name;
}
