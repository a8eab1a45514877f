import type { BeneficialOwner, BlockedOwner, OwnershipReport } from '@tamis/ownership';

import type { OwnershipFacts } from '../../../decisions/ownership-data/index.js';
import type { OrganizationSettings } from '../../../tenancy/organization-settings/index.js';

export type OwnershipSettings = Pick<
  OrganizationSettings,
  'beneficialOwnerPercent' | 'ownershipRule' | 'ownershipRulesOfLists'
>;

/** What proves who owns a company. Percentages are texts with up to four places, which hold the exact share between them. */
export interface OwnershipProof extends OwnershipSettings {
  readonly owners: readonly BeneficialOwner[];
  readonly knownPercent: string;
  readonly sanctionedPercent: string;
  readonly sanctionedPercentMost: string;
  readonly blocked: readonly BlockedOwner[];
  /** Companies of whose owners more is said than can be true. */
  readonly contradictory: readonly string[];
  /** There are more entities above it than are gone through. */
  readonly isCut: boolean;
  /** Beneficial owners that are left out of what rules read. */
  readonly ownersLeftOut: number;
}

export interface ComputedOwnership {
  readonly facts: OwnershipFacts | null;
  readonly proof: OwnershipProof | null;
}

/** Nobody is known to own the company. */
export const ownedByNobody: ComputedOwnership = { facts: null, proof: null };

interface ReportContext {
  readonly nameOf: (entityId: string) => string | null;
  readonly settings: OwnershipSettings;
  readonly isCut: boolean;
  /** Beneficial owners that rules read at most. */
  readonly mostOwners: number;
}

/** A report as it is stored: what rules read of it, and what proves that to people. */
export function computedOwnership(
  report: OwnershipReport,
  { nameOf, settings, isCut, mostOwners }: ReportContext,
): ComputedOwnership {
  const { beneficialOwners, knownPercent, sanctionedPercent, sanctionedPercentMost, blocked, contradictory } = report;
  const { layers, hasCycle, countries, isApproximate } = report;
  const told = beneficialOwners.slice(0, mostOwners);
  const ownersLeftOut = beneficialOwners.length - told.length;
  const facts: OwnershipFacts = {
    beneficialOwners: told.map(({ entityId, leastPercent, mostPercent, isCertain, paths }) => ({
      entityId,
      name: nameOf(entityId),
      leastPercent: Number(leastPercent),
      mostPercent: Number(mostPercent),
      certain: isCertain,
      path: paths[0]?.entityIds ?? [],
    })),
    knownPercent: Number(knownPercent),
    ...{ layers, hasCycle, countries },
    approximate: isApproximate || isCut || ownersLeftOut > 0,
    sanctionedPercent: Number(sanctionedPercent),
    sanctionedPercentMost: Number(sanctionedPercentMost),
  };
  const { beneficialOwnerPercent, ownershipRule, ownershipRulesOfLists } = settings;
  const proof: OwnershipProof = {
    ...{ beneficialOwnerPercent, ownershipRule, ownershipRulesOfLists, owners: told },
    ...{ knownPercent, sanctionedPercent, sanctionedPercentMost, blocked, contradictory, isCut, ownersLeftOut },
  };
  return { facts, proof };
}
