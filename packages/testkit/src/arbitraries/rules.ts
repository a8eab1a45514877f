import fc from 'fast-check';
import {
  arrayLiteral,
  constDeclaration,
  defineDeclaration,
  effectivePeriod,
  importDeclaration,
  letDeclaration,
  listDeclaration,
  numberLiteral,
  paramDeclaration,
  ruleDeclaration,
  ruleFile,
  ruleTarget,
  stopOnMatch,
  type DateLiteral,
  type DatetimeLiteral,
  type FileDeclaration,
  type ListDeclaration,
  type RuleDeclaration,
  type RuleFile,
} from '@tamis/lang';
import { actions, words } from './actions.js';
import { expressions } from './expressions.js';
import { dates, datetimes, decimals, signedNumbers, textLiterals } from './literals.js';
import { matrices } from './matrices.js';
import { objects } from './objects.js';
import { tests } from './tests.js';

const orNull = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(arbitrary, { nil: null });

const numbers = decimals.map((text) => numberLiteral(text));

const targets = fc
  .tuple(fc.array(words, { minLength: 1, maxLength: 3 }), fc.array(words, { maxLength: 3 }))
  .map(([names, triggers]) => ruleTarget(names, triggers));

const instants = fc.oneof<fc.Arbitrary<DateLiteral | DatetimeLiteral>[]>(dates, datetimes);
const periods = fc.tuple(instants, orNull(instants)).map(([from, until]) => effectivePeriod(from, until));

/** Rules with valid syntax. Names and types are random. */
export const rules: fc.Arbitrary<RuleDeclaration> = fc
  .record({
    key: words,
    title: orNull(textLiterals),
    on: orNull(targets),
    score: orNull(signedNumbers),
    priority: orNull(numbers),
    matrices: fc.array(words, { maxLength: 2 }),
    tags: orNull(fc.array(textLiterals, { maxLength: 2 }).map((items) => arrayLiteral(items))),
    scope: orNull(objects()),
    evaluate: orNull(words),
    stop: fc.constantFrom(null, stopOnMatch()),
    owner: orNull(textLiterals),
    reference: orNull(textLiterals),
    effective: orNull(periods),
    meta: orNull(objects()),
    category: orNull(words),
    mode: orNull(words),
    description: orNull(textLiterals),
    lets: fc.array(
      fc.tuple(words, expressions(2)).map(([name, value]) => letDeclaration(name, value)),
      { maxLength: 2 },
    ),
    when: expressions(3),
    unknown: orNull(words),
    actions: fc.array(actions, { maxLength: 3 }),
    tests: fc.array(tests, { maxLength: 2 }),
  })
  .map((parts) => ruleDeclaration(parts));

const lists: fc.Arbitrary<ListDeclaration> = fc
  .tuple(words, textLiterals, orNull(textLiterals))
  .map(([name, reference, type]) => listDeclaration(name, reference, type));

const values = expressions(2);

const params = fc
  .record({ name: words, value: values, bounds: orNull(fc.tuple(values, values)), step: orNull(values) })
  .map(({ bounds, ...parts }) =>
    paramDeclaration({ ...parts, minimum: bounds?.[0] ?? null, maximum: bounds?.[1] ?? null }),
  );

const declarations: fc.Arbitrary<FileDeclaration> = fc.oneof<fc.Arbitrary<FileDeclaration>[]>(
  textLiterals.map((file) => importDeclaration(file)),
  lists,
  fc.tuple(words, values).map(([name, value]) => constDeclaration(name, value)),
  params,
  fc
    .tuple(words, fc.array(words, { maxLength: 2 }), expressions(3))
    .map(([name, parameters, body]) => defineDeclaration(name, parameters, body)),
  matrices,
  rules,
  tests,
);

/** Whole files in the current version of the language. */
export const files: fc.Arbitrary<RuleFile> = fc
  .tuple(fc.boolean(), fc.array(declarations, { maxLength: 6 }))
  .map(([hasVersion, items]) => ruleFile(hasVersion ? numberLiteral('1') : null, items));
