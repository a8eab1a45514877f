export { EntitiesModule } from './entities.module.js';
export { type EntityStatus, entityStatuses, type EntityType } from './domain/entity-enumerations.js';
export { normalizeTaxId } from './domain/normalize-tax-id.js';
export { type EntityContext, type PartyNames, ResolveParties } from './use-cases/resolve-parties.js';
export { setStatusByRule, type StatusByRule, type StatusOutcome } from './use-cases/set-status-by-rule.js';
