import { DiscoveryService } from '@nestjs/core';

import type { BatchHandler } from '../../batch-jobs/index.js';
import type { EntityBatchOptions, EntityImportMode } from '../domain/entity-batch.js';

/** Marks a provider that is an `EntityRowHandler`. */
export const HandlesEntityRows = DiscoveryService.createDecorator();

/** Version of the rule set that decided on the entity of a row; `null` if no rules ran on it when the row was stored. */
export type StoredEntityRow = string | null;

/**
 * Turns the rows of a batch into entities, for one import mode. `EntityBatches` discovers it by `HandlesEntityRows`, so that a higher-level
 * module can provide one. A row whose entity already exists fails with `ExistingEntity` and is skipped.
 */
export interface EntityRowHandler<Request = unknown> extends Pick<
  BatchHandler<EntityBatchOptions, Request, StoredEntityRow>,
  'toRequest' | 'prepare' | 'store'
> {
  readonly importMode: EntityImportMode;
}
