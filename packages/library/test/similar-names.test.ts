import type { Value } from '@tamis/lang';
import { similarityAlgorithms, similarityTo } from '@tamis/library';
import { propertyRuns } from '@tamis/testkit/arbitraries';
import fc from 'fast-check';
import { call } from './call.js';

const words = ['ana', 'maria', 'souza', 'sousa', 'união', 'acme', 'ltda', 'me', 'de', 'x', 'Müller', '李', '𝕏'];
const name = fc.oneof(
  fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 5 }).map((parts) => parts.join(' ')),
  fc.string({ unit: fc.constantFrom(...'aabcdé .-'), maxLength: 12 }),
);

/** The plain definition: every name is compared. */
const isSimilarToOne = (sought: string, names: readonly string[], threshold: number, algorithm: Value): boolean =>
  names.some((each) => similarityTo(sought, algorithm as 'levenshtein')(each) >= threshold);

describe('similarity search', () => {
  it('finds exactly what comparing with every name finds', () => {
    fc.assert(
      fc.property(
        name,
        fc.array(name, { maxLength: 8 }),
        fc.constantFrom(0.3, 0.6, 0.75, 0.85, 0.88, 0.95, 1),
        fc.constantFrom(...similarityAlgorithms),
        (sought, names, threshold, algorithm) => {
          expect(call('fuzzy_match_custom_list', [sought, names, threshold, algorithm])).toBe(
            isSimilarToOne(sought, names, threshold, algorithm),
          );
        },
      ),
      propertyRuns(2_000),
    );
  });
});
