import { checkRuleSet, type CompiledRuleSet, type RuleContent, type RuleSetContent } from '@tamis/engine';
import { propertyRuns } from '@tamis/testkit/arbitraries';
import fc from 'fast-check';
import { compiled, created, factsFor, setOf } from './differential.js';
import { indexedRules } from './indexed-rules.js';
import { wellTypedRules } from './well-typed-rules.js';
import { worlds, type TestWorld } from './worlds.js';

type Edit = (rules: readonly RuleContent[]) => RuleContent[];

const rules = fc.oneof({ weight: 2, arbitrary: wellTypedRules }, { weight: 1, arbitrary: indexedRules });

const sourceEdit: fc.Arbitrary<Edit> = fc.tuple(fc.nat(), rules).map(
  ([place, rule]) =>
    (before) =>
      before.map((each, index) =>
        index === place % before.length ? { ...each, version: 9, source: rule(`changed_${index + 1}`) } : each,
      ),
);

const edits: fc.Arbitrary<Edit> = fc.oneof(
  { weight: 4, arbitrary: sourceEdit },
  fc.nat().map(
    (place): Edit =>
      (before) =>
        before.length < 3 ? [...before] : before.toSpliced(place % before.length, 1),
  ),
  fc.nat().map((place): Edit => (before) => {
    const copied = before[place % before.length] as RuleContent;
    return [...before, { ...copied, ruleId: copied.ruleId.replace('d0', `e${before.length % 10}`) }];
  }),
  // Changes the age and order of rules.
  fc.nat().map(
    (place): Edit =>
      (before) =>
        before.map((each, index) =>
          index === place % before.length ? { ...each, createdAt: '2020-01-01T00:00:00Z', status: 'shadow' } : each,
        ),
  ),
);

/** Sequences of sets, each of which is an edited version of the one before. */
const histories: fc.Arbitrary<readonly RuleSetContent[]> = fc
  .tuple(fc.array(rules, { minLength: 4, maxLength: 8 }), fc.array(edits, { minLength: 1, maxLength: 4 }))
  .map(([first, changes]) => {
    const contents = [setOf(first.map((rule, index) => rule(`rule_${index + 1}`)))];
    for (const change of changes) {
      const before = contents.at(-1) as RuleSetContent;
      contents.push({ ...before, rules: change(before.rules) });
    }
    return contents;
  });

/** Requests of both rounds. Reads may be listed in any order. */
function requestsOf(set: CompiledRuleSet, world: TestWorld): unknown {
  const { windows, reads, rates } = set.requests(world.context, created);
  return { windows, reads: reads.map((read) => JSON.stringify(read)).sort(), rates };
}

describe('rule set that reuses the plan of another', () => {
  it('requests and finds the same as if compiled from scratch, also while older rule sets run', () => {
    fc.assert(
      fc.property(histories, fc.array(worlds, { minLength: 2, maxLength: 2 }), (contents, two) => {
        for (const indexFrom of [1, Infinity]) {
          const sets: CompiledRuleSet[] = [];
          for (const content of contents) sets.push(compiled(content, { previous: sets, indexFrom }));
          const fresh = contents.map((content) => compiled(content, { indexFrom }));
          expect(sets.map(({ version }) => version)).toEqual(fresh.map(({ version }) => version));
          // All evaluations take place before the details of any are read. Facts gathered for one way of compiling are used for the other
          // as well.
          const runs = [0, 1, 0].flatMap((number) =>
            sets.map((set, index) => {
              const world = two[number] as TestWorld;
              const other = fresh[index] as CompiledRuleSet;
              expect(requestsOf(set, world)).toEqual(requestsOf(other, world));
              return {
                found: set.evaluate(world.context, factsFor(other, world, created), created),
                expected: other.evaluate(world.context, factsFor(set, world, created), created),
              };
            }),
          );
          for (const { found, expected } of runs.reverse()) expect(found).toEqual(expected);
        }
      }),
      propertyRuns(100),
    );
  });

  it('consists of texts that the checker accepts', () => {
    fc.assert(
      fc.property(histories, (contents) => contents.every((content) => checkRuleSet(content).ok)),
      propertyRuns(30),
    );
  });
});
