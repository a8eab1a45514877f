import { failure, ok, type Result } from '@tamis/stdx';

import {
  add,
  compare,
  exceeds,
  type Fraction,
  fractionOfPercent,
  lastUnitOf,
  multiply,
  least,
  most,
  one,
  subtract,
  zero,
} from './fraction.js';

/** Maximum number of entities in one graph. */
export const mostEntities = 2_000;

/** Kind of an entity. `end` is where ownership is not traced further, such as a listed company, a state or a foundation. */
export type OwnerKind = 'person' | 'company' | 'end';

export interface OwnershipEntity {
  readonly id: string;
  readonly kind: OwnerKind;
  /** ISO 3166 code with two letters, or `null` if not known. */
  readonly country: string | null;
}

/** Stated share of one entity in another, in percent as decimal text. Both bounds of an unknown share are `null`. */
export interface Stake {
  readonly owner: string;
  readonly owned: string;
  readonly leastPercent: string | null;
  readonly mostPercent: string | null;
}

export interface OwnershipInput {
  readonly entities: readonly OwnershipEntity[];
  /** Several stakes of one pair are added, such as two classes of shares. */
  readonly stakes: readonly Stake[];
}

/** The share of `owner` in `owned` is between the two bounds. Both are indexes in `entities`. */
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
  /**
   * Companies whose owners are stated to hold more than 100 percent, even if every share was rounded up, which is impossible. Each of their
   * minimum shares is then 0.
   */
  readonly contradictory: readonly string[];
}

/** Why no graph could be created, and the stake that is the cause. */
export interface OwnershipProblem {
  readonly code: 'too-many-entities' | 'repeated-entity' | 'unknown-entity' | 'invalid-share' | 'owned-person';
  readonly detail: string;
}

interface SaidShare {
  readonly least: Fraction;
  /** `null` if nothing is stated. */
  readonly most: Fraction | null;
  /** One unit of the last decimal of the minimum, and how many stakes were added. */
  readonly unit: Fraction;
  readonly stakes: number;
}

/** Checks the stated shares, and computes the bounds of each direct share. */
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
    // A company's share in itself belongs to its owners, and nobody is traced beyond an end.
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
  if (to !== null && compare(from, to) > 0) return null;
  return { least: from, most: to, unit: lastUnitOf(leastPercent ?? ''), stakes: 1 };
}

const together = (a: SaidShare, b: SaidShare): SaidShare => ({
  least: add(a.least, b.least),
  most: a.most && b.most && add(a.most, b.most),
  unit: least(a.unit, b.unit),
  stakes: a.stakes + b.stakes,
});

/** Nobody owns more than the others leave. */
function boundShares(owned: number, stated: ReadonlyMap<number, SaidShare>) {
  const said = exceeds(sumOf(stated), one) ? roundedDown(stated) : stated;
  const known = sumOf(said);
  const isContradictory = exceeds(known, one);
  const shares = [...said].map(([owner, share]): DirectShare => {
    if (isContradictory) return { owner, owned, least: zero, most: least(share.most ?? one, one) };
    const left = subtract(one, subtract(known, share.least));
    return { owner, owned, least: share.least, most: most(share.least, least(share.most ?? one, left)) };
  });
  return { shares, isContradictory };
}

const sumOf = (said: ReadonlyMap<number, SaidShare>): Fraction =>
  [...said.values()].reduce((sum, share) => add(sum, share.least), zero);

/** Three times 33.34 percent is a third each, rounded up. Shares of one company are rounded to the same decimals. */
function roundedDown(said: ReadonlyMap<number, SaidShare>): ReadonlyMap<number, SaidShare> {
  const unit = [...said.values()].reduce((finest, share) => least(finest, share.unit), one);
  const lowered = (share: SaidShare): Fraction =>
    subtract(share.least, multiply(unit, { ...one, n: BigInt(share.stakes) }));
  return new Map([...said].map(([owner, share]) => [owner, { ...share, least: lowered(share) }]));
}
