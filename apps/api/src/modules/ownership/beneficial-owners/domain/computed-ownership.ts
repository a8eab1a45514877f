import type { BeneficialOwner, BlockedOwner, OwnershipReport } from '@tamis/ownership';

import type { OwnershipFacts } from '../../../decisions/ownership-data/index.js';
import type { OrganizationSettings } from '../../../tenancy/organization-settings/index.js';

export type OwnershipSettings = Pick<
  OrganizationSettings,
  'beneficialOwnerPercent' | 'ownershipRule' | 'ownershipRulesOfLists'
>;

/** Proof of who owns a company. Percentages are texts with up to four decimals that form bounds of the exact share. */
export interface OwnershipProof extends OwnershipSettings {
  readonly owners: readonly BeneficialOwner[];
  readonly knownPercent: string;
  readonly sanctionedPercent: string;
  readonly sanctionedPercentMost: string;
  readonly blocked: readonly BlockedOwner[];
  /** Companies whose recorded owners contradict each other. */
  readonly contradictory: readonly string[];
  /** Whether there are more entities above it than are processed. */
  readonly isCut: boolean;
  /** Number of beneficial owners that are left out of what rules read. */
  readonly ownersLeftOut: number;
}

export interface ComputedOwnership {
  readonly facts: OwnershipFacts | null;
  readonly proof: OwnershipProof | null;
}

/** No owner of the company is known. */
export const ownedByNobody: ComputedOwnership = { facts: null, proof: null };

interface ReportContext {
  readonly nameOf: (entityId: string) => string | null;
  readonly settings: OwnershipSettings;
  readonly isCut: boolean;
  /** Maximum number of beneficial owners that rules read. */
  readonly mostOwners: number;
}

/** Returns a report in the form in which it is stored: what rules read, and the proof for people. */
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
