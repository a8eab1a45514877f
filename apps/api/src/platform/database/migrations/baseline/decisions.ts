import { appRole } from '../../roles/app-role.js';
import { currentLookupSql, currentOrganizationSql, rowSecurity } from '../../roles/row-security.js';

/** Webhooks shared by a parent are looked up together with an organization's own, whichever organization's events they receive. */
const isLookedUpSql = `(${currentLookupSql} = 'webhooks' and resource_type = 'webhook')`;

const evaluations = [
  // An evaluation is stored in one piece of up to half a page. With a lower limit, nearly every one had a field stored out of line.
  // `inputs` are the values its rules read, encoded by the module that owns them. `reads` repeats looked-up values, if any, for searches.
  // `hit_rule_ids` and `unknown_rule_ids` serve searches for the evaluations of a rule, since outcomes identify rules by position in a rule
  // set. `arrived` tells a later count what had been committed when it last looked.
  `create table evaluations (
    organization_id uuid not null,
    id uuid not null,
    record_type text not null,
    record_id uuid not null,
    external_id text,
    entity_ids uuid[] not null,
    trigger text not null,
    evaluation_type text not null,
    stage text not null,
    parent_evaluation_id uuid,
    rule_set_version text not null,
    rule_set_revision int not null,
    now timestamptz(3) not null,
    evaluated_at timestamptz(3) not null,
    decision text,
    risk_score numeric not null,
    risk_level text not null,
    total_score numeric not null,
    outcome json not null,
    applied json not null,
    inputs bytea not null,
    reads json,
    request_id text,
    triggered_by text,
    execution_time_ms double precision not null,
    hit_rule_ids uuid[] not null default '{}',
    unknown_rule_ids uuid[] not null default '{}',
    rule_id uuid,
    arrived xid8 not null default pg_current_xact_id(),
    primary key (organization_id, id)
  ) partition by range (id)`,
  `create table evaluations_rest partition of evaluations default with (toast_tuple_target = 4080)`,
  // Accessible only through its parent table, which has row-level security.
  `revoke all on evaluations_rest from ${appRole}`,
  `create index evaluations_arrived on evaluations (organization_id, arrived, id)`,
  `create index evaluations_others on evaluations (organization_id, record_type, evaluated_at, id) where trigger <> 'transaction_created'`,
  `create index evaluations_record on evaluations (organization_id, record_id, evaluated_at)`,
  `create index evaluations_time on evaluations (organization_id, evaluated_at, id)`,
  ...rowSecurity('evaluations'),
  // Evaluations with rules that are still to be executed after the response.
  `create table waiting_runs (
    organization_id uuid not null,
    evaluation_id uuid not null,
    attempts int not null default 0,
    due_at timestamptz(3) not null default now(),
    cause json,
    primary key (organization_id, evaluation_id)
  )`,
  `create index waiting_runs_due on waiting_runs (organization_id, due_at, evaluation_id)`,
  ...rowSecurity('waiting_runs', {
    visible: `organization_id = ${currentOrganizationSql} or ${currentLookupSql} = 'waiting runs'`,
    writable: `organization_id = ${currentOrganizationSql}`,
  }),
  // Automations that rules may start: those that are not archived and are triggered by rules.
  `create table rule_automations (
    organization_id uuid not null references organizations (id),
    automation_id uuid not null,
    primary key (organization_id, automation_id)
  )`,
  ...rowSecurity('rule_automations'),
  // How often each caller without access to sensitive fields queried those of a record by conditions of their own.
  `create table sensitive_questions (
    organization_id uuid not null references organizations (id),
    asker_id text not null,
    record_id uuid not null,
    asked int not null,
    since timestamptz(3) not null default now(),
    primary key (organization_id, asker_id, record_id)
  )`,
  ...rowSecurity('sensitive_questions'),
  // One row for each day whose evaluations were replayed, regardless of who replayed them.
  `create table replay_samples (
    organization_id uuid not null references organizations (id),
    day date not null,
    claimed_at timestamptz(3) not null,
    finished_at timestamptz(3),
    replayed int not null default 0,
    unavailable int not null default 0,
    differing uuid[] not null default '{}',
    primary key (organization_id, day)
  )`,
  ...rowSecurity('replay_samples'),
  // Totals of the records of a window within a period. `seen`: all transactions with lower numbers had ended.
  `create table window_parts (
    organization_id uuid not null,
    key uuid not null,
    starts timestamptz(3) not null,
    ends timestamptz(3) not null,
    row_count bigint not null,
    known bigint not null,
    matching bigint not null,
    value_count bigint not null,
    odd bigint not null,
    number numeric,
    items text[],
    seen bigint not null
  )`,
  `create index window_parts_of on window_parts (organization_id, key, starts, ends, seen)`,
  ...rowSecurity('window_parts'),
  `create policy ended_delete on window_parts for delete using (${currentLookupSql} = 'ended window parts')`,
  `create policy ended_read on window_parts for select using (${currentLookupSql} = 'ended window parts')`,
  // Changed, added or removed records of an hour that had already ended: one row per value by which the record is found, with the database
  // transaction that changed it.
  `create table window_changes (
    organization_id uuid not null,
    source text not null,
    key text not null,
    happened_at timestamptz(3) not null,
    changed_by bigint not null
  )`,
  `create index window_changes_of on window_changes (organization_id, source, key, changed_by)`,
  ...rowSecurity('window_changes'),
  `create policy ended_delete on window_changes for delete using (${currentLookupSql} = 'ended window parts')`,
  `create policy ended_read on window_changes for select using (${currentLookupSql} = 'ended window parts')`,
  // Hours that have ended, each with the number of a transaction that began after its end. Parts whose `seen` is below a floor are no
  // longer valid, regardless of their hour. Not specific to an organization.
  `create table window_marks (
    ended timestamptz(3) not null,
    fence bigint not null,
    is_floor boolean not null default false
  )`,
];

const ruleSets = [
  // Every rule set that was ever used for a decision. Rows are only added. `active_rule_sets` references the current one.
  `create table rule_sets (
    organization_id uuid not null references organizations (id),
    version text not null,
    number int not null,
    content json not null,
    previous_version text,
    created_at timestamptz(3) not null default now(),
    primary key (organization_id, version),
    unique (organization_id, number)
  )`,
  ...rowSecurity('rule_sets'),
  // `revision` increases with every publication, including one that changes only displayed texts and therefore keeps the version.
  `create table active_rule_sets (
    organization_id uuid primary key,
    version text not null,
    revision int not null,
    foreign key (organization_id, version) references rule_sets (organization_id, version)
  )`,
  ...rowSecurity('active_rule_sets'),
  `create policy counted_organizations on active_rule_sets for select using (${currentLookupSql} = 'rule counts')`,
  // One row per change, so that the composition of each rule set remains readable.
  `create table rule_set_activations (
    organization_id uuid not null,
    revision int not null,
    version text not null,
    reason text,
    activated_by text,
    activated_at timestamptz(3) not null default now(),
    deactivated_at timestamptz(3),
    content json not null,
    primary key (organization_id, revision),
    foreign key (organization_id, version) references rule_sets (organization_id, version)
  )`,
  ...rowSecurity('rule_set_activations'),
  `create table risk_matrices (
    organization_id uuid not null references organizations (id),
    id uuid not null,
    key text not null,
    name text not null,
    description text not null,
    category text not null,
    status text not null check (status in ('draft', 'active', 'shadow', 'inactive', 'archived')),
    target_entity_types text[] not null,
    scoring_config json,
    decisions json,
    tags text[] not null,
    version int not null,
    created_by text,
    created_at timestamptz(3) not null,
    updated_by text,
    updated_at timestamptz(3) not null,
    evaluation_triggers json not null default '[]',
    triggers json not null default '[]',
    primary key (organization_id, id)
  )`,
  `create unique index risk_matrices_key on risk_matrices (organization_id, key) where status <> 'archived'`,
  `create unique index risk_matrices_name on risk_matrices (organization_id, name) where status <> 'archived'`,
  ...rowSecurity('risk_matrices'),
  // The matrices executed if neither a request nor an entity names one, in order. A parent's matrix may be a default of its child.
  `create table risk_matrix_defaults (
    organization_id uuid not null references organizations (id),
    target text not null check (target in ('person', 'company', 'transaction', 'user_event')),
    position int not null,
    risk_matrix_id uuid not null,
    primary key (organization_id, target, "position")
  )`,
  ...rowSecurity('risk_matrix_defaults'),
  // What a parent shares, as its child sees it. `content` is all that the child ever reads of a matrix. `list_ids` are the lists whose keys
  // it may query. Only the parent writes it. Whether the child uses it is stored in `child_opt_ins`, which only the child writes.
  `create table child_shares (
    organization_id uuid not null references organizations (id),
    parent_organization_id uuid not null references organizations (id),
    resource_type text not null check (resource_type in ('risk_matrix', 'data_list', 'webhook')),
    resource_id uuid not null,
    name text not null,
    content json not null,
    list_ids uuid[] not null default '{}',
    shared_at timestamptz(3) not null,
    primary key (organization_id, resource_type, resource_id)
  )`,
  `create index child_shares_of on child_shares (parent_organization_id, resource_type, resource_id)`,
  ...rowSecurity('child_shares', {
    visible: `organization_id = ${currentOrganizationSql} or parent_organization_id = ${currentOrganizationSql} or ${isLookedUpSql}`,
    writable: `parent_organization_id = ${currentOrganizationSql} and exists (select from organizations o where o.id = child_shares.organization_id and o.parent_organization_id = ${currentOrganizationSql})`,
  }),
  // For webhooks: events committed before `since` are not sent.
  `create table child_opt_ins (
    organization_id uuid not null references organizations (id),
    resource_type text not null,
    resource_id uuid not null,
    parent_organization_id uuid not null,
    enabled_by text,
    enabled_at timestamptz(3) not null,
    parameters json not null default '{}',
    since pg_snapshot not null default pg_current_snapshot(),
    primary key (organization_id, resource_type, resource_id),
    foreign key (organization_id, resource_type, resource_id) references child_shares (organization_id, resource_type, resource_id) on delete cascade
  )`,
  ...rowSecurity('child_opt_ins', {
    visible: `organization_id = ${currentOrganizationSql} or parent_organization_id = ${currentOrganizationSql} or ${isLookedUpSql}`,
    writable: `organization_id = ${currentOrganizationSql}`,
  }),
  // Returns whether keys are on lists of the parent. Covers only lists that are shared and enabled, and reveals nothing else about them.
  `create function shared_list_memberships(places integer[], asked uuid[], keys text[], for_addresses boolean[], at timestamptz) returns table(place integer, "listId" uuid, available boolean, revision integer, listed boolean) language plpgsql as $$
   declare
     own text := coalesce(current_setting('tamis.organization_id', true), '');
     parent uuid;
     allowed uuid[];
   begin
     select s.parent_organization_id, array_agg(shared.id) into parent, allowed
       from child_shares s join child_opt_ins o using (organization_id, resource_type, resource_id)
         cross join unnest(s.list_ids) shared (id)
       where s.organization_id = nullif(own, '')::uuid and shared.id = any(asked)
       group by s.parent_organization_id;
     if parent is null then return; end if;
     perform set_config('tamis.organization_id', parent::text, true);
     return query
       select p.place, l.id, l.status = 'active', l.revision, bool_or(exists (
           select from data_list_keys k where k.organization_id = parent and k.list_id = l.id and k.key = p.key
             and (not p.for_addresses or l.type = 'ip_blocklist') and k.is_active and (k.expires_at is null or k.expires_at > at)))
       from unnest(places, asked, keys, for_addresses) p (place, list_id, key, for_addresses)
         join data_lists l on l.organization_id = parent and l.id = p.list_id
       where p.list_id = any(allowed) group by p.place, l.id, l.status, l.revision;
     perform set_config('tamis.organization_id', own, true);
   end $$`,
];

const ruleCounters = [
  // Results of rule versions, by hour of evaluation. For guards, minutes of the last day are also stored per publication. Hours are not,
  // and have `revision` 0.
  `create table rule_counts (
    organization_id uuid not null references organizations (id),
    rule_id uuid not null,
    version int not null,
    period text not null check (period in ('minute', 'hour')),
    at timestamptz(3) not null,
    revision int not null,
    executions bigint not null,
    hits bigint not null,
    unknowns bigint not null,
    rejects bigint not null,
    alerts bigint not null,
    suppressed bigint not null,
    skipped bigint not null,
    micros double precision not null,
    run_micros double precision not null,
    micros_counts bigint[] not null,
    last_at timestamptz(3) not null,
    last_hit_at timestamptz(3),
    too_many_rows bigint,
    primary key (organization_id, rule_id, version, period, at, revision)
  ) with (fillfactor = 40)`,
  ...rowSecurity('rule_counts'),
  // Evaluations visible to `counted` are included in the counts. While `counting` is set, so are those visible to it up to the given
  // position.
  `create table rule_count_progress (
    organization_id uuid primary key references organizations (id),
    counted pg_snapshot not null default '1:1:'::pg_snapshot,
    counting pg_snapshot,
    counting_at timestamptz(3),
    arrived xid8 not null default '1'::xid8,
    evaluation_id uuid not null default '00000000-0000-0000-0000-000000000000'::uuid
  )`,
  ...rowSecurity('rule_count_progress'),
];

export const decisionsTables = [...evaluations, ...ruleSets, ...ruleCounters];
