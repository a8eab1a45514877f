import { failure, ok, type Result } from '@tamis/stdx';

import { aggregatedOwnership, type BlockedByRule, sharesTogether } from './aggregated-rule.js';
import { type EffectiveShare, effectiveShares } from './effective-shares.js';
import {
  add,
  compare,
  type Fraction,
  fractionOfPercent,
  isZero,
  least,
  one,
  percentOf,
  reaches,
  zero,
} from './fraction.js';
import { type OwnershipGraph, ownershipGraph, type OwnershipInput } from './ownership-graph.js';
import { ownershipPaths } from './ownership-paths.js';

/** Percentages are texts with up to four decimals. Minimum values are rounded down, maximum values up. */
export interface BeneficialOwner {
  readonly entityId: string;
  readonly leastPercent: string;
  readonly mostPercent: string;
  /** Whether the minimum share reaches the threshold. Otherwise only the maximum does. */
  readonly isCertain: boolean;
  readonly paths: readonly OwnerPath[];
}

export interface OwnerPath {
  /** From the owner down to the target. */
  readonly entityIds: readonly string[];
  readonly leastPercent: string;
  readonly mostPercent: string;
}

/** An entity that counts as blocked, and the owners that cause it. */
export interface BlockedOwner {
  readonly entityId: string;
  /** Whether it is named itself. Otherwise the owners below own enough of it together. */
  readonly isNamed: boolean;
  /** Otherwise it may be blocked. */
  readonly isCertain: boolean;
  /** Its owners that are blocked or may be. */
  readonly ownedBy: readonly (Pick<OwnerPath, 'leastPercent' | 'mostPercent'> & { readonly entityId: string })[];
}

/** What is known about the owners of an entity. */
export interface OwnershipReport {
  readonly beneficialOwners: readonly BeneficialOwner[];
  /** Minimum share of the target that is known to end in people. */
  readonly knownPercent: string;
  /** Share of the target that blocked entities own together. */
  readonly sanctionedPercent: string;
  readonly sanctionedPercentMost: string;
  /** Blocked entities among the target and its owners. */
  readonly blocked: readonly BlockedOwner[];
  readonly layers: number;
  readonly hasCycle: boolean;
  readonly isApproximate: boolean;
  /** Countries of all owners, in order. */
  readonly countries: readonly string[];
  /** Companies whose owners are stated to hold more than is possible. */
  readonly contradictory: readonly string[];
}

export interface OwnershipQuestion {
  readonly targetId: string;
  /** Share in percent from which somebody is a beneficial owner. */
  readonly thresholdPercent: string;
  readonly blocked: BlockedByRule<string>;
}

/** A graph of owners, and the question about it. */
export interface OwnersRequest {
  readonly input: OwnershipInput;
  readonly question: OwnershipQuestion;
}

const pathsOfOwner = 5;

/** Reports the owners of the target in an unchecked graph. Fails with the problem as a text, which threads pass on unchanged. */
export function reportOwners({ input, question }: OwnersRequest): Result<OwnershipReport, string> {
  const graph = ownershipGraph(input);
  return graph.ok ? ownershipReport(graph.value, question) : failure(`${graph.error.code}: ${graph.error.detail}`);
}

/** Reports the owners of the target. Fails if the target is not in the graph or the threshold is not a percentage. */
export function ownershipReport(
  graph: OwnershipGraph,
  { targetId, thresholdPercent, blocked }: OwnershipQuestion,
): Result<OwnershipReport, 'unknown-target' | 'invalid-threshold'> {
  const target = graph.placeOf.get(targetId);
  if (target === undefined) return failure('unknown-target');
  const threshold = fractionOfPercent(thresholdPercent);
  if (threshold === null || isZero(threshold)) return failure('invalid-threshold');
  const { shares, layers, hasCycle, isApproximate } = effectiveShares(graph, target);
  const people = [...shares.values()].filter(({ place }) => graph.entities[place]!.kind !== 'company');
  const certain = people.reduce(
    (sum, share) => (graph.entities[share.place]!.kind === 'person' ? add(sum, share.least) : sum),
    zero,
  );
  const placesOf = (ids: readonly string[] = []) => ids.flatMap((id) => graph.placeOf.get(id) ?? []);
  const named = {
    at_least_50: placesOf(blocked.at_least_50),
    over_50: placesOf(blocked.over_50),
    off: placesOf(blocked.off),
  };
  return ok({
    beneficialOwners: beneficialOwners(graph, target, people, threshold),
    knownPercent: percentOf(least(certain, one), 'down'),
    ...sanctions(graph, [target, ...layers.keys()], named),
    layers: Math.max(0, ...layers.values()),
    ...{ hasCycle, isApproximate },
    countries: countriesOf(graph, layers.keys()),
    contradictory: graph.contradictory.filter((id) => id === targetId || layers.has(graph.placeOf.get(id)!)),
  });
}

function beneficialOwners(
  graph: OwnershipGraph,
  target: number,
  people: readonly EffectiveShare[],
  threshold: Fraction,
): readonly BeneficialOwner[] {
  const owners = people.filter(({ most }) => reaches(most, threshold));
  const paths = ownershipPaths(graph, target, new Set(owners.map(({ place }) => place)), pathsOfOwner);
  return owners
    .toSorted((a, b) => compare(b.least, a.least) || compare(b.most, a.most) || a.place - b.place)
    .map((share) => ({
      entityId: graph.entities[share.place]!.id,
      ...percents(share),
      isCertain: reaches(share.least, threshold),
      paths: (paths.get(share.place) ?? []).map((path) => ({ entityIds: path.entityIds, ...percents(path) })),
    }));
}

const percents = (share: { readonly least: Fraction; readonly most: Fraction }) => ({
  leastPercent: percentOf(share.least, 'down'),
  mostPercent: percentOf(share.most, 'up'),
});

/** `places` are the target and all its owners. */
function sanctions(graph: OwnershipGraph, places: readonly number[], named: Required<BlockedByRule<number>>) {
  const { certain, possible } = aggregatedOwnership(graph, named);
  const namedPlaces = new Set(Object.values(named).flat());
  const owners = graph.ownersOf[places[0]!]!;
  const blocked = places.filter((place) => possible.has(place));
  return {
    sanctionedPercent: percentOf(sharesTogether(owners, certain).least, 'down'),
    sanctionedPercentMost: percentOf(sharesTogether(owners, possible).most, 'up'),
    blocked: blocked.map((place): BlockedOwner => ({
      entityId: graph.entities[place]!.id,
      isNamed: namedPlaces.has(place),
      isCertain: certain.has(place),
      ownedBy: graph.ownersOf[place]!.flatMap((share) =>
        possible.has(share.owner) ? [{ entityId: graph.entities[share.owner]!.id, ...percents(share) }] : [],
      ),
    })),
  };
}

const countriesOf = ({ entities }: OwnershipGraph, places: Iterable<number>): readonly string[] =>
  [...new Set([...places].flatMap((place) => entities[place]!.country ?? []))].sort();
