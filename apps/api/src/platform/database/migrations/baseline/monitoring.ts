import { currentLookupSql, currentOrganizationSql, rowSecurity } from '../../roles/row-security.js';

const own = `organization_id = ${currentOrganizationSql}`;
const monitored = { visible: `${own} or ${currentLookupSql} = 'monitored entities'`, writable: own };

/** Entities under monitoring, as lists, profiles and the entities themselves change. */
export const monitoringTables = [
  // `party` is the subject of the last screening. Changed list entries are compared with it. A due entity is screened again by the holder
  // of its lease. `due_number` increases with every reason to do so. The row is erased with its entity.
  `create table entity_monitoring (
    organization_id uuid not null references organizations (id),
    entity_id uuid not null,
    code text not null,
    is_active boolean not null,
    requested_by json not null,
    party json,
    is_due boolean not null,
    due_reason text not null,
    due_number int not null default 1,
    failures int not null default 0,
    leased_until timestamptz(3) not null default now(),
    hit_at timestamptz(3),
    created_at timestamptz(3) not null default now(),
    updated_at timestamptz(3) not null default now(),
    primary key (organization_id, entity_id, code)
  ) with (fillfactor = 80)`,
  `create index entity_monitoring_due on entity_monitoring (organization_id, leased_until) where is_due and is_active`,
  ...rowSecurity('entity_monitoring', monitored),
  // The versions of the lists and the profile that an organization's monitoring has processed. Newer ones are processed once, by the holder
  // of the lease. It writes its target first, so that entities screened against older versions meanwhile remain due.
  `create table monitoring_passes (
    organization_id uuid not null references organizations (id),
    versions json not null default '{}',
    profile_version int not null default 0,
    target_versions json not null default '{}',
    target_profile_version int not null default 0,
    leased_until timestamptz(3) not null default now(),
    primary key (organization_id)
  )`,
  ...rowSecurity('monitoring_passes', monitored),
  // Marks the monitoring of a changed person or company as due.
  `create function note_changed_entity() returns trigger language plpgsql as $$
   begin
     update entity_monitoring set is_due = true, due_reason = case when is_due then due_reason else 'entity_changed' end,
       due_number = due_number + 1, leased_until = now()
     where organization_id = new.organization_id and entity_id = new.id and is_active;
     return null;
   end $$`,
  `create trigger entity_changes_noted after update of name, tax_id, country_code, nationality, entity_data on entities
     for each row when (old.name <> new.name or old.tax_id is distinct from new.tax_id
       or old.country_code is distinct from new.country_code or old.nationality is distinct from new.nationality
       or old.entity_data::text <> new.entity_data::text) execute function note_changed_entity()`,
  // An entity was screened with a profile other than the one used for its monitoring, so it is screened again with the latter.
  `create function note_other_profile() returns trigger language plpgsql as $$
   begin
     update entity_monitoring set is_due = true, due_reason = case when is_due then due_reason else 'requested' end,
       due_number = due_number + 1, leased_until = now()
     where organization_id = new.organization_id and entity_id = new.entity_id and is_active;
     return null;
   end $$`,
  `create trigger other_profile_noted after insert on entity_screenings
     for each row when (new.profile_id <> new.organization_id and new.reason <> 'decided') execute function note_other_profile()`,
];
