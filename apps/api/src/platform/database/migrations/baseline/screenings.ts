import { appRole } from '../../roles/app-role.js';
import { currentLookupSql, currentOrganizationSql, rowSecurity } from '../../roles/row-security.js';

const own = `organization_id = ${currentOrganizationSql}`;

/** Scores are integers in units of 1/10000. */
const profiles = [
  // Every version of each profile. The newest applies. The profile with the id of its organization is the default.
  `create table screening_profiles (
    organization_id uuid not null references organizations (id),
    id uuid not null,
    version int not null,
    name text not null,
    lists text[],
    topics text[],
    entity_types text[] not null,
    threshold int not null,
    review_from int not null check (review_from <= threshold),
    weak_aliases boolean not null,
    max_age_hours int not null,
    second_person_from int,
    reason text,
    created_by text,
    created_at timestamptz(3) not null,
    primary key (organization_id, id, version)
  )`,
  ...rowSecurity('screening_profiles'),
  `revoke update, delete on screening_profiles from ${appRole}`,
];

const screenings = [
  'create sequence screening_arrivals',
  `grant usage, select on sequence screening_arrivals to ${appRole}`,
  // The screening results of an entity. `matches` is everything that was found, with its explanation and state. `screened_at` is when the
  // lists were searched. `arrived_at` is when the result was known, which is later if a decision changed what counts. `standing_...` are
  // the hits of the entity after it, including those of other profiles. Erased with its entity.
  `create table entity_screenings (
    organization_id uuid not null references organizations (id),
    id uuid not null,
    entity_id uuid not null,
    reason text not null,
    profile_id uuid not null,
    profile_version int not null,
    threshold int not null,
    max_age_hours int not null,
    engine_version text not null,
    versions json not null,
    party json not null,
    hits int not null,
    top_score int not null,
    lists text[] not null,
    topics text[] not null,
    standing_hits int not null,
    standing_top_score int not null,
    standing_lists text[] not null,
    matches json not null,
    screened_at timestamptz(3) not null,
    arrival bigint not null default nextval('screening_arrivals'),
    arrived_at timestamptz(3) not null default clock_timestamp(),
    primary key (organization_id, id)
  )`,
  `create index entity_screenings_entity on entity_screenings (organization_id, entity_id, arrival)`,
  `create index entity_screenings_screened on entity_screenings (organization_id, screened_at)`,
  ...rowSecurity('entity_screenings'),
  `revoke update on entity_screenings from ${appRole}`,
  // An entity and an entry found by a screening, with its state. `thresholds` are those of the profiles that find it, by their ids.
  // `decision_id` applies, or applied until the change described in `changed`. At `restate_at` it expires, or a decision was made for all
  // similar matches.
  `create table screening_matches (
    organization_id uuid not null references organizations (id),
    id uuid not null,
    entity_id uuid not null,
    list text not null,
    entry_id text not null,
    cluster text not null,
    score int not null,
    is_hit boolean not null,
    thresholds json not null,
    state text not null check (state in ('open', 'confirmed', 'dismissed')),
    decision_id uuid,
    decision_expires_at timestamptz(3),
    restate_at timestamptz(3),
    changed json,
    fingerprint text not null,
    entry json not null,
    explanation json not null,
    screening_id uuid not null,
    found_at timestamptz(3) not null,
    updated_at timestamptz(3) not null,
    ended_at timestamptz(3),
    assigned_to uuid,
    assigned_at timestamptz(3),
    primary key (organization_id, id)
  ) with (fillfactor = 80)`,
  `create unique index screening_matches_entry on screening_matches (organization_id, entity_id, list, entry_id)`,
  `create index screening_matches_alike on screening_matches (organization_id, list, entry_id, fingerprint) where ended_at is null`,
  `create index screening_matches_queue on screening_matches (organization_id, score, id) where ended_at is null`,
  `create index screening_matches_open on screening_matches (organization_id, score, id) include (assigned_to) where ended_at is null and state = 'open'`,
  `create index screening_matches_restating on screening_matches (organization_id, restate_at) where ended_at is null and restate_at is not null`,
  ...rowSecurity('screening_matches', {
    visible: `${own} or ${currentLookupSql} = 'matches to restate'`,
    writable: own,
  }),
];

const decisions = [
  // Decisions on an entity and an entry, and the data of both at the time. Only the identity of the entity is ever erased.
  `create table match_decisions (
    organization_id uuid not null references organizations (id),
    id uuid not null,
    match_id uuid not null,
    entity_id uuid not null,
    list text not null,
    entry_id text not null,
    decision text not null check (decision in ('confirmed', 'dismissed')),
    scope text not null check (scope in ('entity', 'organization')),
    reason text,
    expires_at timestamptz(3),
    entry json not null,
    party json,
    fingerprint text,
    score int not null,
    screening_id uuid not null,
    profile_id uuid not null,
    profile_version int not null,
    engine_version text not null,
    list_version text not null,
    replaces uuid,
    requested_by json,
    decided_by json not null,
    decided_at timestamptz(3) not null,
    primary key (organization_id, id)
  )`,
  `create index match_decisions_entity on match_decisions (organization_id, entity_id)`,
  `create index match_decisions_fingerprint on match_decisions (organization_id, fingerprint) where scope = 'organization' and fingerprint is not null`,
  `create index match_decisions_decided on match_decisions (organization_id, decided_at, id)`,
  ...rowSecurity('match_decisions'),
  `revoke update on match_decisions from ${appRole}`,
  `grant update (reason, party, fingerprint) on match_decisions to ${appRole}`,
];

/** Profiles, screenings of entities, their matches and the decisions on them. */
export const screeningsTables = [...profiles, ...screenings, ...decisions];
