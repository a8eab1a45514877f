import { currentLookupSql, currentOrganizationSql, rowSecurity } from '../../roles/row-security.js';

const ruleMonitoring = [
  // The last finding about a rule, so that a change is reported once.
  `create table rule_drifts (
    organization_id uuid not null,
    rule_id uuid not null,
    version int not null,
    status text not null check (status in ('stable', 'watch', 'drifted')),
    checked_at timestamptz(3) not null,
    primary key (organization_id, rule_id),
    foreign key (organization_id, rule_id) references rules (organization_id, id)
  )`,
  ...rowSecurity('rule_drifts'),
];

const dryRuns = [
  // `plan` is what a worker thread executes. `heartbeat_at` shows that a process is working on it, and `attempt` which one. `checkpoint`
  // contains a replay's counts so far, compressed. It is replaced in place and removed when the replay has ended.
  `create table dry_runs (
    organization_id uuid not null references organizations (id),
    id uuid not null,
    kind text not null check (kind in ('dry_run', 'sweep')),
    name text,
    status text not null check (status in ('queued', 'running', 'completed', 'failed', 'cancelled')),
    request json not null,
    plan json not null,
    candidate jsonb not null,
    baseline jsonb,
    rule_ids uuid[] not null,
    records_done bigint not null default 0,
    records_total bigint,
    attempt int not null default 0,
    heartbeat_at timestamptz,
    result json,
    error jsonb,
    evidence_of jsonb not null default '[]',
    created_by text,
    created_at timestamptz(3) not null,
    started_at timestamptz(3),
    finished_at timestamptz(3),
    expires_at timestamptz(3) not null,
    removed_at timestamptz(3),
    checkpoint bytea,
    primary key (organization_id, id)
  )`,
  `create index dry_runs_time on dry_runs (organization_id, created_at, id)`,
  `create index dry_runs_unfinished on dry_runs (organization_id, created_at) where status in ('queued', 'running')`,
  ...rowSecurity('dry_runs', {
    visible: `organization_id = ${currentOrganizationSql} or ${currentLookupSql} = 'dry runs'`,
    writable: `organization_id = ${currentOrganizationSql}`,
  }),
  // A record and a rule that hits it on one side or both, or a record whose decision changes. `place` is the order of a sample. Amounts are
  // floating-point numbers: under row-level security, an index is used only with leakproof operators.
  `create table dry_run_matches (
    organization_id uuid not null,
    dry_run_id uuid not null,
    value_index int not null,
    id uuid not null,
    place double precision not null,
    record_type text not null,
    record_id uuid not null,
    external_id text,
    occurred_at timestamptz(3) not null,
    entity jsonb,
    amount numeric,
    sort_amount double precision not null,
    currency text,
    label text,
    segments text[] not null,
    change text not null,
    rule_key text,
    clause text,
    decision_baseline text,
    decision_candidate text not null,
    total_score_baseline double precision,
    total_score_candidate double precision not null,
    unknown_because jsonb,
    events_done bigint not null default 0,
    primary key (organization_id, dry_run_id, id)
  )`,
  `create index dry_run_matches_amount on dry_run_matches (organization_id, dry_run_id, value_index, sort_amount, id)`,
  `create index dry_run_matches_record on dry_run_matches (organization_id, dry_run_id, record_id)`,
  `create index dry_run_matches_time on dry_run_matches (organization_id, dry_run_id, value_index, occurred_at, id)`,
  ...rowSecurity('dry_run_matches'),
];

export const insightTables = [...ruleMonitoring, ...dryRuns];
