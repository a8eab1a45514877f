import { seededRandom } from '@tamis/stdx';
import { explainNames } from '@tamis/screening';
import { treatedPairs } from '@tamis/testkit/names';

import { weights } from '../src/score/weights.js';
import { personName } from './support/made-names.js';

const threshold = 8_200;
const random = seededRandom(1);
const names = [...new Set(Array.from({ length: 160 }, () => personName(random).replaceAll('.', '')))];
/** The half of the names by which weights are chosen; the other half evaluates them (held-out-names). */
const pairs = treatedPairs(
  names.filter(() => random() < 0.5),
  24,
  random,
);

const changeable = weights as unknown as Record<string, number> & {
  readonly extra: Record<'several' | 'one', number>;
};

function f1(): number {
  let [found, wrong] = [0, 0];
  for (const { one, other, same } of pairs) {
    if (explainNames(one, other, false).nameScore < threshold) continue;
    if (same) found += 1;
    else wrong += 1;
  }
  const positives = pairs.filter(({ same }) => same).length;
  return (2 * found) / (found + wrong + positives);
}

/** Returns the result for the same pairs with one weight changed. */
function f1With(of: Record<string, number>, name: string, factor: number): number {
  const before = of[name]!;
  of[name] = Math.round(before * factor);
  const changed = f1();
  of[name] = before;
  return changed;
}

describe('weights', () => {
  const chosen = f1();

  it.each(['sameSkeleton', 'farSkeleton', 'sameSound', 'sameConsonants', 'conflict'])(
    'do not improve with another %s',
    (name) => {
      for (const factor of [0.9, 1.1]) expect(f1With(changeable, name, factor)).toBeLessThanOrEqual(chosen + 0.002);
    },
  );

  it.each(['several', 'one'])('do not improve with another cost of extra words beside %s', (name) => {
    for (const factor of [0.8, 1.2]) expect(f1With(changeable.extra, name, factor)).toBeLessThanOrEqual(chosen + 0.002);
  });

  it('separate names with an F1 score above 0.99', () => {
    expect(chosen).toBeGreaterThan(0.99);
  });
});
