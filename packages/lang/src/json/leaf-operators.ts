import { operatorNames, type OperatorName } from '../ast/operation-node.js';

/** How an operator of the tree is written: in a condition leaf, or as a value node with a sign. */
export type OperatorForm =
  | 'binary'
  | 'range'
  | 'membership'
  | 'presence'
  | 'pattern'
  | 'recency'
  | 'similarity'
  | 'hours'
  | 'distance'
  | 'arithmetic'
  | 'negation'
  | 'choice';

export const operatorForms: Readonly<Record<OperatorName, OperatorForm>> = {
  eq: 'binary',
  neq: 'binary',
  lt: 'binary',
  lte: 'binary',
  gt: 'binary',
  gte: 'binary',
  between: 'range',
  not_between: 'range',
  in: 'membership',
  not_in: 'membership',
  contains: 'binary',
  not_contains: 'binary',
  contains_any: 'membership',
  contains_none: 'membership',
  contains_all: 'membership',
  not_contains_all: 'membership',
  starts_with: 'binary',
  not_starts_with: 'binary',
  ends_with: 'binary',
  not_ends_with: 'binary',
  matches: 'pattern',
  not_matches: 'pattern',
  exists: 'presence',
  not_exists: 'presence',
  is_empty: 'presence',
  is_not_empty: 'presence',
  before: 'binary',
  not_before: 'binary',
  after: 'binary',
  not_after: 'binary',
  within_last: 'recency',
  not_within_last: 'recency',
  is_multiple_of: 'binary',
  is_not_multiple_of: 'binary',
  fuzzy_match: 'similarity',
  not_fuzzy_match: 'similarity',
  fuzzy_match_custom_list: 'similarity',
  not_fuzzy_match_custom_list: 'similarity',
  outside_entity_operational_hours: 'hours',
  not_outside_entity_operational_hours: 'hours',
  inside_entity_operational_hours: 'hours',
  not_inside_entity_operational_hours: 'hours',
  within_distance: 'distance',
  not_within_distance: 'distance',
  add: 'arithmetic',
  subtract: 'arithmetic',
  multiply: 'arithmetic',
  divide: 'arithmetic',
  negate: 'negation',
  otherwise: 'choice',
};

type ValueOperator = 'add' | 'subtract' | 'multiply' | 'divide' | 'negate' | 'otherwise';
export type ComparisonOperator = Exclude<OperatorName, ValueOperator>;

export const isComparison = (operator: OperatorName): operator is ComparisonOperator =>
  !['arithmetic', 'negation', 'choice'].includes(operatorForms[operator]);

export const arithmeticSigns = { add: '+', subtract: '-', multiply: '*', divide: '/' } as const;

/** Right side of a membership test for which JSON has a separate operator. */
export type MembershipKind = 'list' | 'listType' | 'addresses';

/** Names that exist only in JSON, for an operator of the tree with a certain right side. */
export const membershipOperators = {
  in_custom_list: { operator: 'in', right: 'list' },
  not_in_custom_list: { operator: 'not_in', right: 'list' },
  in_list_type: { operator: 'in', right: 'listType' },
  not_in_list_type: { operator: 'not_in', right: 'listType' },
  in_ip_range: { operator: 'in', right: 'addresses' },
  not_in_ip_range: { operator: 'not_in', right: 'addresses' },
  contains_any_from_custom_list: { operator: 'contains_any', right: 'list' },
  contains_none_from_custom_list: { operator: 'contains_none', right: 'list' },
} as const satisfies Readonly<Record<string, { operator: ComparisonOperator; right: MembershipKind }>>;

export type MembershipOperator = keyof typeof membershipOperators;

export const isMembershipOperator = (name: string): name is MembershipOperator =>
  Object.hasOwn(membershipOperators, name);

/** Returns the JSON name for an operator of the tree with that right side; `null` if there is none. */
export function membershipNamed(operator: ComparisonOperator, right: MembershipKind): MembershipOperator | null {
  const names = Object.keys(membershipOperators) as MembershipOperator[];
  return (
    names.find(
      (name) => membershipOperators[name].operator === operator && membershipOperators[name].right === right,
    ) ?? null
  );
}

/** Canonical operator names of a condition leaf. `is_true` stands for a plain condition of the tree. */
export type LeafOperatorName = ComparisonOperator | MembershipOperator | 'is_true';

export const leafOperatorNames: readonly LeafOperatorName[] = [
  ...operatorNames.filter(isComparison),
  ...(Object.keys(membershipOperators) as MembershipOperator[]),
  'is_true',
];

const canonical: ReadonlyMap<string, LeafOperatorName> = new Map<string, LeafOperatorName>([
  ...leafOperatorNames.flatMap((name): [string, LeafOperatorName][] => [
    [name, name],
    [name.toUpperCase(), name],
  ]),
  ['EQUALS', 'eq'],
  ['NOT_EQUALS', 'neq'],
  ['GREATER_THAN', 'gt'],
  ['GREATER_THAN_OR_EQUAL', 'gte'],
  ['LESS_THAN', 'lt'],
  ['LESS_THAN_OR_EQUAL', 'lte'],
  ['IS_NOT_NULL', 'exists'],
  ['IS_NULL', 'not_exists'],
  ['regex', 'matches'],
  ['REGEX', 'matches'],
]);

/** Returns the canonical name of an operator as written; `null` if there is no such operator. */
export const leafOperatorNamed = (written: string): LeafOperatorName | null => canonical.get(written) ?? null;

/** Returns every accepted spelling, for suggestions. */
export const leafOperatorSpellings = (): IterableIterator<string> => canonical.keys();
