import type { RuleSetContent } from '@tamis/engine';
import { propertyRuns } from '@tamis/testkit/arbitraries';
import fc from 'fast-check';
import { compiled, created, referenceOf, setOf } from './differential.js';
import { indexedRules } from './indexed-rules.js';
import { worlds } from './worlds.js';

/** More rules than a word of a mask has bits, and one more than two words have. */
const wideSets: fc.Arbitrary<RuleSetContent> = fc
  .constantFrom(3, 33, 65)
  .chain((count) => fc.array(indexedRules, { minLength: count, maxLength: count }))
  .map((rules) => setOf(rules.map((rule, index) => rule(`rule_${index + 1}`))));

const facts = { windows: {} };

describe('single-field index', () => {
  it('finds in wide rule sets what the reference evaluator and unindexed rules find, for any data', () => {
    fc.assert(
      fc.property(wideSets, fc.array(worlds, { minLength: 5, maxLength: 5 }), (content, several) => {
        const indexed = compiled(content, { indexFrom: 1 });
        const plain = compiled(content, { indexFrom: Infinity });
        const reference = referenceOf(content);
        // In the second pass, values already have classes.
        for (const world of [...several, ...several]) {
          const found = indexed.evaluate(world.context, facts, created);
          expect(found).toEqual(plain.evaluate(world.context, facts, created));
          expect(found).toEqual(reference({ ...world, records: [] }, created));
        }
      }),
      propertyRuns(60),
    );
  });
});
