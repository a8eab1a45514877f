import { currentLookupSql, currentOrganizationSql, rowSecurity } from '../../roles/row-security.js';

const entities = [
  // A transaction that stores an external id together with its entity's id holds this lock, shared, until its end. One that changes
  // external ids takes it exclusively at the end. An organization has 128, so that a transaction with many rows never needs more.
  `create function external_id_lock(organization uuid, entity uuid) returns bigint language sql immutable parallel safe return hashtextextended(('external ids '::text || (organization)::text), ((hashtext((entity)::text) & 127))::bigint)`,
  // `expired_for` is the `expires_at` that was acted upon, so that reactivating the entity is not undone by the same date. Free-form
  // objects are `json`: what is read must equal what was written, including key order and digits.
  `create table entities (
    organization_id uuid not null references organizations (id),
    id uuid not null,
    external_id text,
    type text not null,
    name text not null,
    tax_id text,
    normalized_tax_id text,
    country_code text,
    nationality text,
    risk_score double precision not null default 0,
    risk_factors jsonb not null default '[]',
    status text not null,
    kyc_verified boolean not null default false,
    kyc_provider text,
    kyc_data json,
    entity_data json not null default '{}',
    attributes json not null default '{}',
    operational_hours json,
    registration_date timestamptz(3),
    is_client boolean not null default false,
    created_at timestamptz(3) not null default now(),
    updated_at timestamptz(3) not null default now(),
    deleted_at timestamptz(3),
    email text,
    phone text,
    metadata json,
    risk_matrix_ids uuid[] not null default '{}',
    risk_level text not null default 'LOW' check (risk_level in ('LOW', 'MEDIUM', 'HIGH', 'CRITICAL')),
    manual_risk json,
    current_evaluation jsonb,
    status_locked boolean not null default false,
    status_reason text,
    expires_at timestamptz(3),
    expired_for timestamptz(3),
    person_email text generated always as (lower((entity_data #>> '{person,email}'::text[]))) stored,
    primary key (organization_id, id)
  )`,
  `create index entities_country on entities (organization_id, country_code, created_at, id) where deleted_at is null`,
  `create index entities_created on entities (organization_id, created_at, id)`,
  `create index entities_deleted on entities (organization_id, external_id, deleted_at) where external_id is not null and deleted_at is not null`,
  // Expired entities are found for all organizations at once, and changed in the context of each.
  `create index entities_expiring on entities (expires_at) where expires_at is not null and deleted_at is null and (not status_locked) and (status not in ('expired', 'blocked', 'suspended', 'rejected', 'deleted')) and (expired_for is distinct from expires_at)`,
  // The external id of a deleted entity is free again. Sorted by bytes regardless of the collation of the database, for prefix searches. If
  // several values are taken, the first index is reported: a tax id is more significant than an external id.
  `create unique index entities_normalized_tax_id on entities (organization_id, normalized_tax_id) where normalized_tax_id is not null and deleted_at is null`,
  `create unique index entities_external_id on entities (organization_id, external_id text_pattern_ops) where external_id is not null and deleted_at is null`,
  `create index entities_person_email on entities (organization_id, person_email) where person_email is not null`,
  `create index entities_phone on entities (organization_id, phone) where phone is not null and deleted_at is null`,
  `create index entities_type on entities (organization_id, type, created_at, id) where deleted_at is null`,
  ...rowSecurity('entities', {
    visible: `organization_id = ${currentOrganizationSql} or (${currentLookupSql} = 'expired entities' and expires_at is not null and deleted_at is null and (not status_locked) and (status not in ('expired', 'blocked', 'suspended', 'rejected', 'deleted')) and (expired_for is distinct from expires_at) and (expires_at <= now()))`,
    writable: `organization_id = ${currentOrganizationSql}`,
  }),
  // One row per key by which a company may be recognized. The primary key is the index that is queried, and it is sufficient. Row-level
  // security trusts its equality operator, unlike those of arrays and expressions.
  `create table entity_match_keys (
    organization_id uuid not null,
    key text collate "C" not null,
    entity_id uuid not null,
    primary key (organization_id, key, entity_id)
  )`,
  ...rowSecurity('entity_match_keys'),
  `create table entity_status_history (
    organization_id uuid not null references organizations (id),
    entity_id uuid not null,
    id uuid not null,
    status text not null,
    previous_status text,
    reason text,
    changed_by jsonb not null,
    source text not null check (source in ('api', 'dashboard', 'rule', 'automation', 'kyc', 'system')),
    changed_at timestamptz(3) not null,
    seq bigint generated always as identity not null,
    primary key (organization_id, entity_id, id)
  )`,
  `create index entity_status_history_order on entity_status_history (organization_id, entity_id, seq)`,
  ...rowSecurity('entity_status_history'),
  `create table former_external_ids (
    organization_id uuid not null,
    entity_id uuid not null,
    external_id text not null,
    changed_at timestamptz(3) not null,
    primary key (organization_id, entity_id, external_id),
    foreign key (organization_id, entity_id) references entities (organization_id, id)
  )`,
  ...rowSecurity('former_external_ids'),
  // `id` is that of the payment method. The encrypted value is bound to its row.
  `create table payment_account_numbers (
    organization_id uuid not null,
    id uuid not null,
    account_number bytea not null,
    account_number_hash bytea not null,
    primary key (organization_id, id),
    foreign key (organization_id, id) references entities (organization_id, id)
  )`,
  `create index payment_account_numbers_hash on payment_account_numbers (organization_id, account_number_hash)`,
  ...rowSecurity('payment_account_numbers'),
  // Once the lock was granted, what the other transaction committed is visible: each statement of a volatile function takes a new snapshot.
  `create function settle_external_id(organization uuid, entity uuid, named text) returns text language plpgsql as $$
  declare present text;
  begin
    perform pg_advisory_xact_lock_shared(external_id_lock(organization, entity));
    if exists (select from former_external_ids f
      where f.organization_id = organization and f.entity_id = entity and f.external_id = named) then
      select e.external_id into present from entities e
        where e.organization_id = organization and e.id = entity and e.deleted_at is null;
    end if;
    return coalesce(present, named);
  end $$`,
];

const entityAccounts = [
  // The account type has no constraint: former types are read as `other`. Requests for one entity are serialized and detect duplicates
  // themselves. The unique indexes are for all other writers.
  `create table entity_accounts (
    organization_id uuid not null references organizations (id),
    id uuid not null,
    entity_id uuid not null,
    external_account_id text,
    account_type text not null,
    legacy_account_type text,
    currency text not null,
    status text not null check (status in ('active', 'inactive', 'pending', 'blocked', 'closed')),
    is_primary boolean not null,
    cbu text,
    cvu text,
    alias text,
    iban text,
    account_number bytea,
    account_number_hash bytea,
    routing_number text,
    bank_code text,
    branch_code text,
    bank_name text,
    bic text,
    pix_key text,
    pix_key_type text,
    clabe text,
    wallet_address text,
    network text,
    country_code text,
    holder_name text,
    holder_tax_id text,
    opened_at timestamptz(3),
    closed_at timestamptz(3),
    metadata json not null default '{}',
    created_at timestamptz(3) not null,
    updated_at timestamptz(3) not null,
    deleted_at timestamptz(3),
    primary key (organization_id, id),
    foreign key (organization_id, entity_id) references entities (organization_id, id)
  )`,
  `create index entity_accounts_entity on entity_accounts (organization_id, entity_id, created_at, id)`,
  `create unique index entity_accounts_external_id on entity_accounts (organization_id, entity_id, external_account_id) where external_account_id is not null and deleted_at is null`,
  `create unique index entity_accounts_number on entity_accounts (organization_id, entity_id, account_number_hash) where account_number_hash is not null and deleted_at is null`,
  ...['cbu', 'cvu', 'iban', 'pix_key', 'clabe', 'wallet_address', 'account_number_hash'].map(
    (column) =>
      `create index entity_accounts_of_${column} on entity_accounts (organization_id, ${column}) where ${column} is not null and deleted_at is null`,
  ),
  `create unique index entity_accounts_primary on entity_accounts (organization_id, entity_id, currency) where is_primary and deleted_at is null`,
  ...rowSecurity('entity_accounts'),
];

const relationships = [
  `create table relationships (
    organization_id uuid not null,
    id uuid not null,
    source_entity_id uuid not null,
    target_entity_id uuid not null,
    relationship_type text not null,
    role text,
    strength double precision check ((strength >= 0) and (strength <= 1)),
    metadata json not null default '{}',
    version_of uuid,
    created_at timestamptz(3) not null,
    updated_at timestamptz(3),
    deleted_at timestamptz(3),
    primary key (organization_id, id),
    foreign key (organization_id, source_entity_id) references entities (organization_id, id),
    foreign key (organization_id, target_entity_id) references entities (organization_id, id),
    constraint relationships_check check (source_entity_id <> target_entity_id)
  )`,
  `create unique index relationships_once on relationships (organization_id, source_entity_id, target_entity_id, relationship_type, coalesce(role, '')) where deleted_at is null`,
  `create index relationships_source on relationships (organization_id, source_entity_id, created_at, id)`,
  `create index relationships_target on relationships (organization_id, target_entity_id, created_at, id)`,
  `create index relationships_versions on relationships (organization_id, version_of) where version_of is not null`,
  ...rowSecurity('relationships'),
];

const countryActivations = [
  `create table country_activations (
    organization_id uuid not null references organizations (id),
    entity_id uuid not null,
    country_code text not null,
    status text not null check (status in ('deactivated', 'activation_requested', 'activation_in_progress', 'activated')),
    activated_at timestamptz(3),
    deactivated_at timestamptz(3),
    updated_at timestamptz(3) not null,
    primary key (organization_id, entity_id, country_code),
    foreign key (organization_id, entity_id) references entities (organization_id, id)
  )`,
  ...rowSecurity('country_activations'),
  `create table country_activation_changes (
    organization_id uuid not null references organizations (id),
    entity_id uuid not null,
    country_code text not null,
    id uuid not null,
    status text not null,
    previous_status text not null,
    changed_by jsonb not null,
    changed_at timestamptz(3) not null,
    primary key (organization_id, entity_id, country_code, id),
    foreign key (organization_id, entity_id) references entities (organization_id, id)
  )`,
  ...rowSecurity('country_activation_changes'),
];

const creationBlocks = [
  `create table creation_blocks (
    organization_id uuid not null,
    id uuid not null,
    list_id uuid not null,
    field_path text not null,
    scope text not null check (scope in ('all', 'person', 'company', 'payment_method')),
    created_by text not null,
    created_at timestamptz(3) not null,
    primary key (organization_id, id),
    constraint creation_blocks_once unique (organization_id, list_id, field_path, scope),
    foreign key (organization_id, list_id) references data_lists (organization_id, id)
  )`,
  ...rowSecurity('creation_blocks'),
];

const devices = [
  `create table devices (
    organization_id uuid not null references organizations (id),
    id uuid not null,
    entity_id uuid not null,
    device_id text not null,
    external_id text,
    device_name text,
    platform text,
    manufacturer text,
    model text,
    brand text,
    os_name text,
    os_version text,
    browser text,
    browser_version text,
    latitude double precision,
    longitude double precision,
    city text,
    region text,
    country text,
    country_code text,
    ip_address text,
    is_emulator boolean,
    is_rooted boolean,
    is_blocked boolean not null default false,
    is_trusted boolean not null default false,
    metadata json not null default '{}',
    event_count int not null default 0,
    first_seen_at timestamptz(3) not null,
    last_seen_at timestamptz(3) not null,
    created_at timestamptz(3) not null,
    updated_at timestamptz(3) not null,
    primary key (organization_id, id),
    constraint devices_of_entity unique (organization_id, entity_id, device_id)
  )`,
  `create index devices_device_id on devices (organization_id, device_id, last_seen_at)`,
  `create index devices_seen on devices (organization_id, entity_id, last_seen_at, id)`,
  ...rowSecurity('devices'),
  `create table device_addresses (
    organization_id uuid not null,
    device uuid not null,
    entity_id uuid not null,
    ip_address text not null,
    country_code text,
    is_vpn boolean,
    is_proxy boolean,
    is_tor boolean,
    count int not null,
    first_seen_at timestamptz(3) not null,
    last_seen_at timestamptz(3) not null,
    primary key (organization_id, device, ip_address),
    foreign key (organization_id, device) references devices (organization_id, id) on delete cascade
  )`,
  `create index device_addresses_entity on device_addresses (organization_id, entity_id, ip_address)`,
  `create index device_addresses_seen on device_addresses (organization_id, device, last_seen_at)`,
  `create index device_addresses_shared on device_addresses (organization_id, ip_address, last_seen_at)`,
  ...rowSecurity('device_addresses'),
];

export const partiesTables = [
  ...entities,
  ...entityAccounts,
  ...relationships,
  ...countryActivations,
  ...creationBlocks,
  ...devices,
];
