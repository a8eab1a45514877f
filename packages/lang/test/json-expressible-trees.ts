import fc from 'fast-check';
import * as ast from '../src/ast/index.js';
import { operatorForms, type OperatorForm } from '../src/json/leaf-operators.js';

type Arb<T> = fc.Arbitrary<T>;
type Expr = ast.Expression;

const reserved =
  'rule when then test let const param define and or not in is between where true false AND OR NOT IN IS';
const words = reserved.split(' ');

/** Words with a meaning in a path, in a name, or anywhere in the language. */
const loaded =
  'amount origin destination transaction entity person company enrichment normalized related current originAccount ' +
  'destinationAccount instrument event device now originEntityId originEntity entityData relationships accounts ' +
  'transactions userEvents user_events limit blocked count list any all style';

const letters = fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_]{0,6}$/).filter((name) => !words.includes(name));
export const names: Arb<string> = fc.oneof(fc.constantFrom(...loaded.split(' ')), letters);
const functionNames = names.filter((name) => !ast.aggregateNames.some((each) => each === name));

export const texts: Arb<string> = fc
  .oneof(
    fc.string({ unit: 'grapheme', maxLength: 8 }),
    fc.constantFrom('', 'origin', '$name', 'a`b', '10.0.0.0/8', '::1', '2026-12-01', '$money', '{', '\n', 'email'),
  )
  .map((text) => text.replaceAll('\0', '').normalize('NFC'));

const decimals = fc
  .tuple(fc.oneof(fc.nat(99), fc.maxSafeNat()), fc.option(fc.stringMatching(/^[0-9]{0,5}[1-9]$/), { nil: null }))
  .map(([whole, fraction]) => (fraction === null ? String(whole) : `${whole}.${fraction}`));

export const paths: Arb<ast.PathNode> = fc
  .tuple(names, fc.array(fc.oneof({ weight: 4, arbitrary: names }, { weight: 1, arbitrary: texts }), { maxLength: 3 }))
  .map(([first, rest]) => ast.pathNode([first, ...rest]));
const bare = names.map((name) => ast.pathNode([name]));
const word = names.map((name) => ast.word(name));

const units = fc.constantFrom<ast.DurationUnit>('s', 'm', 'h', 'd', 'w', 'mo', 'y');
const durations = fc.tuple(decimals, units).map(([amount, unit]) => ast.durationLiteral(amount, unit));
const lengths = fc.oneof(
  durations.filter(({ amount }) => amount !== '0'),
  bare,
);
const distances = fc
  .tuple(decimals, fc.constantFrom('km' as const, 'mi' as const))
  .map(([amount, unit]) => ast.distanceLiteral(amount, unit));
const percents = fc.oneof(
  decimals.map((text) => ast.percentLiteral(text)),
  fc.nat(100).map((text) => ast.percentLiteral(String(text))),
);
const instants = fc.date({ min: new Date('1900-01-01'), max: new Date('2200-01-01'), noInvalidDate: true });
const days = instants.map((date) => ast.dateLiteral(date.toISOString().slice(0, 10)));
const times = instants.map((date) => ast.datetimeLiteral(date.toISOString()));
const textNodes = texts.map((text) => ast.textLiteral(text));
const patterns = fc
  .string({ unit: 'grapheme-ascii', maxLength: 8 })
  .map((text) => ast.rawTextLiteral(text.replaceAll('`', '')));

const literals: Arb<Expr> = fc.oneof<Arb<Expr>[]>(
  textNodes,
  patterns,
  decimals.map((text) => ast.numberLiteral(text)),
  percents,
  fc.tuple(decimals, fc.constantFrom('USD', 'BRL', 'USDT')).map(([amount, code]) => ast.moneyLiteral(amount, code)),
  durations,
  distances,
  days,
  times,
  fc.boolean().map((value) => ast.booleanLiteral(value)),
);
const arrays = fc
  .oneof(fc.array(literals, { maxLength: 3 }), fc.array(fc.constant(ast.textLiteral('10.0.0.0/8')), { maxLength: 2 }))
  .map((items) => ast.arrayLiteral(items));
const listNodes: Arb<Expr> = fc.oneof<Arb<Expr>[]>(
  texts.map((name) => ast.listReference(name)),
  texts.map((type) => ast.listTypeReference(type)),
  bare,
);

const fuzzy: Arb<ast.FuzzyOptions | null> = fc
  .record({
    threshold: fc.oneof(percents, bare, fc.constant(null)),
    algorithm: fc.option(word, { nil: null }),
  })
  .map((options) => (options.threshold === null && options.algorithm === null ? null : options));

const operatorsOf = (form: OperatorForm): Arb<ast.OperatorName> =>
  fc.constantFrom(...ast.operatorNames.filter((name) => operatorForms[name] === form));

const operation = (form: OperatorForm, ...operands: Arb<Expr>[]): Arb<Expr> =>
  fc.tuple(operatorsOf(form), fc.tuple(...operands)).map(([operator, all]) => ast.operationNode(operator, all));

const chain = (kind: 'and' | 'or', item: Arb<Expr>): Arb<Expr> =>
  fc
    .array(
      item.filter((node) => node.kind !== kind || node.style === 'block'),
      { minLength: 2, maxLength: 3 },
    )
    .map((items) => (kind === 'and' ? ast.andNode(items) : ast.orNode(items)));

const blocks = (item: Arb<Expr>): Arb<Expr> =>
  fc
    .tuple(fc.constantFrom('all', 'any', 'none', 'atLeast'), fc.array(item, { minLength: 1, maxLength: 3 }))
    .map(([kind, items]) => {
      if (kind === 'all') return ast.andNode(items, 'block');
      if (kind === 'any') return ast.orNode(items, 'block');
      if (kind === 'none') return ast.noneNode(items);
      return ast.atLeastNode(ast.numberLiteral(String(items.length)), items);
    });

const links: Arb<ast.AggregateLink> = fc.oneof<Arb<ast.AggregateLink>[]>(
  fc.record({ kind: fc.constantFrom('from' as const, 'to' as const, 'involving' as const), path: paths }),
  fc.record({
    kind: fc.constantFrom('from' as const, 'to' as const, 'involving' as const),
    path: fc.constantFrom('origin', 'destination', 'entity').map((name) => ast.pathNode([name])),
  }),
  fc.record({ kind: fc.constant('between' as const), first: paths, second: paths }),
  fc.record({ kind: fc.constant('per' as const), paths: fc.array(paths, { minLength: 1, maxLength: 3 }) }),
);

const windows = (inner: Arb<Expr>): Arb<ast.AggregateWindow> =>
  fc.oneof<Arb<ast.AggregateWindow>[]>(
    fc.record({ kind: fc.constant('last' as const), duration: lengths }),
    fc.record({ kind: fc.constantFrom('current' as const, 'previous' as const), unit: word }),
    fc.constant({ kind: 'allTime' }),
    fc.record({ kind: fc.constant('since' as const), start: inner }),
  );

const sources = fc.oneof(
  fc.constantFrom('transactions', 'userEvents', 'relationships', 'accounts').map((name) => ast.pathNode([name])),
  paths,
);

const aggregates = (inner: Arb<Expr>): Arb<Expr> =>
  fc
    .record({
      function: fc.constantFrom(...ast.aggregateNames),
      distinct: fc.boolean(),
      value: fc.option(fc.oneof<Arb<Expr>[]>(paths, inner), { nil: null }),
      source: sources,
      range: fc.constantFrom(
        { prior: true, last: null },
        { prior: false, last: null },
        { prior: false, last: ast.numberLiteral('10') },
      ),
      links: fc.array(links, { maxLength: 3 }),
      window: fc.option(windows(inner), { nil: null }),
      where: fc.option(inner, { nil: null }),
    })
    .map(({ range, ...parts }) => ast.aggregateNode({ ...parts, ...range }));

/** Every comparison over these operands. */
const comparisons = (inner: Arb<Expr>): readonly Arb<Expr>[] => [
  operation('binary', inner, inner),
  operation('range', inner, inner, inner),
  operation('membership', inner, fc.oneof<Arb<Expr>[]>(inner, arrays, listNodes)),
  operation('presence', inner),
  operation('pattern', inner, fc.oneof<Arb<Expr>[]>(patterns, textNodes, paths)),
  operation('recency', inner, fc.oneof<Arb<Expr>[]>(durations, bare)),
  fc
    .tuple(operatorsOf('similarity'), inner, fc.oneof<Arb<Expr>[]>(inner, arrays, listNodes), fuzzy)
    .map(([operator, left, right, options]) => ast.operationNode(operator, [left, right], options)),
  operation('hours', inner, fc.oneof(paths, bare)),
  operation('distance', inner, distances, inner),
];

/** An expression with at most `depth` levels that can be expressed completely in JSON; types do not fit. */
export function expressions(depth = 3): Arb<Expr> {
  if (depth <= 1) return fc.oneof<Arb<Expr>[]>(literals, arrays, paths, paths);
  const inner = expressions(depth - 1);
  return fc.oneof<Arb<Expr>[]>(
    inner,
    ...comparisons(inner),
    ...comparisons(paths),
    operation('arithmetic', inner, inner),
    operation('negation', inner),
    operation('choice', inner, inner),
    fc.tuple(inner, names).map(([operand, currency]) => ast.convertNode(operand, currency)),
    fc
      .tuple(fc.oneof(functionNames, fc.constantFrom('exact', 'folded', 'money')), fc.array(inner, { maxLength: 2 }))
      .chain(([name, args]) =>
        fc.array(fc.oneof(names, texts), { maxLength: 2 }).map((members) => ast.callNode(name, args, members)),
      ),
    chain('and', inner),
    chain('or', inner),
    blocks(inner),
    inner.map((operand) => ast.notNode(operand)),
    aggregates(inner),
  );
}
