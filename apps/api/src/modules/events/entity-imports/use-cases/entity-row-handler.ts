import { DiscoveryService } from '@nestjs/core';

import type { BatchHandler } from '../../batch-jobs/index.js';
import type { EntityBatchOptions, EntityImportMode } from '../domain/entity-batch.js';

/** On a provider that is an `EntityRowHandler`. */
export const HandlesEntityRows = DiscoveryService.createDecorator();

/** The rule set that decided on the entity of a row; null: no rules ran on it with its row. */
export type StoredEntityRow = string | null;

/**
 * How the rows of a batch become entities, by its import mode. `EntityBatches` knows it by `HandlesEntityRows`, so that a room above may
 * provide one. Where a row's entity is there already it fails with `ExistingEntity`, and the row is passed over.
 */
export interface EntityRowHandler<Request = unknown> extends Pick<
  BatchHandler<EntityBatchOptions, Request, StoredEntityRow>,
  'toRequest' | 'prepare' | 'store'
> {
  readonly importMode: EntityImportMode;
}
