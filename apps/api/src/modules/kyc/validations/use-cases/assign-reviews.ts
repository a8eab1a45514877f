import { Injectable } from '@nestjs/common';

import type { Principal } from '../../../../platform/auth/index.js';
import { TenantDatabase } from '../../../../platform/database/index.js';
import { ApiError } from '../../../../platform/http/index.js';
import {
  type AssignedWorkDto,
  assignWork,
  type AssignWorkBody,
  type TakenWorkDto,
  takeNextWork,
  type WorkKind,
} from '../../../casework/assignments/index.js';
import { lockNextReview, lockReviewsOf, type Review, saveReviewer } from '../persistence/review-assignments.js';
import { lockValidation } from '../persistence/validation-store.js';

export const reviews: WorkKind<Review> = {
  label: 'Validation',
  resourceType: 'kyc_validation',
  permission: 'kyc:review',
  lock: lockValidation,
  lockAssigned: lockReviewsOf,
  assertWaiting: ({ status }) => {
    if (status === 'in_review') return;
    const message = `A validation that is ${status} is not waiting for a review`;
    throw new ApiError('INVALID_STATUS_TRANSITION', message, { from: status, allowed: [] });
  },
  save: saveReviewer,
  eventOf: (organizationId, { id, entityId }, assignedTo) => ({
    organizationId,
    event: 'kyc:validation-assigned',
    payload: { validationId: id, entityId, assignedTo },
  }),
};

/** Assigns reviews of validations to members. */
@Injectable()
export class AssignReviews {
  constructor(private readonly database: TenantDatabase) {}

  /** Throws the same errors as `assignWork`. */
  assign(principal: Principal, id: string, body: AssignWorkBody): Promise<AssignedWorkDto> {
    return this.database.transaction(principal.organizationId, (client) =>
      assignWork(client, principal, reviews, id, body),
    );
  }

  /** Throws the same errors as `takeNextWork`. */
  takeNext(principal: Principal): Promise<TakenWorkDto> {
    return this.database.transaction(principal.organizationId, (client) =>
      takeNextWork(client, principal, reviews, lockNextReview),
    );
  }
}
