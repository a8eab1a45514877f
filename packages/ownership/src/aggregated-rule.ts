import { add, exceeds, type Fraction, fractionOf, least, one, reaches, subtract, zero } from './fraction.js';
import type { DirectShare, OwnershipGraph } from './ownership-graph.js';

/** From which share together an entity counts as blocked: 50 percent or more, or above 50; `off`: never. */
export type OwnershipRule = 'at_least_50' | 'over_50' | 'off';

/** Entities that are blocked by what is said of them, under the rule of the list that says it. */
export type BlockedByRule<Entity> = Readonly<Partial<Record<OwnershipRule, readonly Entity[]>>>;

export interface AggregatedOwnership {
  /** Entities that are blocked for certain, and those that may be: the ones that are named, and whom they own together. */
  readonly certain: ReadonlySet<number>;
  readonly possible: ReadonlySet<number>;
}

const half = fractionOf(1n, 2n);

/**
 * Which entities are blocked since blocked ones own so much of them together; these count as blocked for those they own. Shares are not
 * multiplied along a chain: 60 percent of 60 percent is blocked. More than a half of somebody is also a half: whoever is blocked under the
 * stricter rule counts for the other as well.
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
  // Those that are added while it goes are gone through as well.
  for (const owner of found)
    for (const { owned } of graph.holdingsOf[owner]!)
      if (!found.has(owned) && isReached(sharesTogether(graph.ownersOf[owned]!, found))) found.add(owned);
  return found;
}

export interface SharesTogether {
  readonly least: Fraction;
  readonly most: Fraction;
}

/** What these owners hold together: no more than the others leave. */
export function sharesTogether(shares: readonly DirectShare[], owners: ReadonlySet<number>): SharesTogether {
  const own = shares.filter(({ owner }) => owners.has(owner));
  const others = shares.filter(({ owner }) => !owners.has(owner)).reduce((sum, share) => add(sum, share.least), zero);
  const sum = (bound: 'least' | 'most'): Fraction => own.reduce((all, share) => add(all, share[bound]), zero);
  return { least: sum('least'), most: least(sum('most'), subtract(one, others)) };
}
