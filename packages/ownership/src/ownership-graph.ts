import { failure, ok, type Result } from '@tamis/stdx';

import {
  add,
  compare,
  exceeds,
  type Fraction,
  fractionOfPercent,
  least,
  most,
  one,
  subtract,
  zero,
} from './fraction.js';

/** Entities of one graph. */
export const mostEntities = 2_000;

/**
 * What an entity is: `end` is where one stops to ask who owns it, as a listed company, a state or a foundation.
 */
export type OwnerKind = 'person' | 'company' | 'end';

export interface OwnershipEntity {
  readonly id: string;
  readonly kind: OwnerKind;
  /** ISO 3166, two letters; null: not known. */
  readonly country: string | null;
}

/** What one entity is said to own of another, in percent as decimals are written. A share that is not known is null on both sides. */
export interface Stake {
  readonly owner: string;
  readonly owned: string;
  readonly leastPercent: string | null;
  readonly mostPercent: string | null;
}

export interface OwnershipInput {
  readonly entities: readonly OwnershipEntity[];
  /** Several of one pair add up: two classes of shares. */
  readonly stakes: readonly Stake[];
}

/** The share of `owner` in `owned` lies between the two. Both are places in `entities`. */
export interface DirectShare {
  readonly owner: number;
  readonly owned: number;
  readonly least: Fraction;
  readonly most: Fraction;
}

export interface OwnershipGraph {
  readonly entities: readonly OwnershipEntity[];
  readonly placeOf: ReadonlyMap<string, number>;
  /** By owned entity, each owner once. */
  readonly ownersOf: readonly (readonly DirectShare[])[];
  /** By owner. */
  readonly holdingsOf: readonly (readonly DirectShare[])[];
  /** Companies of whose owners more is said than can be true, above 100 percent: at least 0 is known of each. */
  readonly contradictory: readonly string[];
}

/** Why no graph could be made, and of which stake. */
export interface OwnershipProblem {
  readonly code: 'too-many-entities' | 'repeated-entity' | 'unknown-entity' | 'invalid-share' | 'owned-person';
  readonly detail: string;
}

interface SaidShare {
  readonly least: Fraction;
  /** Null: nothing is said. */
  readonly most: Fraction | null;
}

/** Checks what is said, and works out between which bounds each direct share lies. */
export function ownershipGraph({ entities, stakes }: OwnershipInput): Result<OwnershipGraph, OwnershipProblem> {
  const problem = (code: OwnershipProblem['code'], detail: string) => failure({ code, detail });
  if (entities.length > mostEntities)
    return problem('too-many-entities', `${entities.length} entities, of ${mostEntities} at most`);
  const placeOf = new Map(entities.map(({ id }, place) => [id, place]));
  if (placeOf.size < entities.length) return problem('repeated-entity', 'an entity stands twice in the graph');
  const said = entities.map(() => new Map<number, SaidShare>());
  for (const stake of stakes) {
    const [owner, owned] = [placeOf.get(stake.owner), placeOf.get(stake.owned)];
    const name = `${stake.owner} in ${stake.owned}`;
    if (owner === undefined || owned === undefined) return problem('unknown-entity', name);
    if (entities[owned]!.kind === 'person') return problem('owned-person', name);
    const share = readShare(stake);
    if (share === null) return problem('invalid-share', name);
    // What a company holds of itself belongs to its owners, and nobody looks behind an end.
    if (owner === owned || entities[owned]!.kind === 'end') continue;
    const before = said[owned]!.get(owner);
    said[owned]!.set(owner, before ? together(before, share) : share);
  }
  const owners = said.map((shares, owned) => boundShares(owned, shares));
  const holdingsOf: DirectShare[][] = entities.map(() => []);
  for (const { shares } of owners) for (const share of shares) holdingsOf[share.owner]!.push(share);
  return ok({
    ...{ entities, placeOf, holdingsOf },
    ownersOf: owners.map(({ shares }) => shares),
    contradictory: entities.filter((_, place) => owners[place]!.isContradictory).map(({ id }) => id),
  });
}

function readShare({ leastPercent, mostPercent }: Stake): SaidShare | null {
  const from = leastPercent === null ? zero : fractionOfPercent(leastPercent);
  const to = mostPercent === null ? null : fractionOfPercent(mostPercent);
  if (from === null || (to === null && mostPercent !== null)) return null;
  return to !== null && compare(from, to) > 0 ? null : { least: from, most: to };
}

const together = (a: SaidShare, b: SaidShare): SaidShare => ({
  least: add(a.least, b.least),
  most: a.most && b.most && add(a.most, b.most),
});

/** Nobody owns more than what the others leave. */
function boundShares(owned: number, said: ReadonlyMap<number, SaidShare>) {
  const known = [...said.values()].reduce((sum, share) => add(sum, share.least), zero);
  const isContradictory = exceeds(known, one);
  const shares = [...said].map(([owner, share]): DirectShare => {
    if (isContradictory) return { owner, owned, least: zero, most: least(share.most ?? one, one) };
    const left = subtract(one, subtract(known, share.least));
    return { owner, owned, least: share.least, most: most(share.least, least(share.most ?? one, left)) };
  });
  return { shares, isContradictory };
}
