import { add, type Fraction, isZero, least, multiply, one, zero } from './fraction.js';
import { iterateCycle } from './iterate-cycle.js';
import type { DirectShare, OwnershipGraph } from './ownership-graph.js';
import { type Equation, solveCycle } from './solve-cycle.js';
import { strongComponents } from './strong-components.js';

/** Companies that own each other in a circle and are solved exactly; more are bounded by rounds. */
export const mostSolvedExactly = 64;

/** What an entity owns of the target, itself and through others, between two bounds. */
export interface EffectiveShare {
  readonly place: number;
  readonly least: Fraction;
  readonly most: Fraction;
}

export interface EffectiveShares {
  readonly shares: ReadonlyMap<number, EffectiveShare>;
  /** Steps from the target to each owner, by the shortest way. */
  readonly layers: ReadonlyMap<number, number>;
  readonly hasCycle: boolean;
  /** A circle was larger than is solved exactly: bounds are wider than they could be. */
  readonly isApproximate: boolean;
}

/** All owners of `target`. Chains multiply, ways add up, and a way ends where it reaches the target. */
export function effectiveShares(graph: OwnershipGraph, target: number): EffectiveShares {
  const layers = layersAbove(graph, target);
  layers.delete(target);
  const owners = [...layers.keys()];
  const ownedBy = (place: number): readonly DirectShare[] =>
    graph.holdingsOf[place]!.filter(({ owned }) => owned === target || layers.has(owned));
  // Each owner after all that it owns: what they own of the target is known by then.
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
 * What of the target comes together at an entity. In a circle that may be more than all of it, as some comes around again: it is not cut off
 * before it was divided among the owners outside.
 */
interface Bounds {
  readonly least: Fraction;
  /** Null: there is no bound. */
  readonly most: Fraction | null;
}

type Bound = keyof Bounds;

/** Of entities that own each other, or of one alone. */
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
    // Nobody outside of circles owns more than all.
    const [[low], high] = [equations('least')!, equations('most')];
    return [[component[0]!, { least: low!.base, most: high ? least(high[0]!.base, one) : one }]];
  }
  const solve = (bound: Bound): readonly Fraction[] | null => {
    const made = equations(bound);
    if (made === null) return null;
    return component.length <= mostSolvedExactly ? solveCycle(made) : iterateCycle(made, bound);
  };
  // Companies that own each other wholly: nobody can tell what of the target is whose.
  const lows = solve('least');
  const highs = lows === null ? null : solve('most');
  return component.map((place, column) => [place, { least: lows?.[column] ?? zero, most: highs?.[column] ?? null }]);
}

/** Null: something that is held has no bound. */
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
