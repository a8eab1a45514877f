export { type EntityBatchOptions, type EntityImportMode, entityImportModes } from './domain/entity-batch.js';
export { ExistingEntity } from './domain/existing-entity.js';
export { EntityFailuresDto } from './dto/entity-failures.dto.js';
export { entityRowForm } from './dto/entity-row.body.js';
export { EntityImportsModule } from './entity-imports.module.js';
export { entityBatchDefaults, entityBatchErrors, toEntityBatchOptions } from './http/entity-batch-options.js';
export { EntityReports } from './use-cases/entity-reports.js';
export { type EntityRowHandler, HandlesEntityRows, type StoredEntityRow } from './use-cases/entity-row-handler.js';
export { StartEntityBatch } from './use-cases/start-entity-batch.js';
