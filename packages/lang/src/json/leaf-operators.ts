import { operatorNames, type OperatorName } from '../ast/operation-node.js';

/** How an operator of the tree is written: in a condition leaf, or as a value node with a sign. */
export type OperatorForm = 'binary' | 'range' | 'membership' | 'presence' | 'arithmetic' | 'negation' | 'choice';

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
  starts_with: 'binary',
  not_starts_with: 'binary',
  ends_with: 'binary',
  not_ends_with: 'binary',
  exists: 'presence',
  not_exists: 'presence',
  is_empty: 'presence',
  is_not_empty: 'presence',
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

/** Names only JSON has: the tree says the same with a bare condition, or with `in` and a list or an array. */
export const jsonOnlyOperators = [
  'is_true',
  'in_custom_list',
  'not_in_custom_list',
  'in_ip_range',
  'not_in_ip_range',
] as const;

/** Canonical operator names of a condition leaf. */
export type LeafOperatorName = ComparisonOperator | (typeof jsonOnlyOperators)[number];

export const leafOperatorNames: readonly LeafOperatorName[] = [
  ...operatorNames.filter(isComparison),
  ...jsonOnlyOperators,
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
]);

/** Canonical name of an operator as written; null when there is none of that name. */
export const leafOperatorNamed = (written: string): LeafOperatorName | null => canonical.get(written) ?? null;

/** Every accepted spelling, for suggestions. */
export const leafOperatorSpellings = (): IterableIterator<string> => canonical.keys();

/** Operators of the interface that this version of the language cannot express yet. */
export const laterOperators: ReadonlySet<string> = new Set(
  [
    ['contains_any', 'contains_all', 'contains_none', 'not_contains_all'],
    ['matches', 'not_matches', 'regex', 'before', 'after', 'not_before', 'not_after', 'within_last', 'not_within_last'],
    ['is_multiple_of', 'is_not_multiple_of', 'within_distance', 'not_within_distance'],
    ['fuzzy_match', 'not_fuzzy_match', 'fuzzy_match_custom_list', 'not_fuzzy_match_custom_list'],
    ['in_list_type', 'not_in_list_type', 'contains_any_from_custom_list', 'contains_none_from_custom_list'],
    ['outside_entity_operational_hours', 'inside_entity_operational_hours'],
    ['not_outside_entity_operational_hours', 'not_inside_entity_operational_hours'],
  ].flat(),
);
