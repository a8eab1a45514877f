import { appRole } from '../../roles/app-role.js';
import { currentLookupSql, currentOrganizationSql, rowSecurity } from '../../roles/row-security.js';

const own = `organization_id = ${currentOrganizationSql}`;
/** Old probes are searched for in all organizations. */
const sweptOrOwn = `${own} or ${currentLookupSql} = 'old probes'`;

const integrations = [
  // `config` is encrypted JSON of the organization's configuration. `config_shown` is the part that responses show, so that they need not
  // decrypt it.
  `create table integration_switches (
    organization_id uuid not null references organizations (id),
    id uuid not null,
    code text not null,
    enabled boolean not null,
    monitoring_enabled boolean not null,
    config bytea,
    config_shown json not null default '{}',
    enabled_at timestamptz(3),
    created_at timestamptz(3) not null,
    updated_at timestamptz(3) not null,
    primary key (organization_id, id)
  )`,
  `create unique index integration_switches_code on integration_switches (organization_id, code)`,
  ...rowSecurity('integration_switches'),
  // The newest version for each code applies; `null` means the list price again. Former agreements are kept.
  `create table integration_prices (
    organization_id uuid not null references organizations (id),
    code text not null,
    version int not null,
    price_cents int check (price_cents >= 0),
    created_at timestamptz(3) not null,
    primary key (organization_id, code, version)
  )`,
  ...rowSecurity('integration_prices'),
  `revoke update, delete on integration_prices from ${appRole}`,
  `create table enrichment_groups (
    organization_id uuid not null references organizations (id),
    id uuid not null,
    name text not null,
    slug text not null,
    integration_codes text[] not null,
    created_at timestamptz(3) not null,
    updated_at timestamptz(3) not null,
    primary key (organization_id, id)
  )`,
  `create unique index enrichment_groups_slug on enrichment_groups (organization_id, slug)`,
  ...rowSecurity('enrichment_groups'),
];

const probes = [
  // Data delivered about someone who is not an entity, under a hash of the subject and the query. Hashes of tax ids find everything about
  // one subject. None can be computed without the organization's key.
  `create table enrichment_cache (
    organization_id uuid not null references organizations (id),
    id uuid not null,
    key bytea not null,
    tax_id_hash bytea,
    name_hash bytea,
    payload bytea not null,
    created_at timestamptz(3) not null,
    expires_at timestamptz(3) not null,
    primary key (organization_id, id)
  )`,
  `create unique index enrichment_cache_key on enrichment_cache (organization_id, key)`,
  `create index enrichment_cache_tax_id on enrichment_cache (organization_id, tax_id_hash) where tax_id_hash is not null`,
  `create index enrichment_cache_expiry on enrichment_cache (organization_id, expires_at)`,
  ...rowSecurity('enrichment_cache', { visible: sweptOrOwn, writable: own }),
  // Queries to providers without personal data: the subjects are stored only as hashes.
  `create table execution_probes (
    organization_id uuid not null references organizations (id),
    id uuid not null,
    integration_code text not null,
    country text not null,
    type text not null,
    tax_id_hash bytea,
    name_hash bytea,
    outcome text not null,
    cached boolean not null,
    cost_cents int not null,
    created_at timestamptz(3) not null,
    primary key (organization_id, id)
  )`,
  `create index execution_probes_tax_id on execution_probes (organization_id, tax_id_hash) where tax_id_hash is not null`,
  ...rowSecurity('execution_probes', { visible: sweptOrOwn, writable: own }),
];

const enrichmentData = [
  'create sequence enrichment_arrivals',
  `grant usage, select on sequence enrichment_arrivals to ${appRole}`,
  // What an integration found about an entity, or that it failed: one row per execution. `raw` is encrypted, and cleared when it expires.
  // `part` is the input of the merge. `arrived_at` says what was known at a point in time, `arrival` what arrived first.
  `create table enrichment_results (
    organization_id uuid not null references organizations (id),
    id uuid not null,
    entity_id uuid not null,
    integration_code text not null,
    item_code text,
    raw bytea,
    raw_expires_at timestamptz(3),
    mapped json,
    part json,
    confidence numeric,
    reliability text,
    provides text[] not null default '{}',
    quality json,
    fetched_at timestamptz(3) not null,
    arrival bigint not null default nextval('enrichment_arrivals'),
    arrived_at timestamptz(3) not null default clock_timestamp(),
    primary key (organization_id, id),
    check ((item_code is null) = (mapped is not null and part is not null))
  )`,
  `create index enrichment_results_entity on enrichment_results (organization_id, entity_id, integration_code, fetched_at, id)`,
  `create index enrichment_results_raw on enrichment_results (organization_id, raw_expires_at) where raw is not null`,
  ...rowSecurity('enrichment_results', {
    visible: `organization_id = ${currentOrganizationSql} or ${currentLookupSql} = 'raw enrichments'`,
    writable: `organization_id = ${currentOrganizationSql}`,
  }),
  // The merged results about an entity. A version is never overwritten, so that what a rule read can be read again.
  `create table normalized_enrichments (
    organization_id uuid not null references organizations (id),
    entity_id uuid not null,
    version int not null,
    id uuid not null,
    entity_type text not null,
    country_code text,
    normalized json not null,
    field_sources json not null,
    sources json not null,
    quality json not null,
    arrival bigint not null default nextval('enrichment_arrivals'),
    created_at timestamptz(3) not null default clock_timestamp(),
    primary key (organization_id, entity_id, version)
  )`,
  ...rowSecurity('normalized_enrichments'),
  `revoke update on normalized_enrichments from ${appRole}`,
];

const openEnrichments = {
  visible: `organization_id = ${currentOrganizationSql} or ${currentLookupSql} = 'open enrichments'`,
  writable: `organization_id = ${currentOrganizationSql}`,
};

const executions = [
  // `parameters` is set while the request is in progress. `rules` is the result of the rules, without values of sensitive fields. A request
  // that cannot be completed is retried after `finish_after`, and is finally completed without rules.
  `create table enrichment_requests (
    organization_id uuid not null references organizations (id),
    id uuid not null,
    entity_id uuid,
    request_key bytea,
    request_hash bytea,
    parameters json,
    trigger text check (trigger in ('enriched', 'created')),
    asked_by json not null,
    cause json,
    deadline_at timestamptz(3) not null,
    rules json,
    rules_failed boolean not null default false,
    finish_failures int not null default 0,
    finish_after timestamptz(3) not null default now(),
    created_at timestamptz(3) not null default now(),
    finished_at timestamptz(3),
    primary key (organization_id, id)
  ) with (fillfactor = 80)`,
  `create unique index enrichment_requests_key on enrichment_requests (organization_id, request_key) where request_key is not null`,
  `create index enrichment_requests_open on enrichment_requests (organization_id, created_at) where finished_at is null`,
  ...rowSecurity('enrichment_requests', openEnrichments),
  // One integration of a request. The holder of the lease with its number may complete it. An execution with a `leader_id` completes
  // together with that one.
  `create table enrichment_executions (
    organization_id uuid not null references organizations (id),
    id uuid not null,
    request_id uuid not null,
    entity_id uuid,
    position int not null,
    integration_code text not null,
    state text not null check (state in ('queued', 'running', 'succeeded', 'failed', 'cancelled')),
    fingerprint bytea,
    leader_id uuid,
    price_cents int not null check (price_cents >= 0),
    charged_cents int not null default 0 check (charged_cents in (0, price_cents)),
    lease_number int not null default 0,
    leased_until timestamptz(3) not null,
    error_code text,
    error_message text,
    outcome json,
    execution_ms int not null default 0,
    created_at timestamptz(3) not null default now(),
    finished_at timestamptz(3),
    primary key (organization_id, id),
    foreign key (organization_id, request_id) references enrichment_requests (organization_id, id) on delete cascade,
    check ((finished_at is null) = (state in ('queued', 'running'))),
    check ((error_code is not null) = (state in ('failed', 'cancelled')))
  ) with (fillfactor = 80)`,
  `create unique index enrichment_executions_equal on enrichment_executions (organization_id, fingerprint) where leader_id is null and state in ('queued', 'running')`,
  `create index enrichment_executions_request on enrichment_executions (organization_id, request_id)`,
  `create index enrichment_executions_entity on enrichment_executions (organization_id, entity_id, created_at, id)`,
  `create index enrichment_executions_open on enrichment_executions (organization_id, leased_until) where state in ('queued', 'running')`,
  `create index enrichment_executions_followers on enrichment_executions (organization_id, leader_id) where leader_id is not null`,
  ...rowSecurity('enrichment_executions', openEnrichments),
  // Not specific to a tenant: when a source may be queried next, by any caller with the same key.
  `create table provider_budgets (
    provider text not null,
    credential text not null,
    next_at timestamptz not null,
    primary key (provider, credential)
  ) with (fillfactor = 50)`,
];

const registers = [
  // Public registers that an operator loaded from files. One version of each is active. A file that fails its checks is set aside.
  `create table register_versions (
    register text not null,
    version int not null,
    state text not null check (state in ('loading', 'current', 'kept_aside', 'replaced')),
    facts int not null,
    unreadable int not null,
    generated_at timestamptz(3),
    doubts text[] not null,
    loaded_at timestamptz(3) not null,
    changed_at timestamptz(3) not null,
    primary key (register, version)
  )`,
  `create unique index register_versions_current on register_versions (register) where state = 'current'`,
  // The lines of the register files as delivered, by company number.
  `create table register_facts (
    register text not null,
    version int not null,
    key text not null,
    position int not null,
    row json not null,
    primary key (register, version, key, position)
  )`,
];

/** Queries to integrations, their results and their costs. */
export const enrichmentTables = [...integrations, ...probes, ...enrichmentData, ...executions, ...registers];
