import type { ScreenedParty } from '@tamis/screening';
import type { WatchlistEntry } from '@tamis/watchlists';

import type { AuditActor } from '../../../../platform/audit/index.js';
import { type Queryable, SqlConditions, type Transaction } from '../../../../platform/database/index.js';
import type { HoldingDecision } from '../domain/match-decision.js';

/** The author of a decision or of its request. */
export type DecidingActor = Pick<AuditActor, 'type' | 'id' | 'name'>;

/** A decision with everything it was based on. It is never changed. */
export interface StoredDecision extends HoldingDecision {
  readonly matchId: string;
  /** `null` if it was erased with its entity. */
  readonly reason: string | null;
  readonly score: number;
  readonly screeningId: string;
  readonly profileId: string;
  readonly profileVersion: number;
  readonly engineVersion: string;
  readonly listVersion: string;
  /** The previous decision about the same match, which this one replaces. */
  readonly replaces: string | null;
  /** The author of the request, if a second person approved it. */
  readonly requestedBy: DecidingActor | null;
  readonly decidedBy: DecidingActor;
  readonly decidedAt: Date;
}

type DecisionRow = Omit<StoredDecision, 'entry' | 'party' | 'requestedBy' | 'decidedBy'> &
  Readonly<Record<'entry' | 'decidedBy', string>> & {
    readonly party: string | null;
    readonly requestedBy: string | null;
  };

const columns = `d.id, d.match_id as "matchId", d.entity_id as "entityId", d.list, d.decision, d.scope, d.reason,
  d.expires_at as "expiresAt", d.entry, d.party, d.fingerprint, d.score, d.screening_id as "screeningId", d.profile_id as "profileId",
  d.profile_version as "profileVersion", d.engine_version as "engineVersion", d.list_version as "listVersion", d.replaces,
  d.requested_by as "requestedBy", d.decided_by as "decidedBy", d.decided_at as "decidedAt"`;

const toDecision = (row: DecisionRow): StoredDecision => ({
  ...row,
  entry: JSON.parse(row.entry) as WatchlistEntry,
  party: row.party === null ? null : (JSON.parse(row.party) as ScreenedParty),
  requestedBy: row.requestedBy === null ? null : (JSON.parse(row.requestedBy) as DecidingActor),
  decidedBy: JSON.parse(row.decidedBy) as DecidingActor,
});

export async function insertDecision(
  client: Transaction,
  organizationId: string,
  decision: StoredDecision,
): Promise<void> {
  await client.query(
    `insert into match_decisions (organization_id, id, match_id, entity_id, list, entry_id, decision, scope, reason, expires_at, entry,
       party, fingerprint, score, screening_id, profile_id, profile_version, engine_version, list_version, replaces, requested_by,
       decided_by, decided_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23)`,
    [
      ...[organizationId, decision.id, decision.matchId, decision.entityId, decision.list, decision.entry.id],
      ...[decision.decision, decision.scope, decision.reason, decision.expiresAt, JSON.stringify(decision.entry)],
      ...[JSON.stringify(decision.party), decision.fingerprint, decision.score, decision.screeningId],
      ...[decision.profileId, decision.profileVersion, decision.engineVersion, decision.listVersion, decision.replaces],
      decision.requestedBy === null ? null : JSON.stringify(decision.requestedBy),
      ...[JSON.stringify(decision.decidedBy), decision.decidedAt],
    ],
  );
}

/**
 * Until the transaction ends, a decision for all entities of a fingerprint and a screening that reads decisions wait for each other. The
 * later one sees what the earlier one stored. Entities must already be locked.
 */
export async function lockDecisions(
  client: Transaction,
  organizationId: string,
  fingerprint: string,
  to: 'read' | 'decide',
): Promise<void> {
  const lock = to === 'read' ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock';
  await client.query({
    name: `match-decisions-lock-${to}`,
    text: `select ${lock}(hashtextextended('match decisions ' || $1 || ' ' || $2, 0))`,
    values: [organizationId, fingerprint],
  });
}

/**
 * Returns all decisions that can apply to an entity, newest first: those about itself, and organization-wide ones about indistinguishable
 * entities.
 */
export async function findDecisionsAbout(
  client: Queryable,
  organizationId: string,
  entityId: string,
  fingerprint: string,
): Promise<readonly StoredDecision[]> {
  const { rows } = await client.query<DecisionRow>({
    name: 'match-decisions-about',
    text: `select ${columns} from (
        select * from match_decisions where organization_id = $1 and entity_id = $2
        union all select * from match_decisions
          where organization_id = $1 and scope = 'organization' and fingerprint = $3 and entity_id <> $2) d
      order by d.decided_at desc, d.id desc`,
    values: [organizationId, entityId, fingerprint],
  });
  return rows.map(toDecision);
}

/** Returns the decisions about a match, newest first. */
export async function findDecisionsOf(
  client: Queryable,
  organizationId: string,
  { entityId, matchId }: { readonly entityId: string; readonly matchId: string },
): Promise<readonly StoredDecision[]> {
  const { rows } = await client.query<DecisionRow>(
    `select ${columns} from match_decisions d where d.organization_id = $1 and d.entity_id = $2 and d.match_id = $3
       order by d.decided_at desc, d.id desc`,
    [organizationId, entityId, matchId],
  );
  return rows.map(toDecision);
}

export interface DecisionPeriod {
  /** Inclusive. */
  readonly from?: string;
  readonly to?: string;
}

const inPeriod = (organizationId: string, { from, to }: DecisionPeriod): SqlConditions =>
  new SqlConditions(organizationId, 'd.organization_id').add('d.decided_at >= ?', from).add('d.decided_at <= ?', to);

/** Returns the number of decisions in a period, counted up to `most`. */
export async function countDecisions(
  client: Queryable,
  organizationId: string,
  period: DecisionPeriod,
  most: number,
): Promise<number> {
  const conditions = inPeriod(organizationId, period);
  const { rows } = await client.query<{ n: number }>(
    `select count(*)::int as n from (select from match_decisions d where ${conditions.where} limit ${conditions.bind(most)}) x`,
    conditions.values,
  );
  return rows[0]!.n;
}

/** Returns all decisions of a period in batches, oldest first. */
export async function* streamDecisions(
  client: Queryable,
  organizationId: string,
  period: DecisionPeriod,
  batch: number,
): AsyncIterable<readonly StoredDecision[]> {
  for (let last: StoredDecision | undefined; ;) {
    const conditions = inPeriod(organizationId, period);
    if (last)
      conditions.addRaw(`(d.decided_at, d.id) > (${conditions.bind(last.decidedAt)}, ${conditions.bind(last.id)})`);
    const { rows } = await client.query<DecisionRow>(
      `select ${columns} from match_decisions d where ${conditions.where}
         order by d.decided_at, d.id limit ${conditions.bind(batch)}`,
      conditions.values,
    );
    if (rows.length > 0) yield rows.map(toDecision);
    if (rows.length < batch) return;
    last = toDecision(rows.at(-1)!);
  }
}
