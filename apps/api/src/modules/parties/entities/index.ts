export { EntitiesModule } from './entities.module.js';
export { type EntityStatus, entityStatuses, entityTypes } from './domain/entity-enumerations.js';
export { transactionDecisions } from './domain/status-change.js';
export { applyDescription } from './domain/apply-description.js';
export { AutoExecuteBody, CreateEntityBody } from './dto/create-entity.body.js';
export { DeclaredRelationshipBody, readRelationship } from './dto/declared-relationship.body.js';
export { CreatePaymentMethodBody, readPaymentMethodBody } from './dto/entity.bodies.js';
export { EntityDto, IgnoredMonitoringDto, RulesExecutionDto } from './dto/entity.dto.js';
export { readEntityBody, readMatrixIds } from './dto/read-entity-body.js';
export { creationErrors } from './http/creation-errors.js';
export { entityView } from './use-cases/change-events.js';
export { isParty, partyTypes } from './domain/entity-enumerations.js';
export { DescribedEntityBody, readDescription } from './dto/described-entity.body.js';
export {
  type BegunEnrichment,
  type CreationEnrichment,
  EnrichmentOnCreation,
  type ResolvedWish,
} from './use-cases/enrichment-on-creation.js';
export { type IgnoredMonitoring, MonitoringOnCreation } from './use-cases/monitoring-on-creation.js';
export { type ErasedEntity, ErasedWithEntities } from './use-cases/erased-with-entities.js';
export type { DeclaredRelationship } from './domain/declared-relationship.js';
export type { EnrichmentWish, NewEntity } from './domain/new-entity.js';
export type { NewPaymentMethod } from './domain/payment-method.js';
export type { EntityRow } from './persistence/entity-row.js';
export {
  holdEntities,
  lockAndReadEntity,
  type LockedIdentity,
  lockEntities,
  lockEntity,
  lockIdentities,
} from './persistence/lock-entity.js';
export { toEntityRecord } from './persistence/to-entity-record.js';
export { pixKeyProblem } from './domain/pix-key-problem.js';
export { normalizeTaxId, taxIdKey } from './domain/normalize-tax-id.js';

export { toRefusalError } from './http/refusal-error.js';
export type { EntityRefusal } from './use-cases/store-new-entity.js';
export { ChangeEntity } from './use-cases/change-entity.js';
export { CreateEntities, isPlainEntity } from './use-cases/create-entities.js';
export { checkTaxId, CreateEntity } from './use-cases/create-entity.js';
export { CreatePaymentMethod } from './use-cases/create-payment-method.js';
export { type EntityEvaluation, EvaluateEntity } from './use-cases/evaluate-entity.js';
export { EvaluatedEntities } from './use-cases/evaluated-entities.js';
export { RevealAccountNumbers } from './use-cases/reveal-account-numbers.js';
export { FindEntity } from './use-cases/find-entity.js';
export type { EntityKey } from './use-cases/get-entity.js';
export {
  resolveEntities,
  type EntityContext,
  type PartyIdentifiers,
  resolveParties,
  ResolveParties,
} from './use-cases/resolve-parties.js';
export { readPastStatuses } from './persistence/past-statuses.js';
export {
  findCreatedEntities,
  findEntitiesById,
  findEntityIds,
  pagesOfEntityIds,
} from './persistence/entity-repository.js';
export { findSharedPhones } from './persistence/shared-phones.js';
export { findPeopleByMaskedCpf } from './persistence/match-keys.js';
export { searchEntities } from './persistence/search-entities.js';
export { checkMatrices } from './use-cases/check-matrices.js';
export { eraseKycResult } from './persistence/entity-writer.js';
export { storeKycResult } from './use-cases/store-kyc-result.js';
export { awaitInformation, type AwaitOutcome, restoreAwaitedStatus } from './use-cases/await-information.js';
export { renewMatchKeys } from './use-cases/renew-match-keys.js';
