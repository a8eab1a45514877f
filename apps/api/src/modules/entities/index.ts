export { EntitiesModule } from './entities.module.js';
export { type EntityStatus, entityStatuses, type EntityType, entityTypes } from './domain/entity-enumerations.js';
export { normalizeTaxId } from './domain/normalize-tax-id.js';
export { CreateEntity } from './use-cases/create-entity.js';
export { FindEntity } from './use-cases/find-entity.js';
export type { EntityKey } from './use-cases/get-entity.js';
export { type EntityContext, type PartyNames, ResolveParties } from './use-cases/resolve-parties.js';
export { setStatusByRule, type StatusByRule, type StatusOutcome } from './use-cases/set-status-by-rule.js';
