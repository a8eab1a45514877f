import { add, type Fraction, isZero, least, multiply, one, zero } from './fraction.js';
import { iterateCycle } from './iterate-cycle.js';
import type { DirectShare, OwnershipGraph } from './ownership-graph.js';
import { type Equation, solveCycle } from './solve-cycle.js';
import { strongComponents } from './strong-components.js';

/** Maximum number of companies in a cycle that is solved exactly. Larger cycles are bounded by iteration. */
export const mostSolvedExactly = 64;

/** Bounds for the share of an entity in the target, direct and through others. */
export interface EffectiveShare {
  readonly place: number;
  readonly least: Fraction;
  readonly most: Fraction;
}

export interface EffectiveShares {
  readonly shares: ReadonlyMap<number, EffectiveShare>;
  /** Number of steps from the target to each owner on the shortest path. */
  readonly layers: ReadonlyMap<number, number>;
  readonly hasCycle: boolean;
  /** Whether a cycle was too large to be solved exactly, so that bounds are wider than necessary. */
  readonly isApproximate: boolean;
}

/**
 * Returns all owners of `target`. Shares are multiplied along a chain and added over paths, and a path ends where it reaches the target.
 */
export function effectiveShares(graph: OwnershipGraph, target: number): EffectiveShares {
  const layers = layersAbove(graph, target);
  layers.delete(target);
  const owners = [...layers.keys()];
  const ownedBy = (place: number): readonly DirectShare[] =>
    graph.holdingsOf[place]!.filter(({ owned }) => owned === target || layers.has(owned));
  // Each owner comes after everything that it owns, whose shares in the target are then known.
  const components = strongComponents(owners, (place) =>
    ownedBy(place).flatMap(({ owned }) => (owned === target ? [] : [owned])),
  );
  const bounds = new Map<number, Bounds>();
  for (const component of components)
    for (const [place, found] of boundsOf(component, target, ownedBy, bounds)) bounds.set(place, found);
  const shares = new Map(
    [...bounds].map(([place, { least: low, most: high }]) => [
      place,
      { place, least: least(low, one), most: least(high ?? one, one) },
    ]),
  );
  const circles = components.filter(({ length }) => length > 1);
  return {
    ...{ shares, layers },
    hasCycle: circles.length > 0 || closesAt(graph, target, layers),
    isApproximate: circles.some(({ length }) => length > mostSolvedExactly),
  };
}

/** Whether the target owns one of its owners. */
const closesAt = (graph: OwnershipGraph, target: number, layers: ReadonlyMap<number, number>): boolean =>
  graph.holdingsOf[target]!.some(({ owned }) => layers.has(owned));

function layersAbove({ ownersOf }: OwnershipGraph, target: number): Map<number, number> {
  const layers = new Map([[target, 0]]);
  for (const [place, layer] of layers)
    for (const { owner } of ownersOf[place]!) if (!layers.has(owner)) layers.set(owner, layer + 1);
  return layers;
}

/**
 * Share of the target that accumulates at an entity. In a cycle it may exceed the whole, because a part of it goes around again. It is not
 * capped until it has been divided among the owners outside of the cycle.
 */
interface Bounds {
  readonly least: Fraction;
  /** `null` if there is no bound. */
  readonly most: Fraction | null;
}

type Bound = keyof Bounds;

/** Returns the bounds of entities that own each other, or of a single one. */
function boundsOf(
  component: readonly number[],
  target: number,
  ownedBy: (place: number) => readonly DirectShare[],
  known: ReadonlyMap<number, Bounds>,
): readonly (readonly [number, Bounds])[] {
  const columns = new Map(component.map((place, column) => [place, column]));
  const equations = (bound: Bound): readonly Equation[] | null => {
    const made = component.map((place) => equationOf(ownedBy(place), target, columns, known, bound));
    return made.every((equation) => equation !== null) ? made : null;
  };
  if (component.length === 1) {
    // Outside of cycles, nobody owns more than the whole.
    const [[low], high] = [equations('least')!, equations('most')];
    return [[component[0]!, { least: low!.base, most: high ? least(high[0]!.base, one) : one }]];
  }
  const solve = (bound: Bound): readonly Fraction[] | null => {
    const made = equations(bound);
    if (made === null) return null;
    return component.length <= mostSolvedExactly ? solveCycle(made) : iterateCycle(made, bound);
  };
  // Companies that wholly own each other: it is impossible to say who owns which part of the target.
  const lows = solve('least');
  const highs = lows === null ? null : solve('most');
  return component.map((place, column) => [place, { least: lows?.[column] ?? zero, most: highs?.[column] ?? null }]);
}

/** Returns `null` if one of the holdings has no bound. */
function equationOf(
  holdings: readonly DirectShare[],
  target: number,
  columns: ReadonlyMap<number, number>,
  known: ReadonlyMap<number, Bounds>,
  bound: Bound,
): Equation | null {
  let base = zero;
  const terms: { of: number; factor: Fraction }[] = [];
  for (const { owned, [bound]: factor } of holdings) {
    if (isZero(factor)) continue;
    const column = columns.get(owned);
    if (column !== undefined) {
      terms.push({ of: column, factor });
      continue;
    }
    const worth = owned === target ? one : known.get(owned)![bound];
    if (worth === null) return null;
    base = add(base, multiply(factor, worth));
  }
  return { base, terms };
}
