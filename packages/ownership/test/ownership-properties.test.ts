import { aggregatedOwnership, effectiveShares, numberOf } from '@tamis/ownership';
import { propertyRuns, propertyTimeoutMs } from '@tamis/testkit/arbitraries';
import fc from 'fast-check';

import { add, compare, least, one, type Fraction } from '../src/fraction.js';
import { graphOf, ownershipInputs } from './support/ownership-graphs.js';
import { blockedByRounds, cappedShare, shareByAllWays, sharesByWalks } from './support/plain-ownership.js';

const target = 0;
const acyclic = ownershipInputs({ isAcyclic: true, mostKnown: 100 });
const cyclic = ownershipInputs({ isAcyclic: false, mostKnown: 95 });
const same = (a: Fraction, b: Fraction): boolean => compare(a, b) === 0;

describe('indirect shares in random graphs', () => {
  it(
    'equal the exact sum over all paths without cycles',
    () => {
      fc.assert(
        fc.property(acyclic, (input) => {
          const graph = graphOf(input);
          for (const share of effectiveShares(graph, target).shares.values()) {
            expect(same(share.least, shareByAllWays(graph, share.place, target, 'least'))).toBe(true);
            expect(same(share.most, cappedShare(graph, share.place, target))).toBe(true);
            expect(
              compare(share.most, least(one, shareByAllWays(graph, share.place, target, 'most'))),
            ).toBeLessThanOrEqual(0);
          }
        }),
        propertyRuns(6_000),
      );
    },
    propertyTimeoutMs,
  );

  it(
    'equal the sum over long walks when there are cycles, within 1e-9',
    () => {
      let circles = 0;
      fc.assert(
        fc.property(cyclic, (input) => {
          const graph = graphOf(input);
          const { shares, hasCycle } = effectiveShares(graph, target);
          circles += Number(hasCycle);
          const walked = sharesByWalks(graph, target, 400);
          for (const share of shares.values()) {
            expect(Math.abs(numberOf(share.least) - Math.min(1, walked[share.place]!))).toBeLessThan(1e-9);
            expect(compare(share.least, share.most)).toBeLessThanOrEqual(0);
          }
        }),
        propertyRuns(6_000),
      );
      expect(circles).toBeGreaterThan(0);
    },
    propertyTimeoutMs,
  );

  it(
    'contain the true shares, and never widen when more is known',
    () => {
      fc.assert(
        fc.property(
          cyclic,
          fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 24, maxLength: 24 }),
          (input, parts) => {
            const graph = graphOf(input);
            const said = effectiveShares(graph, target).shares;
            // Between the bounds, as far as the others leave room.
            const known = graph.ownersOf.flatMap((owners) => {
              let rest = owners.reduce((sum, { least: low }) => sum - numberOf(low), 1);
              return owners.map(({ owner, owned, least: low, most }, at) => {
                const more = Math.floor(Math.min(rest, numberOf(most) - numberOf(low)) * parts[at]! * 1e4) / 1e4;
                rest -= more;
                const text = Math.max(0, (numberOf(low) + more) * 100).toFixed(4);
                return { owner: `e${owner}`, owned: `e${owned}`, leastPercent: text, mostPercent: text };
              });
            });
            const truth = graphOf({ entities: input.entities, stakes: known });
            // Rounding to four decimals may have made the sum exceed the whole.
            const isOver = ({ id }: { id: string }): boolean =>
              known.reduce((sum, { owned, leastPercent }) => sum + (owned === id ? Number(leastPercent) : 0), 0) > 100;
            fc.pre(!input.entities.some(isOver));
            for (const share of effectiveShares(truth, target).shares.values()) {
              const before = said.get(share.place)!;
              expect(numberOf(share.least)).toBeGreaterThanOrEqual(numberOf(before.least) - 1e-6);
              expect(numberOf(share.most)).toBeLessThanOrEqual(numberOf(before.most) + 1e-6);
            }
          },
        ),
        propertyRuns(4_000),
      );
    },
    propertyTimeoutMs,
  );

  it(
    'sum to at most the whole over all people',
    () => {
      fc.assert(
        fc.property(cyclic, (input) => {
          const graph = graphOf(input);
          const people = [...effectiveShares(graph, target).shares.values()].filter(
            ({ place }) => graph.entities[place]!.kind === 'person',
          );
          const sum = people.reduce((all, share) => add(all, share.least), { n: 0n, tens: 0, rest: 1n });
          expect(compare(sum, one)).toBeLessThanOrEqual(0);
        }),
        propertyRuns(1_000),
      );
    },
    propertyTimeoutMs,
  );
});

describe('50 percent rule in random graphs', () => {
  const few = fc.uniqueArray(fc.nat(11), { maxLength: 3 });

  it(
    'matches a naive fixed-point iteration, and possible blocks include certain ones',
    () => {
      fc.assert(
        fc.property(cyclic, few, few, few, (input, ...named) => {
          const graph = graphOf(input);
          const [atHalf, overHalf, alone] = named.map((places) =>
            places.filter((place) => place < input.entities.length),
          ) as [number[], number[], number[]];
          const { certain, possible } = aggregatedOwnership(graph, {
            ...{ at_least_50: atHalf, over_50: overHalf, off: alone },
          });
          const byNumber = (all: ReadonlySet<number>) => [...all].sort((a, b) => a - b);
          expect(byNumber(certain)).toEqual(byNumber(blockedByRounds(graph, { atHalf, overHalf, alone })));
          expect([...certain].every((place) => possible.has(place))).toBe(true);
        }),
        propertyRuns(4_000),
      );
    },
    propertyTimeoutMs,
  );
});
