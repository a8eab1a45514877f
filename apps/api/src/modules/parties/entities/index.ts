export { EntitiesModule } from './entities.module.js';
export { type EntityStatus, entityStatuses, type EntityType, entityTypes } from './domain/entity-enumerations.js';
export { transactionDecisions } from './domain/status-change.js';
export { applyDescription } from './domain/apply-description.js';
export { CreateEntityBody, entityMembers } from './dto/create-entity.body.js';
export { DescribedEntityBody, readDescription } from './dto/described-entity.body.js';
export type { EntityPatch } from './domain/entity-patch.js';
export type { NewEntity } from './domain/new-entity.js';
export type { EntityRow } from './persistence/entity-row.js';
export { lockEntity } from './persistence/lock-entity.js';
export { toEntityRecord } from './persistence/to-entity-record.js';
export { pixKeyProblem } from './domain/pix-key-problem.js';
export { normalizeTaxId, taxIdKey } from './domain/normalize-tax-id.js';

export { toRefusalError } from './http/refusal-error.js';
export { updatedEvents } from './use-cases/change-events.js';
export { ChangeEntity, type ChangedEntity } from './use-cases/change-entity.js';
export { CreateEntity, type CreatedEntity } from './use-cases/create-entity.js';
export { EvaluatedEntities } from './use-cases/evaluated-entities.js';
export { FindEntity } from './use-cases/find-entity.js';
export type { EntityKey } from './use-cases/get-entity.js';
export {
  resolveEntities,
  type EntityContext,
  type PartyIdentifiers,
  ResolveParties,
} from './use-cases/resolve-parties.js';
export { readPastStatuses, type TimedStatusChange } from './persistence/past-statuses.js';
export { findEntityIds } from './persistence/entity-repository.js';
