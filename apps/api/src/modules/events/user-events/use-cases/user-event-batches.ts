import { Injectable } from '@nestjs/common';
import { failure, isObject, ok, type Result } from '@tamis/stdx';

import { validateElement } from '../../../../platform/http/index.js';
import { type BatchHandler, type BatchRowInput, HandlesBatches, type NewBatch } from '../../batch-jobs/index.js';
import type { UserEventBatchOptions } from '../domain/user-event-batch.js';
import { CreateUserEventBody } from '../dto/create-user-event.body.js';
import { CreateUserEvent, type CreateUserEventRequest } from './create-user-event.js';
import { checkUserEventRow } from './new-user-event.js';

/** Responses for batch rows are not read by anyone, so they contain nothing that requires a scope. */
const noScopes: ReadonlySet<string> = new Set();

/** Batches of user events. Each event is stored in the same way as one that is sent individually. */
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

  /** Stores events in order, so that each sees the changes of those before it. */
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

  /** A user event whose external id is already in use is a failure, not a skipped row. */
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
