import { currentLookupSql, currentOrganizationSql, rowSecurity } from '../../roles/row-security.js';

const lookedUp = (what: string) => ({
  visible: `organization_id = ${currentOrganizationSql} or ${currentLookupSql} = '${what}'`,
  writable: `organization_id = ${currentOrganizationSql}`,
});

const definitions = [
  // `since`: transactions committed before it trigger nothing. `enabled_by`: whose permissions its actions use.
  `create table automations (
    organization_id uuid not null references organizations (id),
    id uuid not null,
    name text not null,
    description text,
    type text not null check (type in ('realtime', 'scheduled')),
    trigger_type text not null,
    content json not null,
    enabled boolean not null,
    pause_reason text,
    archived_at timestamptz(3),
    version int not null,
    hook_hash bytea,
    enabled_by text not null,
    since pg_snapshot not null default pg_current_snapshot(),
    next_run_at timestamptz(3),
    leased_until timestamptz(3),
    run_count int not null default 0,
    last_run_at timestamptz(3),
    created_by text not null,
    created_at timestamptz(3) not null,
    updated_at timestamptz(3) not null,
    primary key (organization_id, id)
  )`,
  `create index automations_listed on automations (organization_id, created_at, id)`,
  `create index automations_due on automations (organization_id, next_run_at) where next_run_at is not null`,
  ...rowSecurity('automations', lookedUp('automations')),
  `create table automation_versions (
    organization_id uuid not null,
    automation_id uuid not null,
    version int not null,
    name text not null,
    trigger_type text not null,
    content json not null,
    created_by text not null,
    created_at timestamptz(3) not null,
    primary key (organization_id, automation_id, version),
    foreign key (organization_id, automation_id) references automations (organization_id, id) on delete cascade
  )`,
  ...rowSecurity('automation_versions'),
];

const executions = [
  `create table automation_cursors (
    organization_id uuid primary key references organizations (id),
    snapshot text not null,
    until text,
    after bigint not null default 0
  )`,
  ...rowSecurity('automation_cursors', lookedUp('automations')),
  // An execution that waits for a person is due when it expires. `state` contains the remaining steps and the values for its texts.
  `create table automation_executions (
    organization_id uuid not null,
    id uuid not null,
    automation_id uuid not null,
    version int not null,
    event_key text not null,
    status text not null check (status in ('queued', 'running', 'waiting', 'completed', 'failed', 'cancelled')),
    reason text,
    trigger json not null,
    data json not null,
    state json not null,
    record_id text,
    acts_for text not null,
    cause json not null,
    steps int not null default 0,
    lease_number int not null default 0,
    leased_until timestamptz(3),
    due_at timestamptz(3) not null default now(),
    attempts int not null default 0,
    created_at timestamptz(3) not null default now(),
    started_at timestamptz(3),
    finished_at timestamptz(3),
    primary key (organization_id, id),
    constraint automation_executions_once unique (organization_id, automation_id, event_key),
    foreign key (organization_id, automation_id) references automations (organization_id, id) on delete cascade
  ) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000)`,
  `create index automation_executions_due on automation_executions (organization_id, due_at) where finished_at is null`,
  `create index automation_executions_listed on automation_executions (organization_id, automation_id, created_at, id)`,
  `create index automation_executions_record on automation_executions (organization_id, automation_id, record_id, created_at)
     where record_id is not null`,
  `create index automation_executions_waiting on automation_executions (organization_id, automation_id, id) where status = 'waiting'`,
  ...rowSecurity('automation_executions', lookedUp('automations')),
  `create table automation_steps (
    organization_id uuid not null,
    execution_id uuid not null,
    node_id text not null,
    position int not null,
    kind text not null check (kind in ('condition', 'action')),
    action_type text,
    status text not null check (status in ('completed', 'skipped', 'failed', 'waiting')),
    outcome text check (outcome in ('true', 'false', 'unknown')),
    result json,
    error json,
    at timestamptz(3) not null default clock_timestamp(),
    primary key (organization_id, execution_id, node_id),
    foreign key (organization_id, execution_id) references automation_executions (organization_id, id) on delete cascade
  )`,
  ...rowSecurity('automation_steps'),
  `create table automation_tokens (
    organization_id uuid not null,
    token_hash bytea not null,
    execution_id uuid not null,
    node_id text not null,
    expires_at timestamptz(3) not null,
    primary key (organization_id, token_hash),
    foreign key (organization_id, execution_id) references automation_executions (organization_id, id) on delete cascade
  )`,
  `create index automation_tokens_execution on automation_tokens (organization_id, execution_id)`,
  ...rowSecurity('automation_tokens'),
];

export const automationsTables = [...definitions, ...executions];
