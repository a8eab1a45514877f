export { EntitiesModule } from './entities.module.js';
export { type EntityStatus, entityStatuses, type EntityType } from './domain/entity-enumerations.js';
export { normalizeTaxId } from './domain/normalize-tax-id.js';
export { type EntityContext, type PartyNames, ResolveParties } from './use-cases/resolve-parties.js';
