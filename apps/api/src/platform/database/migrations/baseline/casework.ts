import { currentLookupSql, currentOrganizationSql, rowSecurity } from '../../roles/row-security.js';

const alerts = [
  `create function note_inbox_insert() returns trigger language plpgsql as $$
   begin
     insert into inbox_changes (organization_id, kind, status, rank, assignee, change)
       select organization_id, tg_argv[0], status, priority_rank, coalesce(assigned_to, '00000000-0000-0000-0000-000000000000'), sum(change) from (select organization_id, status, priority_rank, assigned_to, 1 as change from came) changed
       group by organization_id, status, priority_rank, coalesce(assigned_to, '00000000-0000-0000-0000-000000000000') having sum(change) <> 0;
     return null;
   end $$`,
  `create function note_inbox_update() returns trigger language plpgsql as $$
   begin
     insert into inbox_changes (organization_id, kind, status, rank, assignee, change)
       select organization_id, tg_argv[0], status, priority_rank, coalesce(assigned_to, '00000000-0000-0000-0000-000000000000'), sum(change) from (select organization_id, status, priority_rank, assigned_to, 1 as change from came union all select organization_id, status, priority_rank, assigned_to, -1 as change from went) changed
       group by organization_id, status, priority_rank, coalesce(assigned_to, '00000000-0000-0000-0000-000000000000') having sum(change) <> 0;
     return null;
   end $$`,
  `create function note_inbox_delete() returns trigger language plpgsql as $$
   begin
     insert into inbox_changes (organization_id, kind, status, rank, assignee, change)
       select organization_id, tg_argv[0], status, priority_rank, coalesce(assigned_to, '00000000-0000-0000-0000-000000000000'), sum(change) from (select organization_id, status, priority_rank, assigned_to, -1 as change from went) changed
       group by organization_id, status, priority_rank, coalesce(assigned_to, '00000000-0000-0000-0000-000000000000') having sum(change) <> 0;
     return null;
   end $$`,
  `create table alerts (
    organization_id uuid not null,
    id uuid not null,
    name text not null,
    description text,
    type text not null,
    category text,
    severity text not null,
    priority text not null,
    status text not null default 'OPEN',
    target_entity_id uuid,
    target_entity_type text,
    transaction_id uuid,
    user_event_id uuid,
    entity jsonb,
    rule_id uuid,
    rule_version int,
    risk_matrix_id uuid,
    evaluation_id uuid,
    rule_set_version text,
    risk_contribution double precision,
    mini_analysis text,
    trigger_condition json,
    source_system text not null,
    investigation_id uuid,
    assigned_to uuid,
    assigned_to_type text,
    assigned_at timestamptz(3),
    acknowledged_at timestamptz(3),
    acknowledged_by text,
    resolved_at timestamptz(3),
    resolved_by text,
    resolution text,
    resolution_notes text,
    dedupe_key text,
    duplicate_count int not null default 0,
    last_seen_at timestamptz(3) not null,
    tags text[] not null default '{}',
    created_at timestamptz(3) not null,
    updated_at timestamptz(3) not null,
    due_date timestamptz(3),
    consolidated_at timestamptz(3),
    priority_rank smallint generated always as (case priority when 'CRITICAL' then 0 when 'HIGH' then 1 when 'MEDIUM' then 2 else 3 end) stored,
    primary key (organization_id, id)
  )`,
  `create index alerts_assigned on alerts (organization_id, assigned_to, status, priority_rank, created_at desc, id desc)`,
  `create index alerts_case on alerts (organization_id, investigation_id) where investigation_id is not null`,
  `create index alerts_created on alerts (organization_id, created_at, id)`,
  `create index alerts_dedupe on alerts (organization_id, rule_id, dedupe_key, created_at) where dedupe_key is not null`,
  `create index alerts_entity on alerts (organization_id, target_entity_id, created_at) where target_entity_id is not null`,
  `create index alerts_inbox on alerts (organization_id, status, priority_rank, created_at desc, id desc)`,
  `create index alerts_transaction on alerts (organization_id, transaction_id) where transaction_id is not null`,
  ...rowSecurity('alerts'),
  `create trigger inbox_delete after delete on alerts referencing old table as went
     for each statement execute function note_inbox_delete('alert')`,
  `create trigger inbox_insert after insert on alerts referencing new table as came
     for each statement execute function note_inbox_insert('alert')`,
  `create trigger inbox_update after update on alerts referencing old table as went new table as came
     for each statement execute function note_inbox_update('alert')`,
];

const cases = [
  // Sorts by urgency, as a column: under row-level security, the planner does not use an index on an expression.
  `create table cases (
    organization_id uuid not null references organizations (id),
    id uuid not null,
    number text not null,
    name text not null,
    description text,
    status text not null,
    priority text not null,
    priority_rank smallint generated always as (case priority when 'CRITICAL' then 0 when 'HIGH' then 1 when 'MEDIUM' then 2 else 3 end) stored,
    risk_score double precision,
    alert_count int not null,
    entity_id uuid,
    entity jsonb,
    assigned_to uuid,
    assigned_to_type text,
    due_date timestamptz(3),
    closure_reason text,
    outcome text,
    tags text[] not null default '{}',
    version int not null default 1,
    created_by text,
    created_at timestamptz(3) not null,
    updated_at timestamptz(3) not null,
    closed_at timestamptz(3),
    closed_by text,
    primary key (organization_id, id),
    constraint cases_number unique (organization_id, number)
  )`,
  `create index cases_assigned on cases (organization_id, assigned_to, status, priority_rank, created_at desc, id desc)`,
  `create index cases_created on cases (organization_id, created_at, id)`,
  `create index cases_entity on cases (organization_id, entity_id, created_at) where entity_id is not null`,
  `create index cases_inbox on cases (organization_id, status, priority_rank, created_at desc, id desc)`,
  `create index cases_open_by on cases (organization_id, created_by, entity_id) where status <> 'CLOSED'`,
  ...rowSecurity('cases'),
  // The last number of each year. The row is locked until the case that took the number is committed, so that no number is skipped.
  `create table case_numbers (
    organization_id uuid not null references organizations (id),
    year int not null,
    last int not null,
    primary key (organization_id, year)
  )`,
  ...rowSecurity('case_numbers'),
  `create table inbox_counts (
    organization_id uuid not null references organizations (id),
    kind text not null,
    status text not null,
    rank smallint not null,
    assignee uuid not null,
    count bigint not null,
    primary key (organization_id, kind, status, rank, assignee)
  )`,
  ...rowSecurity('inbox_counts'),
  // Changes to the counts since they were last added up. With one row per change, transactions that raise alerts do not wait for each
  // other.
  `create table inbox_changes (
    organization_id uuid not null,
    kind text not null,
    status text not null,
    rank smallint not null,
    assignee uuid not null,
    change int not null
  )`,
  `create index inbox_changes_of on inbox_changes (organization_id)`,
  ...rowSecurity('inbox_changes', {
    visible: `organization_id = ${currentOrganizationSql} or ${currentLookupSql} = 'inbox changes'`,
    writable: `organization_id = ${currentOrganizationSql}`,
  }),
  `create trigger inbox_delete after delete on cases referencing old table as went
     for each statement execute function note_inbox_delete('case')`,
  `create trigger inbox_insert after insert on cases referencing new table as came
     for each statement execute function note_inbox_insert('case')`,
  `create trigger inbox_update after update on cases referencing old table as went new table as came
     for each statement execute function note_inbox_update('case')`,
];

const notes = [
  `create table notes (
    organization_id uuid not null references organizations (id),
    id uuid not null,
    about_type text not null,
    about_id uuid not null,
    body text not null,
    author jsonb not null,
    created_at timestamptz(3) not null,
    primary key (organization_id, id)
  )`,
  `create index notes_about on notes (organization_id, about_type, about_id, created_at, id)`,
  ...rowSecurity('notes'),
];

export const caseworkTables = [...alerts, ...cases, ...notes];
