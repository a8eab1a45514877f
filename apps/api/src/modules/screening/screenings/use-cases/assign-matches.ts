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
import { matchUpdated } from '../domain/match-events.js';
import {
  type AssignableMatch,
  lockMatch,
  lockMatchesOf,
  lockNextMatch,
  saveMatchAssignee,
} from '../persistence/match-assignments.js';

export const matches: WorkKind<AssignableMatch> = {
  label: 'Screening match',
  resourceType: 'screening_match',
  permission: 'alerts:resolve',
  lock: lockMatch,
  lockAssigned: lockMatchesOf,
  assertWaiting: ({ state, endedAt }) => {
    if (state === 'open' && endedAt === null) return;
    const from = endedAt === null ? state : 'ended';
    throw new ApiError('INVALID_STATUS_TRANSITION', `The match is ${from}: it is no longer waiting for review`, {
      ...{ from, allowed: [] },
    });
  },
  save: saveMatchAssignee,
  eventOf: (organizationId, match, assignedTo) => matchUpdated(organizationId, { ...match, assignedTo }),
};

/** Assigns open matches. Being assigned is not required to decide a match: everybody with the permission can decide. */
@Injectable()
export class AssignMatches {
  constructor(private readonly database: TenantDatabase) {}

  /** Assigns a match. Throws the same errors as `assignWork`. */
  assign(principal: Principal, id: string, body: AssignWorkBody): Promise<AssignedWorkDto> {
    return this.database.transaction(principal.organizationId, (client) =>
      assignWork(client, principal, matches, id, body),
    );
  }

  /** Assigns the next match to the caller; with `lists`, only of these lists. Throws the same errors as `takeNextWork`. */
  takeNext(principal: Principal, lists: readonly string[] | null): Promise<TakenWorkDto> {
    return this.database.transaction(principal.organizationId, (client) =>
      takeNextWork(client, principal, matches, (transaction, organizationId) =>
        lockNextMatch(transaction, organizationId, lists),
      ),
    );
  }
}
