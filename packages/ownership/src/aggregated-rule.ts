import { add, exceeds, type Fraction, fractionOf, least, one, reaches, subtract, zero } from './fraction.js';
import type { DirectShare, OwnershipGraph } from './ownership-graph.js';

/** Combined share from which an entity counts as blocked: 50 percent or more, or above 50. `off` means never. */
export type OwnershipRule = 'at_least_50' | 'over_50' | 'off';

/** Entities that are blocked by being named, by the rule of the list that names them. */
export type BlockedByRule<Entity> = Readonly<Partial<Record<OwnershipRule, readonly Entity[]>>>;

export interface AggregatedOwnership {
  /** Entities that are certainly blocked, and those that may be: the named ones, and those that they own together. */
  readonly certain: ReadonlySet<number>;
  readonly possible: ReadonlySet<number>;
}

const half = fractionOf(1n, 2n);

/**
 * Returns the entities that are blocked because blocked ones together own enough of them. These in turn count as blocked for the entities
 * they own. Shares are not multiplied along a chain: 60 percent of 60 percent is blocked. More than a half is also at least a half, so an
 * entity blocked under the stricter rule counts for the other as well.
 */
export function aggregatedOwnership(graph: OwnershipGraph, named: BlockedByRule<number>): AggregatedOwnership {
  const spread = (bound: 'least' | 'most'): ReadonlySet<number> => {
    const atHalf = spreadBlocked(graph, named.at_least_50 ?? [], (share) => reaches(share[bound], half));
    const blocked = [...atHalf, ...(named.over_50 ?? [])];
    const overHalf = spreadBlocked(graph, blocked, (share) => exceeds(share[bound], half));
    return new Set([...overHalf, ...(named.off ?? [])]);
  };
  return { certain: spread('least'), possible: spread('most') };
}

function spreadBlocked(
  graph: OwnershipGraph,
  blocked: Iterable<number>,
  isReached: (share: SharesTogether) => boolean,
): ReadonlySet<number> {
  const found = new Set(blocked);
  // Entities that are added during the loop are processed as well.
  for (const owner of found)
    for (const { owned } of graph.holdingsOf[owner]!)
      if (!found.has(owned) && isReached(sharesTogether(graph.ownersOf[owned]!, found))) found.add(owned);
  return found;
}

export interface SharesTogether {
  readonly least: Fraction;
  readonly most: Fraction;
}

/** Returns the combined share of these owners, which is at most what the others leave. */
export function sharesTogether(shares: readonly DirectShare[], owners: ReadonlySet<number>): SharesTogether {
  const own = shares.filter(({ owner }) => owners.has(owner));
  const others = shares.filter(({ owner }) => !owners.has(owner)).reduce((sum, share) => add(sum, share.least), zero);
  const sum = (bound: 'least' | 'most'): Fraction => own.reduce((all, share) => add(all, share[bound]), zero);
  return { least: sum('least'), most: least(sum('most'), subtract(one, others)) };
}
