import { currentLookupSql, currentOrganizationSql, rowSecurity } from '../../roles/row-security.js';

const own = `organization_id = ${currentOrganizationSql}`;
/** Materializations that no process is working on are searched for in all organizations. */
const openRuns = { visible: `${own} or ${currentLookupSql} = 'open materializations'`, writable: own };

const materialize = [
  // A traversal of the partners of an entity. The holder of the lease works on it. Its nodes record what is done.
  `create table materialize_runs (
    organization_id uuid not null references organizations (id),
    id uuid not null,
    root_entity_id uuid not null,
    options json not null,
    asked_by json not null,
    left_out int not null default 0,
    paid_cents int not null default 0,
    failures int not null default 0,
    lease_number int not null default 0,
    leased_until timestamptz(3) not null,
    outcome json,
    problem json,
    created_at timestamptz(3) not null default now(),
    finished_at timestamptz(3),
    primary key (organization_id, id)
  ) with (fillfactor = 80)`,
  // Another request for the same entity joins the open materialization.
  `create unique index materialize_runs_open on materialize_runs (organization_id, root_entity_id) where finished_at is null`,
  `create index materialize_runs_due on materialize_runs (organization_id, leased_until) where finished_at is null`,
  `create index materialize_runs_root on materialize_runs (organization_id, root_entity_id)`,
  `create index materialize_runs_finished on materialize_runs (organization_id, finished_at) where finished_at is not null`,
  ...rowSecurity('materialize_runs', openRuns),
  // The partners found by an unfinished materialization, level by level. Its root has level 0. `partner_key` does not reveal the partner's
  // identity. `partner` is the data of the source.
  `create table materialize_nodes (
    organization_id uuid not null,
    run_id uuid not null,
    id uuid not null,
    source_entity_id uuid not null,
    partner_key text not null,
    level int not null,
    state text not null check (state in ('waiting', 'enriching', 'settled', 'done', 'failed')),
    partner json,
    entity_id uuid,
    is_created boolean not null default false,
    is_expanded boolean not null default false,
    relationships_created int not null default 0,
    request_id uuid,
    enrichment json,
    failure json,
    primary key (organization_id, id),
    foreign key (organization_id, run_id) references materialize_runs (organization_id, id) on delete cascade
  ) with (fillfactor = 80)`,
  `create unique index materialize_nodes_once on materialize_nodes (organization_id, run_id, source_entity_id, partner_key)`,
  ...rowSecurity('materialize_nodes'),
  // Recognizes a partner without a full tax id: a hash of what is published about them. Erased with the entity.
  `create table partner_identities (
    organization_id uuid not null references organizations (id),
    identity text not null,
    entity_id uuid not null,
    source_entity_id uuid not null,
    since text not null,
    age_band text,
    primary key (organization_id, identity, entity_id, source_entity_id, since),
    foreign key (organization_id, entity_id) references entities (organization_id, id)
  )`,
  `create index partner_identities_entity on partner_identities (organization_id, entity_id)`,
  ...rowSecurity('partner_identities'),
];

const automaticEntities = [
  // Register data of a company that is not stored yet, encrypted. The next request for it uses the row, so that it is bought only once. `id`
  // is that of the execution that delivered it. Without `delivered`, the purchase is in progress.
  `create table basic_data_purchases (
    organization_id uuid not null references organizations (id),
    integration_code text not null,
    tax_id text not null,
    lease_number int not null default 1,
    leased_until timestamptz(3) not null,
    id uuid,
    delivered bytea,
    primary key (organization_id, integration_code, tax_id)
  )`,
  `create index basic_data_purchases_old on basic_data_purchases (organization_id, leased_until)`,
  ...rowSecurity('basic_data_purchases', {
    visible: `${own} or ${currentLookupSql} = 'basic data purchases'`,
    writable: own,
  }),
];

/** Ownership and management relations as found in the sources. */
export const ownershipTables = [...materialize, ...automaticEntities];
