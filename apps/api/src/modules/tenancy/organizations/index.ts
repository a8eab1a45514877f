export { createAccount, type CreatedOrganization } from './use-cases/create-account.js';
export { applyOrganizationChange, findBatchRowLimit } from './use-cases/change-organization.js';
export { changePlan, type PlanRequest } from './use-cases/change-plan.js';
export { plans } from './domain/plan.js';
export { createKey } from './use-cases/create-key.js';
export { findKeyLimits } from './use-cases/find-key-limits.js';
export { RulePublication } from './domain/rule-publication.js';
export { findOrganization } from './persistence/organization-store.js';
export { tablesClearedBySandboxReset, tablesKeptBySandboxReset } from './persistence/sandbox-data.js';
