import { propertyRuns } from '@tamis/testkit/arbitraries';
import fc from 'fast-check';
import type { RuleSetContent, EvaluationOutcome } from '@tamis/engine';
import { compiled, created, referenceOf, ruleSets, runEngine, setOf } from './differential.js';
import { leaf } from './well-typed-rules.js';
import { now, watchedList, worlds, type TestWorld } from './worlds.js';

const shuffled = <T>(items: readonly T[]): fc.Arbitrary<T[]> =>
  fc.shuffledSubarray([...items], { minLength: items.length, maxLength: items.length });

describe('engine with random rules and data', () => {
  it('gives the outcome of the reference evaluator, including causes and effects', () => {
    fc.assert(
      fc.property(ruleSets, fc.array(worlds, { minLength: 4, maxLength: 4 }), (content, four) => {
        const sets = [compiled(content), compiled(content, { indexFrom: 1 })];
        const reference = referenceOf(content);
        for (const world of four) {
          const expected = reference(world, created);
          for (const set of sets) expect(runEngine(set, world, created)).toEqual(expected);
        }
      }),
      propertyRuns(510),
    );
  });

  it('gives the same outcome when nothing is shared between rules', () => {
    fc.assert(
      fc.property(ruleSets, worlds, (content, world) => {
        expect(runEngine(compiled(content, { sharing: false }), world, created)).toEqual(
          runEngine(compiled(content), world, created),
        );
      }),
      propertyRuns(100),
    );
  });

  it('does not depend on the rule order of the set', () => {
    const sets = ruleSets.chain((content) =>
      shuffled(content.rules).map((rules) => [content, { ...content, rules }] as const),
    );
    fc.assert(
      fc.property(sets, worlds, ([content, other], world) => {
        expect(compiled(other).version).toBe(compiled(content).version);
        expect(runEngine(compiled(other), world, created)).toEqual(runEngine(compiled(content), world, created));
      }),
      propertyRuns(80),
    );
  });

  it('gives the same outcome and causes for any order of terms', () => {
    const ofTerms = (terms: readonly string[], word: string): RuleSetContent =>
      setOf([
        `list watched = "watched"\nlist gone = "gone"\nrule r "R" { on transaction when ${terms.join(` ${word} `)} }`,
      ]);
    const orders = fc
      .array(leaf, { minLength: 2, maxLength: 5 })
      .chain((terms) => fc.tuple(fc.constant(terms), shuffled(terms), fc.constantFrom('and', 'or')));
    // Five leaves of this generator read too few fields to have more than the 16 causes that are kept.
    const answerOf = (content: RuleSetContent, world: TestWorld): unknown => {
      const [found] = runEngine(compiled(content), world, created).outcomes;
      return found && { outcome: found.outcome, causes: found.causes?.map((cause) => JSON.stringify(cause)).sort() };
    };
    fc.assert(
      fc.property(orders, worlds, ([terms, other, word], world) => {
        expect(answerOf(ofTerms(other, word), world)).toEqual(answerOf(ofTerms(terms, word), world));
      }),
      propertyRuns(150),
    );
  });

  it('never treats the entity of another payment as not listed if only its id is known', () => {
    const content = setOf([
      'list watched = "watched"\nrule r "R" { on transaction when values(destination of prior transactions from origin in last 30d) contains any of watched }',
      'list watched = "watched"\nrule s "S" { on transaction when latest(destination of prior transactions from origin in last 30d) in watched }',
      'list watched = "watched"\nrule t "T" { on transaction when lookup(watched, latest(destination of prior transactions from origin in last 30d)).riskScore >= 0 }',
    ]);
    const parties = { originEntityId: 'e1', originEntity: { id: 'e1', taxId: '5' } };
    const world = (destinationEntityId: string): TestWorld => ({
      context: { id: 'now', ...parties, destinationEntityId: 'e1', transactedAt: new Date(now).toISOString() },
      records: [
        {
          id: 'earlier',
          ...parties,
          destinationEntityId,
          destinationEntity: { id: destinationEntityId, taxId: '5' },
          transactedAt: new Date(now - 60_000).toISOString(),
        },
      ],
      lists: new Map([[watchedList, new Set(['5'])]]),
    });
    const outcomes = (outcome: EvaluationOutcome): readonly unknown[] => outcome.outcomes.map((each) => each.outcome);
    for (const id of ['e1', 'e2']) {
      const outcome = runEngine(compiled(content), world(id), created);
      expect(outcome).toEqual(referenceOf(content)(world(id), created));
      expect(outcomes(outcome).slice(0, 2)).toEqual(id === 'e1' ? ['hit', 'hit'] : ['unknown', 'unknown']);
    }
  });

  it('gives an outcome that survives JSON without loss', () => {
    fc.assert(
      fc.property(ruleSets, worlds, (content, world) => {
        const outcome = runEngine(compiled(content), world, created);
        expect(JSON.parse(JSON.stringify(outcome))).toEqual(outcome);
      }),
      propertyRuns(80),
    );
  });
});
