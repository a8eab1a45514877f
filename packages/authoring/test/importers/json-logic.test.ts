import fc from 'fast-check';
import { LogicEngine } from 'json-logic-engine';
import { importJsonLogic } from '../../src/importers/index.js';
import { outcomesOf, type Facts } from './outcomes-of.js';
import { anyFacts, numbers, runs, texts, typedFacts } from './random-facts.js';

const engine = new LogicEngine();

/** Truthy there; null: it throws. */
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

const leaves = fc.oneof(
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

// Several in one set: compiling a set takes longer than running it.
const logics = fc.array(logic, { minLength: 6, maxLength: 12 });

/** Those that were accepted; others may only be too deep, which is said. */
function imported(list: readonly object[]) {
  const { rules, refused } = importJsonLogic(list.map((each, index) => ({ name: `rule_${index}`, logic: each })));
  for (const { reason } of refused) expect(reason).toMatch(/E090[23]/);
  expect(rules.length + refused.length).toBe(list.length);
  return { rules, accepted: list.filter((_, index) => rules.some(({ key }) => key === `rule_${index}`)) };
}

describe('JsonLogic', () => {
  it('hits after the import exactly where it is truthy there, missing data included', () => {
    const property = fc.property(logics, fc.array(typedFacts, { minLength: 4, maxLength: 8 }), (list, all) => {
      const { rules, accepted } = imported(list);
      const there = all.map((facts) => accepted.map((each) => (isTruthyThere(each, facts) ? 'hit' : 'no hit')));
      expect(outcomesOf(rules, all)).toEqual(there);
    });
    fc.assert(property, { numRuns: runs });
  });

  it('is undecided, never wrong, where data are of another type', () => {
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

  it('takes a list of named rules, members, and mapped fields', () => {
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

  it('does not name a rule by a word of the language', () => {
    const { rules, refused } = importJsonLogic(
      ['between', 'rule', 'when', 'list', 'true', 'in'].map((name) => ({ name, logic: { '<': [1, { var: 'a' }, 9] } })),
    );
    expect(refused).toEqual([]);
    expect(rules.map(({ key }) => key)).toEqual(expect.arrayContaining(['rule_between', 'rule_when']));
  });

  it('refuses by name what has no equal', () => {
    const a = { var: 'a' };
    const refused: readonly (readonly [logic: unknown, at: string, named: string])[] = [
      [{ '+': [a, 1] }, '$.+', '`+`'],
      [{ '<': [{ '+': [a, 1] }, 5] }, '$.<', '`<` with {"+"'],
      [{ '==': [a, { var: 'b' }] }, '$.==[1]', '`==` with {"var":"b"}'],
      [{ '==': [a, 0] }, '$.==', 'a missing value equals too: write `===`'],
      [{ '==': [a, null] }, '$.==', 'a missing value equals too'],
      [{ '===': [{ cat: ['x', a] }, 'xy'] }, '$.===[0]', 'the operator `cat` as a value'],
      [{ '===': ['x', 'xy'] }, '$.===[1]', 'stands where a variable is needed'],
      [{ '<': [a, 'x'] }, '$.<', 'only numbers are ordered'],
      [{ '<': [1, 2] }, '$.<', 'compares one variable'],
      [{ '<': [a, 2, 3] }, '$.<', 'compares one variable'],
      [{ in: [a, []] }, '$.in[1]', '`in` with []'],
      [{ in: ['', a] }, '$.in[0]', 'an empty text'],
      [{ some: [a, true] }, '$.some', '`some`'],
      [{ missing: ['a'] }, '$.missing', '`missing`'],
      [{ var: '' }, '$.var', 'the variable ""'],
      [{ var: 'a.0' }, '$.var', 'the variable "a.0"'],
      [{ var: ['a', 1] }, '$.var[1]', 'the default 1'],
      [{ and: [] }, '$.and', '`and` of nothing'],
      [{ and: [true] }, '$.and[0]', 'true as a condition'],
      [{ and: [a], or: [a] }, '$', 'one operator, not 2'],
      [{ or: [a, { '>': [a, 1] }] }, '$.or[1].>[0]', 'compared with true or false elsewhere'],
      [[{ name: 'x', logic: a, then: 1 }], '[0].then', '`then`'],
      [[a], '[0]', 'a rule is {name?, logic}'],
    ];
    for (const [logic, at, named] of refused)
      expect(importJsonLogic(logic)).toEqual({ rules: [], refused: [{ at, reason: expect.stringContaining(named) }] });
  });
});
