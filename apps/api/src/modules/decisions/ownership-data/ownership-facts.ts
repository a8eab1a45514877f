/** An ultimate owner with a large enough share of a company, or who may have one. Percentages refer to the company. */
export interface OwnerFact {
  readonly entityId: string;
  /** `null` if the owner has been erased. */
  readonly name: string | null;
  readonly leastPercent: number;
  readonly mostPercent: number;
  readonly certain: boolean;
  /** Ids from the owner to the company, along the chain with the largest share. */
  readonly path: readonly string[];
}

/** What rules read of a company as `ownership`, except the time of its computation. */
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

/** One version of the owners of a company. It is immutable, except that names may be erased. */
export interface OwnershipVersion {
  readonly version: number;
  /** `null` if no owner is known from then on. */
  readonly facts: OwnershipFacts | null;
  /** Proof of the facts, for people: JSON that rules do not read. */
  readonly proof: object | null;
  readonly computedAt: Date;
}
