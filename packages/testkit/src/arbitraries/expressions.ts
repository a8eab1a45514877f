import fc from 'fast-check';
import {
  aggregateNames,
  aggregateNode,
  andNode,
  arrayLiteral,
  atLeastNode,
  callNode,
  convertNode,
  listReference,
  listTypeReference,
  noneNode,
  notNode,
  numberLiteral,
  operationNode,
  orNode,
  pathNode,
  rawTextLiteral,
  word,
  type AggregateLink,
  type AggregateNode,
  type AggregateWindow,
  type DurationLiteral,
  type Expression,
  type FuzzyOptions,
  type OperatorName,
  type PathNode,
  type PercentLiteral,
} from '@tamis/lang';
import { decimals, distances, durations, literalArrays, literals, percents, textLiterals } from './literals.js';
import { functionNames, names, namesAfterNumbers, patterns, texts } from './names.js';

/** Field paths. The first step is a name, the others are any texts. */
export const paths: fc.Arbitrary<PathNode> = fc
  .tuple(names, fc.array(fc.oneof({ weight: 3, arbitrary: names }, { weight: 1, arbitrary: texts }), { maxLength: 3 }))
  .map(([first, rest]) => pathNode([first, ...rest]));

const comparisons: readonly OperatorName[] = ['eq', 'neq', 'lt', 'lte', 'gt', 'gte', 'contains', 'not_contains'];
const affixes: readonly OperatorName[] = ['starts_with', 'not_starts_with', 'ends_with', 'not_ends_with'];
const orders: readonly OperatorName[] = ['before', 'not_before', 'after', 'not_after'];
const multiples: readonly OperatorName[] = ['is_multiple_of', 'is_not_multiple_of'];
const memberships: readonly OperatorName[] = ['in', 'not_in'];
const quantified: readonly OperatorName[] = ['contains_any', 'contains_none', 'contains_all', 'not_contains_all'];
const ranges: readonly OperatorName[] = ['between', 'not_between'];
const predicates: readonly OperatorName[] = ['exists', 'not_exists', 'is_empty', 'is_not_empty'];
const patternOperators: readonly OperatorName[] = ['matches', 'not_matches'];
const recencies: readonly OperatorName[] = ['within_last', 'not_within_last'];
const nearness: readonly OperatorName[] = ['within_distance', 'not_within_distance'];
const hours: readonly OperatorName[] = [
  'outside_entity_operational_hours',
  'not_outside_entity_operational_hours',
  'inside_entity_operational_hours',
  'not_inside_entity_operational_hours',
];
const similarities: readonly OperatorName[] = ['fuzzy_match', 'not_fuzzy_match'];
const listSimilarities: readonly OperatorName[] = ['fuzzy_match_custom_list', 'not_fuzzy_match_custom_list'];
const arithmetic: readonly OperatorName[] = ['add', 'subtract', 'multiply', 'divide', 'otherwise'];

const operation = (
  operators: readonly OperatorName[],
  ...operands: readonly fc.Arbitrary<Expression>[]
): fc.Arbitrary<Expression> =>
  fc
    .tuple(fc.constantFrom(...operators), fc.tuple(...operands))
    .map(([operator, items]) => operationNode(operator, items));

/** A bare name, as a path of one step. */
const nameds: fc.Arbitrary<PathNode> = names.map((name) => pathNode([name]));

const fuzzyOptions: fc.Arbitrary<FuzzyOptions | null> = fc
  .record({
    threshold: fc.option(fc.oneof<fc.Arbitrary<PercentLiteral | PathNode>[]>(percents, nameds), { nil: null }),
    algorithm: fc.option(
      names.map((name) => word(name)),
      { nil: null },
    ),
  })
  .map((options) => (options.threshold || options.algorithm ? options : null));

const similarity = (
  operators: readonly OperatorName[],
  left: fc.Arbitrary<Expression>,
  right: fc.Arbitrary<Expression>,
): fc.Arbitrary<Expression> =>
  fc
    .tuple(fc.constantFrom(...operators), left, right, fuzzyOptions)
    .map(([operator, a, b, options]) => operationNode(operator, [a, b], options));

const links: fc.Arbitrary<AggregateLink[]> = fc.array(
  fc.oneof<fc.Arbitrary<AggregateLink>[]>(
    fc.record({ kind: fc.constantFrom('from' as const, 'to' as const, 'involving' as const), path: paths }),
    fc.record({ kind: fc.constant('between' as const), first: paths, second: paths }),
    fc.record({ kind: fc.constant('per' as const), paths: fc.array(paths, { minLength: 1, maxLength: 3 }) }),
  ),
  { maxLength: 2 },
);

const windows = (inner: fc.Arbitrary<Expression>): fc.Arbitrary<AggregateWindow> =>
  fc.oneof<fc.Arbitrary<AggregateWindow>[]>(
    fc.record({
      kind: fc.constant('last' as const),
      duration: fc.oneof<fc.Arbitrary<DurationLiteral | PathNode>[]>(durations, nameds),
    }),
    fc.record({
      kind: fc.constantFrom('current' as const, 'previous' as const),
      unit: names.map((name) => word(name)),
    }),
    fc.constant({ kind: 'allTime' as const }),
    fc.record({ kind: fc.constant('since' as const), start: inner }),
  );

/** `prior` and `distinct` are not used as sources, because these words have another meaning before a source. */
const sources: fc.Arbitrary<PathNode> = fc
  .tuple(namesAfterNumbers, fc.array(names, { maxLength: 1 }))
  .map(([first, rest]) => pathNode([first, ...rest]))
  .filter(({ steps }) => steps[0] !== 'prior' && steps[0] !== 'distinct');

const selections = fc.oneof(
  fc.constantFrom({ prior: false, last: null }, { prior: true, last: null }),
  decimals.map((text) => ({ prior: false, last: numberLiteral(text) })),
);

const aggregates = (inner: fc.Arbitrary<Expression>): fc.Arbitrary<AggregateNode> =>
  fc
    .record({
      function: fc.constantFrom(...aggregateNames),
      distinct: fc.boolean(),
      value: fc.option(inner, { nil: null }),
      source: sources,
      selection: selections,
      links,
      window: fc.option(windows(inner), { nil: null }),
      where: fc.option(inner, { nil: null }),
    })
    .map(({ selection, ...parts }) => aggregateNode({ ...parts, ...selection }));

/** Chains of one connective are flat, as in a parsed tree. */
const chain = (kind: 'and' | 'or', item: fc.Arbitrary<Expression>): fc.Arbitrary<Expression> =>
  fc
    .array(
      item.filter((node) => node.kind !== kind || node.style === 'block'),
      { minLength: 2, maxLength: 4 },
    )
    .map((items) => (kind === 'and' ? andNode(items) : orNode(items)));

/** The four groups in braces. */
const groups = (item: fc.Arbitrary<Expression>): fc.Arbitrary<Expression> =>
  fc
    .tuple(fc.constantFrom('all', 'any', 'none', 'atLeast'), fc.array(item, { minLength: 1, maxLength: 3 }), decimals)
    .map(([kind, items, count]) => {
      if (kind === 'all') return andNode(items, 'block');
      if (kind === 'any') return orNode(items, 'block');
      return kind === 'none' ? noneNode(items) : atLeastNode(numberLiteral(count), items);
    });

const listReferences: fc.Arbitrary<Expression> = fc.oneof<fc.Arbitrary<Expression>[]>(
  texts.map((name) => listReference(name)),
  texts.map((type) => listTypeReference(type)),
);

/** Comparisons with words. Types do not match, since only the syntax matters. */
function wordOperations(inner: fc.Arbitrary<Expression>): fc.Arbitrary<Expression>[] {
  const target = fc.oneof<fc.Arbitrary<Expression>[]>(inner, listReferences);
  const pattern = fc.oneof<fc.Arbitrary<Expression>[]>(
    patterns.map((text) => rawTextLiteral(text)),
    textLiterals,
    paths,
  );
  return [
    operation(affixes, inner, inner),
    operation(orders, inner, inner),
    operation(multiples, inner, inner),
    operation(memberships, inner, target),
    operation(quantified, inner, target),
    operation(ranges, inner, inner, inner),
    operation(predicates, inner),
    operation(patternOperators, inner, pattern),
    operation(recencies, inner, fc.oneof<fc.Arbitrary<Expression>[]>(durations, nameds)),
    operation(nearness, inner, distances, inner),
    operation(hours, inner, paths),
    similarity(similarities, inner, inner),
    similarity(listSimilarities, inner, target),
  ];
}

/** Returns expressions of at most `depth` levels. */
export function expressions(depth = 4): fc.Arbitrary<Expression> {
  if (depth <= 1) return fc.oneof<fc.Arbitrary<Expression>[]>(literals, literalArrays, paths);
  const inner = expressions(depth - 1);
  const members = fc.array(fc.oneof(names, texts), { maxLength: 2 });
  return fc.oneof<fc.Arbitrary<Expression>[]>(
    inner,
    operation(comparisons, inner, inner),
    ...wordOperations(inner),
    operation(arithmetic, inner, inner),
    operation(['negate'], inner),
    fc.tuple(inner, names).map(([operand, currency]) => convertNode(operand, currency)),
    fc.array(inner, { maxLength: 3 }).map((items) => arrayLiteral(items)),
    fc
      .tuple(functionNames, fc.array(inner, { maxLength: 3 }), members)
      .map(([name, args, steps]) => callNode(name, args, steps)),
    chain('and', inner),
    chain('or', inner),
    groups(inner),
    inner.map((operand) => notNode(operand)),
    aggregates(inner),
  );
}

/** Expressions for a hole: small and without connectives. */
export const holeExpressions: fc.Arbitrary<Expression> = fc.oneof<fc.Arbitrary<Expression>[]>(
  paths,
  literals,
  operation(arithmetic, paths, literals),
  fc.tuple(functionNames, paths).map(([name, path]) => callNode(name, [path])),
);
