import { reportPromise, wholeOrPart } from '@tamis/testkit';
import fc from 'fast-check';
import { Engine, type RuleProperties } from 'json-rules-engine';
import { importJsonRulesEngine } from '../../src/importers/index.js';
import { outcomesOf, type Facts } from './outcomes-of.js';
import { anyFacts, most, numbers, runs, texts, typedFacts } from './random-facts.js';

async function firesThere(rule: object, facts: Facts): Promise<boolean> {
  const engine = new Engine([rule as RuleProperties], { allowUndefinedFacts: true });
  const { events } = await engine.run({ ...facts });
  return events.length > 0;
}

const leaf = (fact: string, operators: readonly string[], value: fc.Arbitrary<unknown>): fc.Arbitrary<object> =>
  fc.record({ fact: fc.constant(fact), operator: fc.constantFrom(...operators), value });

const same = ['equal', 'notEqual'] as const;
const order = ['lessThan', 'lessThanInclusive', 'greaterThan', 'greaterThanInclusive'] as const;
const among = ['in', 'notIn'] as const;
const some = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T[]> => fc.array(value, { minLength: 1, maxLength: 3 });

/** A field of an object that some facts have. */
const member = leaf('box', [...same, ...order], numbers).map((each) => ({ ...each, path: '$.n' }));
const boxes = fc.constantFrom(undefined, null, {}, { n: null }, { n: 0.5 }, { n: 2 });
const boxedFacts = fc
  .tuple(typedFacts, boxes)
  .map(([facts, box]): Facts => (box === undefined ? facts : { ...facts, box }));

const leaves = fc.oneof(
  leaf('amount', [...same, ...order], numbers),
  leaf('age', among, some(numbers)),
  leaf('country', same, texts),
  leaf('the city', among, some(texts)),
  leaf('all', same, fc.boolean()),
  leaf('tags', ['contains', 'doesNotContain'], texts),
  member,
);

const { condition } = fc.letrec<{ condition: object }>((tie) => ({
  condition: fc.oneof(
    { maxDepth: 3 },
    leaves,
    fc.record({ all: fc.array(tie('condition'), { minLength: 1, maxLength: 3 }) }),
    fc.record({ any: fc.array(tie('condition'), { minLength: 1, maxLength: 3 }) }),
    fc.record({ not: tie('condition') }),
  ),
}));

/** The total number of rules to try. */
const ruleCount = Number(process.env['TAMIS_RUNS'] ?? wholeOrPart(100_000, 64));

const rules = condition.map((each) => ({ conditions: { all: [each] }, event: { type: 'found' } }));
// Several rules per set, because compiling a set takes longer than evaluating it.
const ruleLists = fc.array(rules, { minLength: 6, maxLength: 12 });

describe('json-rules-engine rules', () => {
  it('promise 9: hit after the import exactly where they fire there, missing facts included', async () => {
    let [tried, compared] = [0, 0];
    const property = fc.asyncProperty(
      fc.array(rules, { minLength: most, maxLength: most, size: 'max' }),
      fc.array(boxedFacts, { minLength: 2, maxLength: 6 }),
      async (list, all) => {
        tried += list.length;
        compared += list.length * all.length;
        const { rules: imported, refused } = importJsonRulesEngine(list);
        expect(refused).toEqual([]);
        const there = await Promise.all(all.map((facts) => Promise.all(list.map((rule) => firesThere(rule, facts)))));
        const outcomes = there.map((each) => each.map((fires) => (fires ? 'hit' : 'no hit')));
        expect(outcomesOf(imported, all)).toEqual(outcomes);
      },
    );
    await fc.assert(property, { numRuns: Math.ceil(ruleCount / most) });
    reportPromise(9, {
      figure: `json-rules-engine: 0 disagreements in ${compared} outcomes of ${tried} random rules, all of them imported`,
      target: '0 disagreements; 100,000 random rules',
      holds: tried >= ruleCount,
    });
  }, 1_800_000);

  it('evaluate to unknown, never to a wrong outcome, for a fact of another type', async () => {
    const property = fc.asyncProperty(ruleLists, anyFacts, async (list, facts) => {
      const [outcomes = []] = outcomesOf(importJsonRulesEngine(list).rules, [facts]);
      for (const [index, rule] of list.entries()) {
        const there = (await firesThere(rule, facts)) ? 'hit' : 'no hit';
        expect([there, 'unknown']).toContain(outcomes[index]);
      }
    });
    await fc.assert(property, { numRuns: runs });
  });

  it('compare two facts, and evaluate to unknown where null and a missing fact would differ', async () => {
    const operators = [...same, ...order, ...among, 'contains', 'doesNotContain'];
    const names = fc.constantFrom('amount', 'age', 'country', 'the city', 'tags', 'all');
    const rule = fc
      .record({ fact: names, operator: fc.constantFrom(...operators), value: fc.record({ fact: names }) })
      .map((each) => ({ conditions: { any: [each, { not: each }] }, event: { type: 'found' } }));
    const single = rule.map(({ conditions, event }) => ({ conditions: { all: [conditions.any[0]] }, event }));
    const property = fc.asyncProperty(
      fc.array(fc.oneof(single, rule), { minLength: 6, maxLength: 12 }),
      fc.array(typedFacts, { minLength: 4, maxLength: 8 }),
      async (list, all) => {
        const { rules: imported, refused } = importJsonRulesEngine(list);
        expect(refused).toEqual([]);
        const outcomes = outcomesOf(imported, all);
        for (const [row, facts] of all.entries())
          for (const [index, each] of list.entries()) {
            // The original throws for a list value that is not a list.
            const there = await firesThere(each, facts).catch(() => null);
            if (there !== null) expect([there ? 'hit' : 'no hit', 'unknown']).toContain(outcomes[row]?.[index]);
          }
      },
    );
    await fc.assert(property, { numRuns: runs });
    const of = (operator: string, fact: string, other: object): object => ({
      conditions: { all: [{ fact, operator, value: other }] },
      event: { type: 'found' },
    });
    const list = [
      of('equal', 'amount', { fact: 'age' }),
      of('notEqual', 'amount', { fact: 'age' }),
      of('greaterThan', 'amount', { fact: 'box', path: '$.n' }),
      of('in', 'country', { fact: 'tags' }),
      of('doesNotContain', 'tags', { fact: 'country' }),
    ];
    const facts = [
      { amount: 2, age: 2, box: { n: 1 }, country: 'BR', tags: ['BR'] },
      { amount: 2, age: 3, box: { n: 2 }, country: 'br', tags: ['BR', 'US'] },
    ];
    const there = await Promise.all(facts.map((each) => Promise.all(list.map((rule) => firesThere(rule, each)))));
    expect(outcomesOf(importJsonRulesEngine(list).rules, facts)).toEqual(
      there.map((each) => each.map((fires) => (fires ? 'hit' : 'no hit'))),
    );
    expect(outcomesOf(importJsonRulesEngine(list).rules, [{ amount: 2 }, {}]).map((each) => each.slice(0, 2))).toEqual([
      ['no hit', 'hit'],
      ['unknown', 'unknown'],
    ]);
  });

  it('keep name, priority and event, and read members, mapped fields and open objects', () => {
    const rule = {
      name: 'Old enough?',
      priority: 5,
      conditions: { all: [{ fact: 'person', path: '$.age', operator: 'lessThan', value: 18, name: 'minor' }] },
      event: { type: 'too-young', params: { message: 'no "minors"\nplease' } },
    };
    expect(importJsonRulesEngine([rule, rule], { fields: { person: 'origin.attributes' } }).rules).toEqual(
      ['old_enough', 'old_enough_2'].map((key) => ({
        key,
        source: `// name: "Old enough?"
// priority: 5
// event.params: {"message":"no \\"minors\\"\\nplease"}
rule ${key} "Old enough?" {
  on transaction

  when origin.attributes.age is present
   and origin.attributes.age < 18

  then key "too-young"
}
`,
      })),
    );
  });

  it('inline shared named conditions, and reject other content beside the rules', async () => {
    const conditions = {
      minor: { all: [{ fact: 'age', operator: 'lessThan', value: 18 }] },
      either: { any: [{ condition: 'minor' }, { fact: 'age', operator: 'greaterThan', value: 90 }] },
      round: { not: { condition: 'round' } },
    };
    const rule = { conditions: { all: [{ not: { condition: 'either' } }] }, event: { type: 'adult' } };
    const { rules: imported, refused } = importJsonRulesEngine({ rules: [rule], conditions });
    expect(refused).toEqual([]);
    expect(outcomesOf(imported, [{ age: 17 }, { age: 30 }, { age: 95 }])).toEqual([['no hit'], ['hit'], ['no hit']]);
    const round = { conditions: { all: [{ condition: 'round' }] }, event: { type: 'x' } };
    expect(importJsonRulesEngine({ rules: [round], conditions, facts: { age: 5 } }).refused).toEqual([
      { at: 'facts', reason: expect.stringContaining('`facts` next to the rules') },
      { at: expect.any(String), reason: expect.stringContaining('the shared condition "round"') },
    ]);
  });

  it('are rejected by name without an equivalent, while the other rules are imported', () => {
    const of = (conditions: unknown, more: object = {}): object => ({ conditions, event: { type: 'x' }, ...more });
    const one = (more: object): object => of({ all: [{ fact: 'a', operator: 'equal', value: 1, ...more }] });
    const refused: readonly (readonly [rule: unknown, at: string, named: string])[] = [
      [one({ operator: 'startsWith' }), '[0].conditions.all[0].operator', '"startsWith"'],
      [one({ operator: 'everyFact:equal' }), '[0].conditions.all[0].operator', '"everyFact:equal"'],
      [
        one({ value: { fact: 'b', params: {} } }),
        '[0].conditions.all[0].value.params',
        '`params` of a fact as the value',
      ],
      [one({ value: { fact: 5 } }), '[0].conditions.all[0].value.fact', 'must name a fact'],
      [one({ value: null }), '[0].conditions.all[0].value', 'null: `equal` takes'],
      [one({ operator: 'in', value: [1, 'x'] }), '[0].conditions.all[0].value', '`in` takes a list'],
      [one({ operator: 'lessThan', value: '5' }), '[0].conditions.all[0].value', '"5": `lessThan` takes a number'],
      [one({ operator: 'contains', value: [5] }), '[0].conditions.all[0].value', '`contains` takes a number'],
      [one({ path: '$..b' }), '[0].conditions.all[0].path', '"$..b"'],
      [one({ params: {} }), '[0].conditions.all[0].params', '`params`'],
      [of({ any: [] }), '[0].conditions.any', 'empty `any`'],
      [of({ all: [{ condition: 'shared' }] }), '[0].conditions.all[0].condition', '"shared"'],
      [of({ any: [{}], all: [{}] }), '[0].conditions.all', '`all` beside `any`'],
      [of({ all: [5] }), '[0].conditions.all[0]', 'not 5'],
      [of({ all: [] }, { onSuccess: 'f' }), '[0].onSuccess', '`onSuccess`'],
      [{ conditions: {} }, '[0].event', '`type`'],
      ['rule', '[0]', 'not "rule"'],
    ];
    const good = of({ not: { fact: 'b', operator: 'equal', value: true } }, { name: 'good' });
    for (const [rule, at, named] of refused) {
      const imported = importJsonRulesEngine([rule, good]);
      expect(imported.refused).toEqual([{ at, reason: expect.stringContaining(named) }]);
      expect(imported.rules.map(({ key }) => key)).toEqual(['good']);
    }
    const mixed = of({ all: [5, 'x'].map((value) => ({ fact: 'a', operator: 'equal', value })) });
    expect(importJsonRulesEngine(mixed)).toEqual({
      rules: [],
      refused: [
        { at: '$.conditions.all[1].value', reason: expect.stringContaining('compared with a number elsewhere') },
      ],
    });
  });
});
