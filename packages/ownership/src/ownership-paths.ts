import { compare, type Fraction, multiply, one } from './fraction.js';
import type { OwnershipGraph } from './ownership-graph.js';

/** From the owner down to the target, and the share of the chain. */
export interface OwnershipPath {
  readonly entityIds: readonly string[];
  readonly least: Fraction;
  readonly most: Fraction;
}

interface Way {
  readonly places: readonly number[];
  readonly least: Fraction;
  readonly most: Fraction;
}

/** Maximum number of steps examined over all paths. */
const mostSteps = 20_000;

/** Returns the paths by which each of `owners` owns a part of the target, largest shares first, and at most `mostOfOne` per owner. */
export function ownershipPaths(
  graph: OwnershipGraph,
  target: number,
  owners: ReadonlySet<number>,
  mostOfOne: number,
): ReadonlyMap<number, readonly OwnershipPath[]> {
  const found = new Map<number, OwnershipPath[]>();
  // By layers: the shortest paths of all owners are found before long ones use up the steps.
  let ways: readonly Way[] = [{ places: [target], least: one, most: one }];
  for (let steps = 0; ways.length > 0 && steps < mostSteps;) {
    const longer: Way[] = [];
    for (const way of ways) {
      const [first] = way.places;
      if (owners.has(first!) && first !== target) found.set(first!, [...(found.get(first!) ?? []), pathOf(graph, way)]);
      for (const { owner, least, most } of graph.ownersOf[first!]!) {
        steps += 1;
        if (steps > mostSteps || way.places.includes(owner)) continue;
        const places = [owner, ...way.places];
        longer.push({ places, least: multiply(least, way.least), most: multiply(most, way.most) });
      }
    }
    ways = longer;
  }
  return new Map([...found].map(([owner, paths]) => [owner, paths.toSorted(byWorth).slice(0, mostOfOne)]));
}

const pathOf = ({ entities }: OwnershipGraph, { places, least, most }: Way): OwnershipPath => ({
  entityIds: places.map((place) => entities[place]!.id),
  ...{ least, most },
});

const byWorth = (a: OwnershipPath, b: OwnershipPath): number =>
  compare(b.least, a.least) || compare(b.most, a.most) || a.entityIds.length - b.entityIds.length;
