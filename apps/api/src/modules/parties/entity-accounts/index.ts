export { EntityAccountsModule } from './entity-accounts.module.js';
export { canonicalAccountType, type CanonicalAccountType } from './domain/canonical-account-type.js';
