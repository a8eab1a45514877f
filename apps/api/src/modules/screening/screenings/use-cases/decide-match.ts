import { Injectable } from '@nestjs/common';

import { type AuditEntry, byPrincipal, recordAudit } from '../../../../platform/audit/index.js';
import type { Principal } from '../../../../platform/auth/index.js';
import { newId, TenantDatabase, type Transaction } from '../../../../platform/database/index.js';
import { ApiError, invalid, notFound } from '../../../../platform/http/index.js';
import { limits } from '../../../../platform/limits.js';
import { lockEntities } from '../../../parties/entities/index.js';
import {
  type ApprovableAction,
  outdatedByMatchDecision,
  type RuleApproval,
  SecondPerson,
  withdrawOutdated,
} from '../../../rules/rules/index.js';
import type { DecisionKind, DecisionScope } from '../domain/match-decision.js';
import { fingerprintOf } from '../domain/screened-entity.js';
import type { StoredMatch } from '../domain/stored-match.js';
import {
  type DecidingActor,
  insertDecision,
  lockDecisions,
  type StoredDecision,
} from '../persistence/decision-store.js';
import { findEntitiesAlike, findMatch, lockMatches, restateAlike } from '../persistence/match-store.js';
import { findSecondPersonFrom } from '../persistence/profile-store.js';
import { findScreening } from '../persistence/screening-store.js';
import { ScreenEntities } from './screen-entities.js';

export interface SentDecision {
  readonly decision: DecisionKind;
  readonly reason: string;
  readonly expiresAt: string | null;
  readonly scope: DecisionScope;
  /** Id of the decision to be replaced; `null` if there is none. */
  readonly replaces: string | null;
}

/** A request that waits for a second person: the decision, and the state of the match when it was requested. */
interface DecisionRequest extends SentDecision {
  readonly matchId: string;
  readonly contentHash: string;
  /** Id of the screening that found the match in that state. */
  readonly screeningId: string;
  readonly requestedBy: DecidingActor;
}

export interface DecidedMatch {
  readonly match: StoredMatch;
  readonly decision: StoredDecision;
}

/** If `approval` is set, the decision waits for a second person, and nothing has changed yet. */
export type DecidedOrPending = (DecidedMatch & { readonly approval: null }) | { readonly approval: RuleApproval };

/** Decisions of people on matches. If several people decide one at once, only one succeeds. */
@Injectable()
export class DecideMatch {
  private readonly change: ApprovableAction<DecisionRequest, DecidedMatch> = {
    action: 'match_decision',
    permission: () => 'alerts:resolve',
    describe: (_client, _organizationId, request) =>
      Promise.resolve({ version: 0, reason: request.reason, request, what: `screening match ${request.matchId}` }),
    perform: async (client, principal, request, now) => {
      const locked = await lockDecidable(client, principal.organizationId, request.matchId, request);
      const value = await this.decideIn(client, principal, { request, locked }, now);
      await withdrawOutdated(client, byPrincipal(principal), outdatedByMatchDecision(request.matchId));
      return { value, waits: false };
    },
  };

  constructor(
    private readonly database: TenantDatabase,
    private readonly screenings: ScreenEntities,
    private readonly secondPerson: SecondPerson,
  ) {
    secondPerson.register(this.change);
  }

  /** Throws 404, 409 `ALREADY_DECIDED`, 409 `INVALID_STATUS_TRANSITION`, and 400 for an expiry in the past. */
  decide(principal: Principal, matchId: string, sent: SentDecision, now: Date): Promise<DecidedOrPending> {
    const { organizationId, actor } = principal;
    if (isExpired(sent, now)) throw invalid({ expiresAt: 'must be in the future' });
    return this.database.transaction(organizationId, async (client) => {
      const locked = await lockDecidable(client, organizationId, matchId, sent);
      const { match, concerned } = locked;
      const { type, id, name } = actor;
      const was = { contentHash: match.entry.contentHash, screeningId: match.screeningId };
      const request: DecisionRequest = { ...sent, matchId, ...was, requestedBy: { type, id, name } };
      const from = await findSecondPersonFrom(client, organizationId, concerned);
      if (from !== null && match.score >= from)
        return { approval: await this.secondPerson.request(client, principal, this.change, request, now) };
      return { ...(await this.decideIn(client, principal, { request, locked }, now)), approval: null };
    });
  }

  private async decideIn(
    client: Transaction,
    principal: Principal,
    { request, locked: { match, concerned } }: DecisionToMake,
    now: Date,
  ): Promise<DecidedMatch> {
    const { organizationId, actor } = principal;
    const { matchId, scope, replaces } = request;
    if (isExpired(request, now))
      throw new ApiError('VERSION_CONFLICT', 'The requested decision would have expired by now: request another one');
    if (match.entry.contentHash !== request.contentHash)
      throw new ApiError('VERSION_CONFLICT', 'The entry of the list has changed since the request');
    const asked = await findScreening(client, organizationId, match.entityId, request.screeningId);
    if (!asked || fingerprintOf(asked.party) !== match.fingerprint)
      throw new ApiError('VERSION_CONFLICT', 'The entity has changed since the request');
    const latest = (await findScreening(client, organizationId, match.entityId, match.screeningId))!;
    const { type, id, name } = actor;
    const isApproved = request.requestedBy.id !== id;
    const decision: StoredDecision = {
      id: newId(now.getTime()),
      ...{ matchId, entityId: match.entityId, list: match.list, entry: match.entry, score: match.score },
      ...{ decision: request.decision, reason: request.reason, scope, replaces },
      expiresAt: request.expiresAt === null ? null : new Date(request.expiresAt),
      ...{ party: latest.party, fingerprint: match.fingerprint, screeningId: match.screeningId },
      ...{ profileId: latest.profile.id, profileVersion: latest.profile.version, engineVersion: latest.engineVersion },
      listVersion: latest.versions[match.list] ?? '',
      requestedBy: isApproved ? request.requestedBy : null,
      decidedBy: { type, id, name },
      decidedAt: now,
    };
    if (scope === 'organization') await lockDecisions(client, organizationId, match.fingerprint, 'decide');
    await insertDecision(client, organizationId, decision);
    await recordAudit(client, byPrincipal(principal), [decidedEntry(match, decision)]);
    for (const entityId of concerned) await this.screenings.restate(client, byPrincipal(principal), entityId);
    if (scope === 'organization') await restateAlike(client, organizationId, match, concerned);
    return { match: (await findMatch(client, organizationId, matchId))!, decision };
  }
}

const isExpired = ({ expiresAt }: Pick<SentDecision, 'expiresAt'>, now: Date): boolean =>
  expiresAt !== null && new Date(expiresAt) <= now;

/** Returns the entity of the match and, with scope `organization`, all entities like it. */
async function entitiesConcerned(
  client: Transaction,
  organizationId: string,
  { entityId, list, entryId, fingerprint }: StoredMatch,
  scope: DecisionScope,
): Promise<readonly string[]> {
  if (scope === 'entity') return [entityId];
  const alike = { list, entryId, fingerprint };
  const others = await findEntitiesAlike(client, organizationId, alike, limits.screeningEntitiesAlike);
  return [...new Set([entityId, ...others])];
}

/** A match that may be decided, and the entities it concerns. */
interface LockedMatch {
  readonly match: StoredMatch;
  readonly concerned: readonly string[];
}

interface DecisionToMake {
  readonly request: DecisionRequest;
  readonly locked: LockedMatch;
}

/**
 * Locks everything concerned until the transaction ends. May be called only once per transaction: similar entities found later would be
 * locked out of order.
 */
async function lockDecidable(
  client: Transaction,
  organizationId: string,
  matchId: string,
  { replaces, scope }: Pick<SentDecision, 'replaces' | 'scope'>,
): Promise<LockedMatch> {
  const place = await findMatch(client, organizationId, matchId);
  if (!place) throw notFound('Screening match');
  const found = await entitiesConcerned(client, organizationId, place, scope);
  const there = await lockEntities(client, organizationId, found);
  const locked = await lockMatches(client, organizationId, place.entityId);
  const match = there.has(place.entityId) ? locked.find(({ id }) => id === matchId) : undefined;
  if (!match) throw notFound('Screening match');
  assertDecidable(match, replaces);
  return { match, concerned: found.filter((id) => there.has(id)) };
}

function assertDecidable({ state, decisionId, endedAt }: StoredMatch, replaces: string | null): void {
  if (endedAt !== null)
    throw new ApiError('INVALID_STATUS_TRANSITION', 'The match has ended: the list no longer contains the entity', {
      from: 'ended',
      allowed: [],
    });
  const holding = state === 'open' ? null : decisionId;
  if (holding === replaces) return;
  const message = holding === null ? 'The decision to replace no longer applies' : `The match is already ${state}`;
  throw new ApiError('ALREADY_DECIDED', message, undefined, { state, decisionId: holding });
}

/** Contains only ids and versions: the audit trail is never erased, so it must not contain names. */
function decidedEntry(match: StoredMatch, decision: StoredDecision): AuditEntry {
  const { id, decision: state, scope, expiresAt, listVersion, profileVersion, engineVersion, reason } = decision;
  const told = { scope, expiresAt, list: match.list, listVersion, profileVersion, engineVersion };
  return {
    event: 'screening_match_decided',
    resourceType: 'screening_match',
    resourceId: match.id,
    summary: `${state}${scope === 'organization' ? ' for the organization' : ''}`,
    changes: {
      state: { previous: match.state, current: state },
      ...Object.fromEntries(Object.entries(told).map(([name, current]) => [name, { previous: null, current }])),
    },
    reason,
    relatedIds: {
      entityId: match.entityId,
      matchId: match.id,
      decisionId: id,
      screeningId: decision.screeningId,
      ...(decision.replaces !== null && { replacedDecisionId: decision.replaces }),
    },
  };
}
