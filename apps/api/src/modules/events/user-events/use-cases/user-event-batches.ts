import { Injectable } from '@nestjs/common';
import { failure, isObject, ok, type Result } from '@tamis/stdx';

import { validateElement } from '../../../../platform/http/index.js';
import { type BatchHandler, type BatchRowInput, HandlesBatches, type NewBatch } from '../../batch-jobs/index.js';
import type { UserEventBatchOptions } from '../domain/user-event-batch.js';
import { CreateUserEventBody } from '../dto/create-user-event.body.js';
import { CreateUserEvent, type CreateUserEventRequest } from './create-user-event.js';
import { checkUserEventRow } from './new-user-event.js';

/** Nobody reads the answers to the rows of a batch, and so they hold nothing that only some may see. */
const noScopes: ReadonlySet<string> = new Set();

/** Batches of user events: each is stored by the same way as one that comes alone. */
@Injectable()
@HandlesBatches()
export class UserEventBatches implements BatchHandler<UserEventBatchOptions, CreateUserEventRequest, string | null> {
  readonly kind = 'user_event_batch';
  readonly records = 'user_events';

  constructor(private readonly create: CreateUserEvent) {}

  toRequest(
    { id, options, askedBy }: NewBatch<UserEventBatchOptions>,
    { sent, raw }: BatchRowInput,
  ): CreateUserEventRequest {
    if (isObject(sent)) checkUserEventRow(sent);
    const body = validateElement(CreateUserEventBody, sent);
    body.executeRules ??= options.executeRules;
    const { withAutoEntity } = options;
    return { principal: { ...askedBy, scopes: noScopes }, body, raw, withAutoEntity, batchJobId: id };
  }

  /** One after the other, each with what those before it left. */
  async store(
    _batch: NewBatch<UserEventBatchOptions>,
    requests: readonly CreateUserEventRequest[],
  ): Promise<readonly Result<string | null, unknown>[]> {
    const outcomes: Result<string | null, unknown>[] = [];
    for (const request of requests) outcomes.push(await this.storeOne(request));
    return outcomes;
  }

  ruleSetVersionOf(stored: string | null): string | null {
    return stored;
  }

  /** A user event whose external id is taken is a failure. */
  isSkipped(): boolean {
    return false;
  }

  private async storeOne(request: CreateUserEventRequest): Promise<Result<string | null, unknown>> {
    try {
      return ok((await this.create.create(request)).event.ruleSetVersion);
    } catch (error) {
      return failure(error);
    }
  }
}
