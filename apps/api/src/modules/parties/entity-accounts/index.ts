export { EntityAccountsModule } from './entity-accounts.module.js';
export { findSharedAccounts } from './persistence/shared-accounts.js';
export { CreateAccountBody } from './dto/account.bodies.js';
export { readNewAccount } from './dto/read-account-body.js';
export type { NewAccount } from './domain/entity-account.js';
export { checkNewAccount, WriteAccounts } from './use-cases/write-accounts.js';
export { canonicalAccountType } from './domain/canonical-account-type.js';
