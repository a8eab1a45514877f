export { EntityAccountsModule } from './entity-accounts.module.js';
export { findSharedAccounts, type SharedAccount } from './persistence/shared-accounts.js';
export { CreateAccountBody } from './dto/account.bodies.js';
export { readNewAccount } from './dto/read-account-body.js';
export type { NewAccount } from './domain/entity-account.js';
export { checkNewAccount, WriteAccounts } from './use-cases/write-accounts.js';
export { canonicalAccountType, type CanonicalAccountType } from './domain/canonical-account-type.js';
