import fc from 'fast-check';
import {
  aggregateNames,
  aggregateNode,
  andNode,
  arrayLiteral,
  callNode,
  convertNode,
  listReference,
  notNode,
  operationNode,
  orNode,
  pathNode,
  type AggregateLink,
  type AggregateNode,
  type Expression,
  type OperatorName,
  type PathNode,
} from '@tamis/lang';
import { durations, literalArrays, literals } from './literals.js';
import { functionNames, names, texts } from './names.js';

/** Field paths; the first step is a name, the others any text. */
export const paths: fc.Arbitrary<PathNode> = fc
  .tuple(names, fc.array(fc.oneof({ weight: 3, arbitrary: names }, { weight: 1, arbitrary: texts }), { maxLength: 3 }))
  .map(([first, rest]) => pathNode([first, ...rest]));

const comparisons: readonly OperatorName[] = ['eq', 'neq', 'lt', 'lte', 'gt', 'gte', 'contains', 'not_contains'];
const affixes: readonly OperatorName[] = ['starts_with', 'not_starts_with', 'ends_with', 'not_ends_with'];
const memberships: readonly OperatorName[] = ['in', 'not_in'];
const ranges: readonly OperatorName[] = ['between', 'not_between'];
const predicates: readonly OperatorName[] = ['exists', 'not_exists', 'is_empty', 'is_not_empty'];
const arithmetic: readonly OperatorName[] = ['add', 'subtract', 'multiply', 'divide', 'otherwise'];

const operation = (
  operators: readonly OperatorName[],
  ...operands: readonly fc.Arbitrary<Expression>[]
): fc.Arbitrary<Expression> =>
  fc
    .tuple(fc.constantFrom(...operators), fc.tuple(...operands))
    .map(([operator, items]) => operationNode(operator, items));

const links: fc.Arbitrary<AggregateLink[]> = fc.array(
  fc.record({ kind: fc.constantFrom<'from' | 'to'>('from', 'to'), path: paths }),
  { maxLength: 2 },
);

/** `prior` is no source: the word before a source means something else. */
const sources = names.filter((name) => name !== 'prior');

const aggregates = (inner: fc.Arbitrary<Expression>): fc.Arbitrary<AggregateNode> =>
  fc
    .record({
      function: fc.constantFrom(...aggregateNames),
      value: fc.option(inner, { nil: null }),
      source: sources,
      prior: fc.boolean(),
      links,
      window: fc.option(
        durations.map((duration) => ({ kind: 'last' as const, duration })),
        { nil: null },
      ),
      where: fc.option(inner, { nil: null }),
    })
    .map((parts) => aggregateNode(parts));

/** Chains of one connective lie flat in a tree that was read. */
const chain = (kind: 'and' | 'or', item: fc.Arbitrary<Expression>): fc.Arbitrary<Expression> =>
  fc
    .array(
      item.filter((node) => node.kind !== kind),
      { minLength: 2, maxLength: 4 },
    )
    .map((items) => (kind === 'and' ? andNode(items) : orNode(items)));

/** An expression of at most `depth` levels; types do not fit, since only the syntax is meant. */
export function expressions(depth = 4): fc.Arbitrary<Expression> {
  if (depth <= 1) return fc.oneof<fc.Arbitrary<Expression>[]>(literals, literalArrays, paths);
  const inner = expressions(depth - 1);
  const member = fc.oneof<fc.Arbitrary<Expression>[]>(
    inner,
    texts.map((name) => listReference(name)),
  );
  return fc.oneof<fc.Arbitrary<Expression>[]>(
    inner,
    operation(comparisons, inner, inner),
    operation(affixes, inner, inner),
    operation(memberships, inner, member),
    operation(ranges, inner, inner, inner),
    operation(predicates, inner),
    operation(arithmetic, inner, inner),
    operation(['negate'], inner),
    fc.tuple(inner, names).map(([operand, currency]) => convertNode(operand, currency)),
    fc.array(inner, { maxLength: 3 }).map((items) => arrayLiteral(items)),
    fc.tuple(functionNames, fc.array(inner, { maxLength: 3 })).map(([name, args]) => callNode(name, args)),
    chain('and', inner),
    chain('or', inner),
    inner.map((operand) => notNode(operand)),
    aggregates(inner),
  );
}

/** An expression as it stands in a hole, small and without connectives. */
export const holeExpressions: fc.Arbitrary<Expression> = fc.oneof<fc.Arbitrary<Expression>[]>(
  paths,
  literals,
  operation(arithmetic, paths, literals),
  fc.tuple(functionNames, paths).map(([name, path]) => callNode(name, [path])),
);
