import { currentLookupSql, currentOrganizationSql, rowSecurity } from '../../roles/row-security.js';

const currencyRates = [
  // One unit of `base` is worth `rate` units of `quote` from the beginning of `date`, UTC.
  `create table currency_rates (
    organization_id uuid not null references organizations (id),
    id uuid not null,
    base text not null,
    quote text not null,
    date date not null,
    rate numeric not null,
    source text not null,
    loaded_at timestamptz(3) not null,
    primary key (organization_id, base, quote, date)
  )`,
  `create index currency_rates_dates on currency_rates (organization_id, date, id)`,
  ...rowSecurity('currency_rates'),
  // Rates published by a bank, for all organizations. One unit of `base` is worth `rate` units of `quote` from `holds_from`, the time it
  // was known.
  `create table provided_rates (
    id uuid not null,
    source text not null,
    base text not null,
    quote text not null,
    date date not null,
    rate numeric not null,
    holds_from timestamptz(3) not null,
    loaded_at timestamptz(3) not null,
    primary key (source, base, quote, date)
  )`,
  `create index provided_rates_dates on provided_rates (date, id)`,
  // When each source is to be queried next, and the result of the last query. The first process to claim it sends the query.
  `create table rate_fetches (
    source text primary key,
    next_at timestamptz(3) not null,
    failures int not null default 0,
    problem text,
    fetched_at timestamptz(3),
    newest date
  )`,
];

const dataLists = [
  // `config` is stored as displayed, with dots instead of the key for the service that supplies the items. The key is stored encrypted.
  `create table data_lists (
    organization_id uuid not null references organizations (id),
    id uuid not null,
    name text not null,
    type text not null,
    status text not null default 'active' check (status in ('active', 'inactive', 'archived')),
    description text,
    source text not null,
    config json not null default '{}',
    api_key bytea,
    field_mappings json not null default '{}',
    priority int not null,
    is_global boolean not null default false,
    item_count int not null default 0,
    revision int not null default 0,
    version int not null default 1,
    last_sync_at timestamptz(3),
    created_by text not null,
    created_at timestamptz(3) not null default now(),
    updated_at timestamptz(3) not null default now(),
    primary key (organization_id, id)
  )`,
  `create index data_lists_created on data_lists (organization_id, created_at, id)`,
  `create index data_lists_name on data_lists (organization_id, normalize(name))`,
  ...rowSecurity('data_lists'),
  // The current state of an item, since `from_revision` of its list. Earlier states are in `data_list_past_items`, with their revisions.
  `create table data_list_items (
    organization_id uuid not null,
    list_id uuid not null,
    id uuid not null,
    primary_value text not null,
    normalized_primary_value text not null,
    secondary_value text,
    search_keys text[] not null default '{}',
    category text,
    risk_score double precision,
    severity text,
    reason text,
    source_reference text,
    item_data json not null default '{}',
    metadata json not null default '{}',
    is_active boolean not null default true,
    expires_at timestamptz(3),
    added_by jsonb not null,
    created_by text not null,
    created_at timestamptz(3) not null default now(),
    updated_at timestamptz(3) not null default now(),
    from_revision int not null,
    primary key (organization_id, list_id, id),
    constraint data_list_items_value unique (organization_id, list_id, normalized_primary_value),
    foreign key (organization_id, list_id) references data_lists (organization_id, id)
  )`,
  `create index data_list_items_category on data_list_items (organization_id, list_id, category) where category is not null`,
  ...rowSecurity('data_list_items'),
  // Every key by which an item can be found. A lookup reads only keys, so they contain what it must know about the item. They have no
  // foreign key to the item: checking it for a million keys costs as much as storing them. No other index begins with the same columns,
  // because without statistics the planner might choose either.
  `create table data_list_keys (
    organization_id uuid not null,
    list_id uuid not null,
    key text not null,
    item_id uuid not null,
    is_active boolean not null,
    expires_at timestamptz(3),
    from_revision int not null,
    primary key (organization_id, list_id, key, item_id),
    foreign key (organization_id, list_id) references data_lists (organization_id, id)
  )`,
  `create index data_list_keys_item on data_list_keys (organization_id, item_id)`,
  ...rowSecurity('data_list_keys'),
  `create table data_list_past_items (
    organization_id uuid not null,
    list_id uuid not null,
    id uuid not null,
    from_revision int not null,
    to_revision int not null,
    primary_value text not null,
    normalized_primary_value text not null,
    secondary_value text,
    search_keys text[] not null,
    category text,
    risk_score double precision,
    severity text,
    reason text,
    source_reference text,
    item_data json not null,
    metadata json not null,
    is_active boolean not null,
    expires_at timestamptz(3),
    added_by jsonb not null,
    created_by text not null,
    created_at timestamptz(3) not null,
    updated_at timestamptz(3) not null,
    primary key (organization_id, list_id, id, from_revision),
    foreign key (organization_id, list_id) references data_lists (organization_id, id),
    constraint data_list_past_items_check check (from_revision < to_revision)
  )`,
  ...rowSecurity('data_list_past_items'),
  `create table data_list_past_keys (
    organization_id uuid not null,
    list_id uuid not null,
    key text not null,
    item_id uuid not null,
    from_revision int not null,
    to_revision int not null,
    is_active boolean not null,
    expires_at timestamptz(3),
    primary key (organization_id, list_id, key, item_id, from_revision),
    foreign key (organization_id, list_id) references data_lists (organization_id, id)
  )`,
  ...rowSecurity('data_list_past_keys'),
  // When a list reached each revision. A replay reads the list as it was at a point in time.
  `create table data_list_revisions (
    organization_id uuid not null,
    list_id uuid not null,
    revision int not null,
    made_at timestamptz not null,
    primary key (organization_id, list_id, revision),
    foreign key (organization_id, list_id) references data_lists (organization_id, id)
  )`,
  ...rowSecurity('data_list_revisions'),
  // How often rules found a value on a list, by hour. Each process adds its counts periodically.
  `create table data_list_matches (
    organization_id uuid not null,
    list_id uuid not null,
    hour timestamp(0) with time zone not null,
    matches bigint not null,
    primary key (organization_id, list_id, hour),
    foreign key (organization_id, list_id) references data_lists (organization_id, id)
  )`,
  ...rowSecurity('data_list_matches'),
  // A sync of a list with the file at its address: pending, in progress or finished. `known` contains the validators for requesting only a
  // newer file.
  `create table data_list_syncs (
    organization_id uuid not null,
    id uuid not null,
    list_id uuid not null,
    status text not null check (status in ('queued', 'running', 'completed', 'failed')),
    requested_by json,
    force boolean not null,
    due_at timestamptz(3) not null,
    lease_number int not null default 0,
    leased_until timestamptz(3),
    failures int not null,
    known json,
    result json,
    problem text,
    is_doubted boolean not null default false,
    created_at timestamptz(3) not null default now(),
    started_at timestamptz(3),
    finished_at timestamptz(3),
    primary key (organization_id, id),
    foreign key (organization_id, list_id) references data_lists (organization_id, id)
  )`,
  `create unique index data_list_syncs_open on data_list_syncs (organization_id, list_id) where finished_at is null`,
  `create index data_list_syncs_due on data_list_syncs (organization_id, due_at) where finished_at is null`,
  `create index data_list_syncs_listed on data_list_syncs (organization_id, list_id, created_at, id)`,
  ...rowSecurity('data_list_syncs', {
    visible: `organization_id = ${currentOrganizationSql} or ${currentLookupSql} = 'due list syncs'`,
    writable: `organization_id = ${currentOrganizationSql}`,
  }),
];

export const decisionsDataTables = [...currencyRates, ...dataLists];
