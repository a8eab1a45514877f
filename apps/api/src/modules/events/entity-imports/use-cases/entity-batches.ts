import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { ok, type Result } from '@tamis/stdx';

import { ApiError } from '../../../../platform/http/index.js';
import { type BatchHandler, type BatchRowInput, HandlesBatches, type NewBatch } from '../../batch-jobs/index.js';
import type { EntityBatchOptions, EntityImportMode } from '../domain/entity-batch.js';
import { ExistingEntity } from '../domain/existing-entity.js';
import { type EntityRowHandler, HandlesEntityRows, type StoredEntityRow } from './entity-row-handler.js';

type EntityBatch = NewBatch<EntityBatchOptions>;

/** Batches of entities. The handler of the import mode decides how their rows are stored. */
@Injectable()
@HandlesBatches()
export class EntityBatches
  implements BatchHandler<EntityBatchOptions, unknown, StoredEntityRow>, OnApplicationBootstrap
{
  readonly kind = 'entity_batch';
  /** Rules that run after the response belong to an entity, and no batch waits for them. */
  readonly records = null;
  private readonly handlers = new Map<EntityImportMode, EntityRowHandler>();

  constructor(private readonly discovery: DiscoveryService) {}

  onApplicationBootstrap(): void {
    for (const { instance } of this.discovery.getProviders({ metadataKey: HandlesEntityRows.KEY }))
      this.register(instance as EntityRowHandler);
  }

  register(handler: EntityRowHandler): void {
    this.handlers.set(handler.importMode, handler);
  }

  /** Throws 403 `FEATURE_NOT_ENABLED` for a mode that this server does not support. */
  checkMode(mode: EntityImportMode): void {
    if (!this.handlers.has(mode))
      throw new ApiError('FEATURE_NOT_ENABLED', `This server does not support the import mode ${mode}`);
  }

  toRequest(batch: EntityBatch, row: BatchRowInput): unknown {
    return this.handlerOf(batch).toRequest(batch, row);
  }

  async prepare(batch: EntityBatch, requests: readonly unknown[]): Promise<readonly Result<unknown, unknown>[]> {
    const handler = this.handlerOf(batch);
    return handler.prepare ? handler.prepare(batch, requests) : requests.map((request) => ok(request));
  }

  store(batch: EntityBatch, requests: readonly unknown[]): Promise<readonly Result<StoredEntityRow, unknown>[]> {
    return this.handlerOf(batch).store(batch, requests);
  }

  ruleSetVersionOf(stored: StoredEntityRow): string | null {
    return stored;
  }

  isSkipped(_options: EntityBatchOptions, thrown: unknown): boolean {
    return thrown instanceof ExistingEntity;
  }

  private handlerOf({ options: { entityImportMode } }: EntityBatch): EntityRowHandler {
    this.checkMode(entityImportMode);
    return this.handlers.get(entityImportMode)!;
  }
}
