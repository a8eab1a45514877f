export type { OwnerFact, OwnershipFacts, OwnershipVersion } from './ownership-facts.js';
export {
  type CompanyAt,
  eraseOwnership,
  findKnownOwnership,
  findOwnedCompanies,
  findOwnership,
  listOwnership,
  storeOwnership,
} from './ownership-store.js';
