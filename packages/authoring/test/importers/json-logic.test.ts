import { reportPromise } from '@tamis/testkit';
import fc from 'fast-check';
import { LogicEngine } from 'json-logic-engine';
import { importJsonLogic } from '../../src/importers/index.js';
import { outcomesOf, type Facts } from './outcomes-of.js';
import { anyFacts, binaryNumbers, numbers, runs, texts, typedFacts } from './random-facts.js';

const engine = new LogicEngine();

/** Whether the expression is truthy in the original implementation; `null` if it throws. */
function isTruthyThere(logic: object, facts: Facts): boolean | null {
  try {
    return Boolean(engine.run({ if: [logic, true, false] }, facts));
  } catch {
    return null;
  }
}

const variable = (name: string): fc.Arbitrary<object> => fc.constantFrom({ var: name }, { var: [name] });

const either = (operator: string, left: fc.Arbitrary<unknown>, right: fc.Arbitrary<unknown>): fc.Arbitrary<object> =>
  fc.tuple(left, right, fc.boolean()).map(([a, b, turn]) => ({ [operator]: turn ? [b, a] : [a, b] }));

const equalities = (name: string, value: fc.Arbitrary<unknown>): fc.Arbitrary<object> =>
  fc.constantFrom('==', '===', '!=', '!==').chain((operator) => either(operator, variable(name), value));

const orders = fc.constantFrom('<', '<=', '>', '>=').chain((operator) => either(operator, variable('amount'), numbers));

const numeric = fc.constantFrom({ var: 'left' }, { var: ['right'] });

/** Numbers that binary fractions represent exactly, so that both implementations compute the same. */
const { sum: sums } = fc.letrec<{ sum: object }>((tie) => {
  const operand = fc.oneof<fc.Arbitrary<unknown>[]>(numeric, binaryNumbers, tie('sum'));
  return {
    sum: fc.oneof(
      { maxDepth: 1, withCrossShrink: true },
      fc.tuple(fc.constantFrom('+', '-', '*'), operand, operand).map(([operator, ...args]) => ({ [operator]: args })),
      fc.tuple(fc.constantFrom('+', '-'), operand).map(([operator, ...args]) => ({ [operator]: args })),
      fc
        .tuple(fc.constantFrom('/', '%'), operand, fc.constantFrom(-2, 0.5, 4))
        .map(([operator, ...args]) => ({ [operator]: args })),
      fc
        .tuple(fc.constantFrom('min', 'max'), numeric, binaryNumbers)
        .map(([operator, ...args]) => ({ [operator]: args })),
      fc.tuple(numeric, operand, operand).map(([test, ...args]) => ({ if: [{ '<': [test, 1] }, ...args] })),
    ),
  };
});

const arithmetic = fc.oneof(
  fc
    .constantFrom('<', '<=', '>', '>=', '==', '!=')
    .chain((operator) => either(operator, sums, fc.oneof(binaryNumbers, numeric))),
  // If a branch is missing, `if` is null, which strictly equals no number; such expressions are refused.
  fc.constantFrom('===', '!==').chain((operator) =>
    either(
      operator,
      sums.filter((sum) => !('if' in sum)),
      fc.oneof(binaryNumbers, numeric),
    ),
  ),
  fc.constantFrom('<', '>=').chain((operator) => either(operator, numeric, numeric)),
);

const pairs = fc.oneof(
  fc.constantFrom('===', '!==').chain((operator) => either(operator, variable('left'), variable('right'))),
  fc.constantFrom('===', '!==').chain((operator) => either(operator, variable('country'), variable('the city'))),
);

const elementTest = fc.oneof(
  fc
    .tuple(fc.constantFrom('<', '>='), binaryNumbers)
    .map(([operator, value]) => ({ [operator]: [{ var: 'price' }, value] })),
  texts.map((text) => ({ '!==': [{ var: 'label' }, text] })),
  texts.map((text) => ({ in: [text, { var: 'label' }] })),
);

const iterations = fc.constantFrom('some', 'all', 'none').chain((operator) =>
  fc.oneof(
    elementTest.map((test) => ({ [operator]: [{ var: 'items' }, test] })),
    texts.map((text) => ({ [operator]: [{ var: 'tags' }, { '===': [{ var: '' }, text] }] })),
  ),
);

const leaves = fc.oneof(
  arithmetic,
  pairs,
  iterations,
  equalities(
    'age',
    numbers.filter((each) => each !== 0),
  ),
  equalities('country', texts),
  equalities('all', fc.constant(true)),
  orders,
  fc
    .tuple(fc.constantFrom('<', '<='), numbers, variable('amount'), numbers)
    .map(([operator, ...args]) => ({ [operator]: args })),
  fc.tuple(variable('the city'), fc.array(texts, { minLength: 1, maxLength: 3 })).map((args) => ({ in: args })),
  fc.tuple(texts, variable('country')).map((args) => ({ in: args })),
  variable('all'),
  fc.constantFrom('===', '!==').map((operator) => ({ [operator]: [{ var: 'age' }, null] })),
);

const { logic } = fc.letrec<{ logic: object }>((tie) => ({
  logic: fc.oneof(
    { maxDepth: 3 },
    leaves,
    fc.record({ and: fc.array(tie('logic'), { minLength: 1, maxLength: 3 }) }),
    fc.record({ or: fc.array(tie('logic'), { minLength: 1, maxLength: 3 }) }),
    fc.constantFrom('!', '!!').chain((operator) => tie('logic').map((each) => ({ [operator]: [each] }))),
    fc.record({ if: fc.array(tie('logic'), { minLength: 2, maxLength: 5 }) }),
  ),
}));

// Several expressions per set, because compiling a set takes longer than evaluating it.
const logics = fc.array(logic, { minLength: 6, maxLength: 12 });

/** Imports the list and returns the accepted expressions; others may only be refused for being too deep. */
function imported(list: readonly object[]) {
  const { rules, refused } = importJsonLogic(list.map((each, index) => ({ name: `rule_${index}`, logic: each })));
  for (const { reason } of refused) expect(reason).toMatch(/E090[23]/);
  expect(rules.length + refused.length).toBe(list.length);
  return { rules, accepted: list.filter((_, index) => rules.some(({ key }) => key === `rule_${index}`)) };
}

describe('JsonLogic', () => {
  it('promise 9: hits after the import exactly where it is truthy there, missing data included', () => {
    let [tried, read, compared] = [0, 0, 0];
    const property = fc.property(logics, fc.array(typedFacts, { minLength: 4, maxLength: 8 }), (list, all) => {
      const { rules, accepted } = imported(list);
      const outcomes = outcomesOf(rules, all);
      tried += list.length;
      read += accepted.length;
      compared += accepted.length * all.length;
      const there = all.map((facts, row) =>
        accepted.map((each, index) => {
          const isTruthy = isTruthyThere(each, facts);
          // The original throws for the minimum of a missing number, so that there is nothing to compare.
          return isTruthy === null ? outcomes[row]?.[index] : isTruthy ? 'hit' : 'no hit';
        }),
      );
      expect(outcomes).toEqual(there);
    });
    fc.assert(property, { numRuns: runs });
    reportPromise(9, {
      figure: `JsonLogic: 0 disagreements in ${compared} outcomes of ${read} rules read of ${tried} random ones`,
      target: '0 disagreements',
      holds: compared > 0,
    });
  }, 600_000);

  it('evaluates to unknown, never to a wrong outcome, for data of another type', () => {
    const property = fc.property(logics, anyFacts, (list, facts) => {
      const { rules, accepted } = imported(list);
      const [outcomes = []] = outcomesOf(rules, [facts]);
      for (const [index, each] of accepted.entries()) {
        const there = isTruthyThere(each, facts);
        if (there !== null) expect([there ? 'hit' : 'no hit', 'unknown']).toContain(outcomes[index]);
      }
    });
    fc.assert(property, { numRuns: runs });
  });

  it('uses defaults in place of missing values', () => {
    const amount = { var: ['amount', 5] };
    const list = [
      { '>': [amount, 2] },
      { '==': [amount, 0] },
      { '!==': [{ var: ['country', 'BR'] }, 'BR'] },
      { in: [{ var: ['country', 'BR'] }, ['BR', 'US']] },
      { var: ['all', true] },
      { '<': [{ '*': [amount, 2] }, 9] },
    ];
    const { rules, accepted } = imported(list);
    expect(rules[0]?.source).toContain('// Note: a default also replaces null');
    expect(rules[5]?.source).toContain('// Note: numbers are exact decimals here');
    const all = [{}, { amount: 0, country: 'US', all: false }, { amount: 2, country: 'BR', all: true }];
    expect(outcomesOf(rules, all)).toEqual(
      all.map((facts) => accepted.map((each) => (isTruthyThere(each, facts) ? 'hit' : 'no hit'))),
    );
  });

  it('accepts a list of named rules, members, and mapped fields', () => {
    const logic = { and: [{ '>=': [{ var: 'score' }, 70] }, { in: [{ var: 'person.country' }, ['BR']] }] };
    const { rules } = importJsonLogic([{ name: 'Risky in Brazil', logic }], { fields: { score: 'origin.riskScore' } });
    expect(rules).toEqual([
      {
        key: 'risky_in_brazil',
        source: `rule risky_in_brazil "Risky in Brazil" {
  on transaction

  when origin.riskScore otherwise 0 >= 70
   and transaction.metadata.person.country is present
   and transaction.metadata.person.country in ["BR"]
}
`,
      },
    ]);
  });

  it('does not use a language keyword as a rule name', () => {
    const { rules, refused } = importJsonLogic(
      ['between', 'rule', 'when', 'list', 'true', 'in'].map((name) => ({ name, logic: { '<': [1, { var: 'a' }, 9] } })),
    );
    expect(refused).toEqual([]);
    expect(rules.map(({ key }) => key)).toEqual(expect.arrayContaining(['rule_between', 'rule_when']));
  });

  it('rejects by name what has no equivalent', () => {
    const a = { var: 'a' };
    const refused: readonly (readonly [logic: unknown, at: string, named: string])[] = [
      [{ '+': [a, 1] }, '$.+', '`+`'],
      [{ '<': [{ cat: [a, 1] }, 5] }, '$.<[0].cat', '`cat` as a number'],
      [{ '==': [a, { var: 'b' }] }, '$.==', 'a missing one equals 0 and false: write `===`'],
      [{ '===': [a, { var: ['b', 1] }] }, '$.===', 'a default next to another variable, whose type is unknown'],
      [{ '==': [a, 0] }, '$.==', 'a missing value also equals: write `===`'],
      [{ '==': [a, null] }, '$.==', 'which a missing value also equals: write'],
      [{ '===': [{ cat: ['x', a] }, 'xy'] }, '$.===[0]', 'the operator `cat` as a value'],
      [{ '===': [{ if: [a, a, 1] }, 0] }, '$.===[0]', 'the operator `if` as a value'],
      [{ '===': ['x', 'xy'] }, '$.===[1]', 'stands where a variable is needed'],
      [{ '<': [a, 'x'] }, '$.<', 'only numbers are ordered'],
      [{ '<': [1, 2] }, '$.<', 'of constant numbers'],
      [{ '<': [a, { '%': [1, 2, 3] }] }, '$.<[1].%', '`%` takes two values'],
      [{ '<': [a, { max: [1] }] }, '$.<[1].max', '`max` takes two values or more'],
      [{ '<': [a, { if: [a, 1] }] }, '$.<[1].if', '`if` as a number'],
      [{ in: [a, []] }, '$.in[1]', '`in` with []'],
      [{ in: ['', a] }, '$.in[0]', 'an empty text'],
      [{ some: [a, true] }, '$.some[1]', 'true as a condition'],
      [{ some: [a, { some: [{ var: 'b' }, { var: '' }] }] }, '$.some[1].some', '`some` within another one'],
      [{ all: [{ var: ['a', 'x'] }, { var: 'b' }] }, '$.all[0]', 'the default "x" of a list'],
      [{ none: [a, { var: 'origin' }] }, '$.none[1].var', 'the member `origin` of an element'],
      [{ '===': [{ var: ['a', 'x'] }, 1] }, '$.===[0].var[1]', 'the default "x" next to values of another type'],
      [{ missing: ['a'] }, '$.missing', '`missing`'],
      [{ var: '' }, '$.var', 'the variable ""'],
      [{ var: 'a.0' }, '$.var', 'the variable "a.0"'],
      [{ var: ['a', 1] }, '$.var[1]', 'the default 1'],
      [{ var: ['a', []] }, '$.var[1]', 'only plain values'],
      [{ and: [] }, '$.and', '`and` of nothing'],
      [{ and: [true] }, '$.and[0]', 'true as a condition'],
      [{ and: [a], or: [a] }, '$', 'one operator, not 2'],
      [{ or: [a, { '>': [a, 1] }] }, '$.or[1].>[0]', 'compared with true or false elsewhere'],
      [[{ name: 'x', logic: a, then: 1 }], '[0].then', '`then`'],
      [[a], '[0]', 'a rule must be {name?, logic}, not'],
    ];
    for (const [logic, at, named] of refused)
      expect(importJsonLogic(logic)).toEqual({ rules: [], refused: [{ at, reason: expect.stringContaining(named) }] });
  });
});
