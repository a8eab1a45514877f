import { currentLookupSql, currentOrganizationSql, rowSecurity } from '../../roles/row-security.js';

const own = `organization_id = ${currentOrganizationSql}`;
const looked = { visible: `${own} or ${currentLookupSql} = 'ownership changes'`, writable: own };

const facts = [
  // Every version of the ownership of a company. A version without facts means that no owner is known from then on.
  `create table ownership_facts (
    organization_id uuid not null references organizations (id),
    entity_id uuid not null,
    version int not null,
    facts json,
    proof json,
    computed_at timestamptz(3) not null default clock_timestamp(),
    primary key (organization_id, entity_id, version)
  )`,
  ...rowSecurity('ownership_facts'),
  // Former names of owners. Each is erased with the entity it belongs to.
  `create table ownership_owner_names (
    organization_id uuid not null references organizations (id),
    entity_id uuid not null,
    version int not null,
    owner_id uuid not null,
    name text,
    primary key (organization_id, entity_id, version, owner_id)
  )`,
  `create index ownership_owner_names_owner on ownership_owner_names (organization_id, owner_id)`,
  ...rowSecurity('ownership_owner_names'),
];

const queue = [
  // Entities with a change that affects the ownership of what is below them. Without an id, all are affected. Rows are only added, so that
  // two transactions that change entities do not wait for each other.
  `create table ownership_changes (
    organization_id uuid not null references organizations (id),
    id uuid not null default gen_random_uuid(),
    entity_id uuid,
    primary key (organization_id, id)
  )`,
  ...rowSecurity('ownership_changes', looked),
  // Companies whose ownership is to be recomputed. Each claim and each change assigns a new number: results for an old one are stale. If
  // nothing changed but a share ends by itself, it is scheduled for that time.
  `create table ownership_dues (
    organization_id uuid not null references organizations (id),
    entity_id uuid not null,
    due_number int not null default 1,
    failures int not null default 0,
    leased_until timestamptz(3) not null default now(),
    is_scheduled boolean not null default false,
    primary key (organization_id, entity_id)
  )`,
  ...rowSecurity('ownership_dues', looked),
];

const noteEntity = `insert into ownership_changes (organization_id, entity_id) values (new.organization_id, new.%)`;
const tell = `perform pg_notify('tamis_ownership', new.organization_id::text)`;

const triggers = [
  `create function note_owned() returns trigger language plpgsql as $$
   begin
     insert into ownership_changes (organization_id, entity_id)
       select distinct organization_id, target_entity_id from came where relationship_type = 'owns' and version_of is null;
     if found then
       perform pg_notify('tamis_ownership', '');
     end if;
     return null;
   end $$`,
  `create trigger owned_insert after insert on relationships referencing new table as came
     for each statement execute function note_owned()`,
  `create trigger owned_update after update on relationships referencing new table as came
     for each statement execute function note_owned()`,
  `create function note_owning_entity() returns trigger language plpgsql as $$
   begin
     if exists (select from relationships r where r.organization_id = new.organization_id and r.relationship_type = 'owns'
       and r.deleted_at is null and (r.source_entity_id = new.id or r.target_entity_id = new.id)) then
       ${noteEntity.replace('%', 'id')};
       ${tell};
     end if;
     return null;
   end $$`,
  `create trigger owning_entity after update of name, country_code, deleted_at on entities for each row
     when (old.name <> new.name or old.country_code is distinct from new.country_code or old.deleted_at is distinct from new.deleted_at)
     execute function note_owning_entity()`,
  `create function note_confirmed_match() returns trigger language plpgsql as $$
   begin
     ${noteEntity.replace('%', 'entity_id')};
     ${tell};
     return null;
   end $$`,
  `create trigger confirmed_match_insert after insert on screening_matches for each row when (new.state = 'confirmed')
     execute function note_confirmed_match()`,
  `create trigger confirmed_match_update after update on screening_matches for each row
     when ((old.state = 'confirmed' or new.state = 'confirmed')
       and (old.state, old.ended_at, old.entry::text) is distinct from (new.state, new.ended_at, new.entry::text))
     execute function note_confirmed_match()`,
  `create function note_ownership_settings() returns trigger language plpgsql as $$
   begin
     insert into ownership_changes (organization_id) values (new.id);
     perform pg_notify('tamis_ownership', new.id::text);
     return null;
   end $$`,
  `create trigger ownership_settings after update of settings on organizations for each row
     when ((old.settings -> 'beneficialOwnerPercent', old.settings -> 'ownershipRule', old.settings -> 'ownershipRulesOfLists')
       is distinct from (new.settings -> 'beneficialOwnerPercent', new.settings -> 'ownershipRule', new.settings -> 'ownershipRulesOfLists'))
     execute function note_ownership_settings()`,
];

/** Facts derived from shares, and what is to be recomputed. */
export const ownershipFactsTables = [...facts, ...queue, ...triggers];
