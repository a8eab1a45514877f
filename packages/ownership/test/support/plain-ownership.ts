import type { OwnershipGraph } from '@tamis/ownership';

import { add, compare, type Fraction, least, multiply, one, partsOf, zero } from '../../src/fraction.js';

type Bound = 'least' | 'most';

/** Returns the share of `owner` in `target` as the sum over all separate paths. For graphs without cycles. */
export function shareByAllWays({ holdingsOf }: OwnershipGraph, owner: number, target: number, bound: Bound): Fraction {
  const worth = (place: number): Fraction =>
    holdingsOf[place]!.reduce(
      (sum, share) => add(sum, share.owned === target ? share[bound] : multiply(share[bound], worth(share.owned))),
      zero,
    );
  return worth(owner);
}

/** Like `shareByAllWays`, but nobody owns more than the whole of an entity in between. */
export function cappedShare({ holdingsOf }: OwnershipGraph, owner: number, target: number): Fraction {
  const worth = (place: number): Fraction =>
    least(
      one,
      holdingsOf[place]!.reduce(
        (sum, { owned, most }) => add(sum, owned === target ? most : multiply(most, worth(owned))),
        zero,
      ),
    );
  return worth(owner);
}

/** Returns the share of all entities in `target` over walks of up to `steps` steps, as numbers. */
export function sharesByWalks({ holdingsOf }: OwnershipGraph, target: number, steps: number): readonly number[] {
  const numbers = holdingsOf.map((shares) =>
    shares.map(({ owned, least: share }) => ({ owned, share: asNumber(share) })),
  );
  let values = numbers.map(() => 0);
  for (let step = 0; step < steps; step += 1)
    values = numbers.map((shares, place) =>
      place === target
        ? 0
        : shares.reduce((sum, { owned, share }) => sum + share * (owned === target ? 1 : values[owned]!), 0),
    );
  return values;
}

const asNumber = (fraction: Fraction): number => {
  const [n, d] = partsOf(fraction);
  return Number(n) / Number(d);
};

/** Applies the 50 percent rule by repeating all checks until nothing is added. */
export function blockedByRounds(
  { ownersOf, entities }: OwnershipGraph,
  named: {
    readonly atHalf: readonly number[];
    readonly overHalf: readonly number[];
    readonly alone: readonly number[];
  },
): ReadonlySet<number> {
  const half: Fraction = { n: 5n, tens: 1, rest: 1n };
  const atHalf = new Set(named.atHalf);
  const overHalf = new Set([...named.atHalf, ...named.overHalf]);
  for (let before = -1; before < atHalf.size + overHalf.size;) {
    before = atHalf.size + overHalf.size;
    for (const place of entities.keys()) {
      const heldBy = (owners: ReadonlySet<number>): number => {
        const held = ownersOf[place]!.filter(({ owner }) => owners.has(owner));
        return compare(held.reduce((sum, share) => add(sum, share.least), zero), half); // prettier-ignore
      };
      if (heldBy(atHalf) >= 0) {
        atHalf.add(place);
        overHalf.add(place);
      }
      if (heldBy(overHalf) > 0) overHalf.add(place);
    }
  }
  return new Set([...overHalf, ...named.alone]);
}
