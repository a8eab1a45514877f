export type { OwnershipFacts, OwnershipVersion } from './ownership-facts.js';
export {
  eraseOwnership,
  findKnownOwnership,
  findOwnedCompanies,
  findOwnership,
  listOwnership,
  storeOwnership,
} from './ownership-store.js';
