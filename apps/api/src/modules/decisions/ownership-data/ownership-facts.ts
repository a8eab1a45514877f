/** Somebody who owns a large enough share of a company in the end, or may do so. Percentages are of the company. */
export interface OwnerFact {
  readonly entityId: string;
  /** Null: the owner was erased since. */
  readonly name: string | null;
  readonly leastPercent: number;
  readonly mostPercent: number;
  readonly certain: boolean;
  /** Ids from the owner to the company, by the way that is worth most. */
  readonly path: readonly string[];
}

/** What rules read of a company as `ownership`, but for when it was computed. */
export interface OwnershipFacts {
  readonly beneficialOwners: readonly OwnerFact[];
  readonly knownPercent: number;
  readonly layers: number;
  readonly hasCycle: boolean;
  readonly countries: readonly string[];
  readonly approximate: boolean;
  readonly sanctionedPercent: number;
  readonly sanctionedPercentMost: number;
}

/** One version of who owns a company. It is never changed, but for names that are erased. */
export interface OwnershipVersion {
  readonly version: number;
  /** Null: from then on nobody is known to own it. */
  readonly facts: OwnershipFacts | null;
  /** What proves the facts, for people: JSON that rules do not read. */
  readonly proof: object | null;
  readonly computedAt: Date;
}
