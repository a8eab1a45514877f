export {
  aggregatedOwnership,
  type AggregatedOwnership,
  type BlockedByRule,
  type OwnershipRule,
} from './aggregated-rule.js';
export {
  type BeneficialOwner,
  type BlockedOwner,
  type OwnerPath,
  type OwnersRequest,
  type OwnershipQuestion,
  type OwnershipReport,
  ownershipReport,
  reportOwners,
} from './beneficial-owners.js';
export { type EffectiveShare, type EffectiveShares, effectiveShares, mostSolvedExactly } from './effective-shares.js';
export { type Fraction, numberOf, percentOf } from './fraction.js';
export {
  mostEntities,
  type OwnerKind,
  ownershipGraph,
  type OwnershipEntity,
  type OwnershipGraph,
  type OwnershipInput,
  type OwnershipProblem,
  type Stake,
} from './ownership-graph.js';
