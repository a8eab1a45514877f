import { appRole } from '../../roles/app-role.js';
import { currentLookupSql, currentOrganizationSql, rowSecurity } from '../../roles/row-security.js';

const transactions = [
  'create sequence transactions_seq_seq',
  `grant usage, select on sequence transactions_seq_seq to ${appRole}`,
  // `seq` is the arrival number: windows are delimited by `transacted_at` and ordered by (transacted_at, seq). There is no foreign key to
  // the organization, which is never deleted: checking it would lock the organization's row for every payment.
  `create table transactions (
    organization_id uuid not null,
    id uuid not null,
    seq bigint not null default nextval('transactions_seq_seq'),
    external_id text not null,
    type text not null,
    status text not null,
    reason text not null,
    payment_method text,
    channel text,
    amount numeric not null,
    currency text not null,
    amount_in_usd numeric,
    description text,
    category text,
    origin_entity_id uuid,
    origin_external_id text,
    origin_tax_id text,
    origin_name text,
    origin_country text,
    origin_details json,
    destination_entity_id uuid,
    destination_external_id text,
    destination_tax_id text,
    destination_name text,
    destination_country text,
    destination_details json,
    location_details json,
    device_details json,
    metadata json not null,
    risk_score numeric,
    decision text,
    flagged boolean not null default false,
    last_evaluation_id uuid,
    rule_set_version text,
    last_risk_evaluation_at timestamptz(3),
    status_history json not null,
    batch_job_id uuid,
    transacted_at timestamptz(3) not null,
    created_at timestamptz(3) not null,
    updated_at timestamptz(3) not null,
    risk_matrix_ids uuid[] not null default '{}',
    device_id text generated always as (device_details ->> 'deviceId') stored,
    currencies_exchange json not null default '[]',
    device_address inet generated always as (address_of((device_details ->> 'ipAddress'))) stored,
    origin_card text generated always as (case json_typeof((origin_details -> 'cardFingerprint')) when 'string' then (origin_details ->> 'cardFingerprint') else null::text end) stored,
    destination_card text generated always as (case json_typeof((destination_details -> 'cardFingerprint')) when 'string' then (destination_details ->> 'cardFingerprint') else null::text end) stored,
    origin_account text generated always as (case json_typeof((origin_details -> 'accountNumber')) when 'string' then (origin_details ->> 'accountNumber') else null::text end) stored,
    destination_account text generated always as (case json_typeof((destination_details -> 'accountNumber')) when 'string' then (destination_details ->> 'accountNumber') else null::text end) stored,
    primary key (organization_id, id, transacted_at)
  ) partition by range (transacted_at)`,
  `create table transactions_rest partition of transactions default`,
  // Accessible only through its parent table, which has row-level security.
  `revoke all on transactions_rest from ${appRole}`,
  `create index transactions_amount on transactions (organization_id, amount, id)`,
  `create index transactions_arrival on transactions (organization_id, created_at, id)`,
  `create index transactions_batch on transactions (organization_id, batch_job_id) where batch_job_id is not null`,
  // Windows of an entity mostly read amounts. These columns are in the index, because visiting the row takes twice as long as everything
  // else.
  `create index transactions_destination on transactions (organization_id, destination_entity_id, transacted_at, seq) include (id, amount, currency)`,
  `create index transactions_device on transactions (organization_id, origin_entity_id, device_id) where device_id is not null`,
  `create index transactions_of_address on transactions (organization_id, device_address, transacted_at, seq) where device_address is not null`,
  `create index transactions_of_destination_account on transactions (organization_id, destination_account, transacted_at, seq) where destination_account is not null`,
  `create index transactions_of_destination_card on transactions (organization_id, destination_card, transacted_at, seq) where destination_card is not null`,
  `create index transactions_of_device on transactions (organization_id, device_id, transacted_at, seq) where device_id is not null`,
  `create index transactions_of_origin_account on transactions (organization_id, origin_account, transacted_at, seq) where origin_account is not null`,
  `create index transactions_of_origin_card on transactions (organization_id, origin_card, transacted_at, seq) where origin_card is not null`,
  `create index transactions_origin on transactions (organization_id, origin_entity_id, transacted_at, seq) include (id, amount, currency)`,
  `create index transactions_risk on transactions (organization_id, coalesce(risk_score, ('-1'::integer)::numeric), id)`,
  `create index transactions_time on transactions (organization_id, transacted_at, id)`,
  `create index transactions_unlinked_destination on transactions (organization_id, destination_external_id, seq) where destination_entity_id is null and destination_external_id is not null`,
  `create index transactions_unlinked_origin on transactions (organization_id, origin_external_id, seq) where origin_entity_id is null and origin_external_id is not null`,
  ...rowSecurity('transactions'),
  // Keeps external ids unique, which an index across partitions with another key cannot. Sorted by bytes, so that a prefix search reads a
  // range, regardless of the collation of the database.
  `create table transaction_keys (
    organization_id uuid not null,
    external_id text collate "C" not null,
    id uuid not null,
    transacted_at timestamptz(3) not null,
    constraint transactions_external_id primary key (organization_id, external_id)
  )`,
  ...rowSecurity('transaction_keys'),
  // Draws the arrival number again: the row's own number was drawn before the locks were granted and is meaningless. Evaluating an
  // expression costs a hundredth of a statement or of a trigger condition, which is read again with each insert.
  `create function settle_transactions() returns trigger language plpgsql as $$
   declare
     locked boolean := false;
   begin
     if new.origin_entity_id is not null and new.origin_external_id is not null then
       locked := pg_advisory_xact_lock_shared(external_id_lock(new.organization_id, new.origin_entity_id)) is not null;
     end if;
     if new.destination_entity_id is not null and new.destination_external_id is not null then
       locked := pg_advisory_xact_lock_shared(external_id_lock(new.organization_id, new.destination_entity_id)) is not null;
     end if;
     if locked then new.seq := nextval('transactions_seq_seq'); end if;
     return new;
   end $$`,
  // All locks are held by now, and each statement of a volatile function takes a new snapshot. Changes committed by exclusive holders are
  // therefore visible.
  `create function keep_transaction_keys() returns trigger language plpgsql as $$
   declare
     has_former boolean;
   begin
     with kept as (insert into transaction_keys (organization_id, external_id, id, transacted_at)
       select organization_id, external_id, id, transacted_at from added where external_id is not null)
     select exists (
       select from added a
       cross join lateral (values (a.origin_entity_id, a.origin_external_id), (a.destination_entity_id, a.destination_external_id))
         as named (entity_id, external_id)
       join former_external_ids f on f.organization_id = a.organization_id and f.entity_id = named.entity_id
         and f.external_id = named.external_id) into has_former;
     if has_former then
       update transactions r set origin_external_id = settle_external_id(r.organization_id, r.origin_entity_id, r.origin_external_id), destination_external_id = settle_external_id(r.organization_id, r.destination_entity_id, r.destination_external_id)
       from added a where r.organization_id = a.organization_id and r.id = a.id and r.transacted_at = a.transacted_at;
     end if;
     return null;
   end $$`,
  // Each insert copies the conditions of all triggers of the table, so a long condition costs more there than inside the function.
  `create function note_transactions() returns trigger language plpgsql as $$ begin
     if current_setting('tamis.records_stay', true) = 'on' then return null; end if;
     if tg_op = 'UPDATE' then
       if (old.organization_id, old.transacted_at, old.origin_entity_id, old.destination_entity_id, old.device_id, old.type, old.status, old.reason, old.payment_method, old.channel, old.category, old.currency, old.decision, old.flagged, old.amount, old.amount_in_usd, old.risk_score, old.device_address) is not distinct from (new.organization_id, new.transacted_at, new.origin_entity_id, new.destination_entity_id, new.device_id, new.type, new.status, new.reason, new.payment_method, new.channel, new.category, new.currency, new.decision, new.flagged, new.amount, new.amount_in_usd, new.risk_score, new.device_address) then return null; end if;
     end if;
     if tg_op <> 'INSERT' then insert into window_changes
       select distinct old.organization_id, 'transactions', key, old.transacted_at, pg_current_xact_id()::text::bigint
       from unnest(array[old.origin_entity_id::text, old.destination_entity_id::text, old.device_id::text]) key where key is not null; end if;
     if tg_op <> 'DELETE' then insert into window_changes
       select distinct new.organization_id, 'transactions', key, new.transacted_at, pg_current_xact_id()::text::bigint
       from unnest(array[new.origin_entity_id::text, new.destination_entity_id::text, new.device_id::text]) key where key is not null; end if;
     return null;
   end $$`,
  `create trigger keep_keys after insert on transactions referencing new table as added
     for each statement execute function keep_transaction_keys()`,
  `create trigger note_delete after delete on transactions
     for each row when (old.transacted_at < date_trunc('hour', clock_timestamp(), 'UTC')) execute function note_transactions()`,
  `create trigger note_insert after insert on transactions
     for each row when (new.transacted_at < date_trunc('hour', clock_timestamp(), 'UTC')) execute function note_transactions()`,
  `create trigger note_update after update on transactions
     for each row when (old.transacted_at < date_trunc('hour', clock_timestamp(), 'UTC') or new.transacted_at < date_trunc('hour', clock_timestamp(), 'UTC')) execute function note_transactions()`,
  `create trigger settle_external_ids before insert on transactions
     for each row execute function settle_transactions()`,
  'alter sequence transactions_seq_seq owned by transactions.seq',
];

const userEvents = [
  'create sequence user_events_seq_seq',
  `grant usage, select on sequence user_events_seq_seq to ${appRole}`,
  // `seq` is the arrival number, as in transactions: windows are delimited by `occurred_at` and ordered by (occurred_at, seq).
  `create table user_events (
    organization_id uuid not null,
    id uuid not null,
    seq bigint not null default nextval('user_events_seq_seq'),
    external_id text,
    event_type text not null,
    user_id text not null,
    entity_id uuid not null,
    entity_external_id text,
    tax_id text,
    occurred_at timestamptz(3) not null,
    event_date date,
    device_id text,
    ip_address text,
    country text,
    is_vpn boolean,
    is_proxy boolean,
    is_new_device boolean,
    failed_attempts_count int,
    destination_account_id text,
    destination_cuit text,
    previous_value text,
    user_agent text,
    device_details json,
    metadata json,
    risk_score numeric,
    decision text,
    last_evaluation_id uuid,
    rule_set_version text,
    last_risk_evaluation_at timestamptz(3),
    batch_job_id uuid,
    created_at timestamptz(3) not null,
    address inet generated always as (address_of(ip_address)) stored,
    primary key (organization_id, id, occurred_at)
  ) partition by range (occurred_at)`,
  `create table user_events_rest partition of user_events default`,
  // Accessible only through its parent table, which has row-level security.
  `revoke all on user_events_rest from ${appRole}`,
  // Returns the same key for every spelling of a tax id.
  `create function tax_id_key(given text) returns text language sql immutable parallel safe as $$
     select nullif(upper(regexp_replace(normalize(given, nfkc), '[^[:alnum:]]', '', 'g')), '') $$`,
  `create index user_events_address on user_events (organization_id, ip_address, occurred_at, seq) where ip_address is not null`,
  `create index user_events_batch on user_events (organization_id, batch_job_id) where batch_job_id is not null`,
  `create index user_events_device on user_events (organization_id, device_id, occurred_at, seq) where device_id is not null`,
  `create index user_events_entity on user_events (organization_id, entity_id, occurred_at, seq)`,
  `create index user_events_of_address on user_events (organization_id, address, occurred_at, seq) where address is not null`,
  `create index user_events_tax_id on user_events (organization_id, tax_id_key(tax_id), occurred_at, seq) where tax_id is not null`,
  `create index user_events_time on user_events (organization_id, occurred_at, id)`,
  `create index user_events_user on user_events (organization_id, user_id, occurred_at, seq)`,
  `create index user_events_vpn on user_events (organization_id, entity_id) where is_vpn or ((device_details ->> 'isVpn') = 'true')`,
  ...rowSecurity('user_events'),
  // Keeps external ids unique, as for transactions.
  `create table user_event_keys (
    organization_id uuid not null,
    external_id text not null,
    id uuid not null,
    occurred_at timestamptz(3) not null,
    constraint user_events_external_id primary key (organization_id, external_id)
  )`,
  ...rowSecurity('user_event_keys'),
  `create function settle_user_events() returns trigger language plpgsql as $$
   declare
     locked boolean := false;
   begin
     if new.entity_id is not null and new.entity_external_id is not null then
       locked := pg_advisory_xact_lock_shared(external_id_lock(new.organization_id, new.entity_id)) is not null;
     end if;
     if locked then new.seq := nextval('user_events_seq_seq'); end if;
     return new;
   end $$`,
  `create function keep_user_event_keys() returns trigger language plpgsql as $$
   declare
     has_former boolean;
   begin
     with kept as (insert into user_event_keys (organization_id, external_id, id, occurred_at)
       select organization_id, external_id, id, occurred_at from added where external_id is not null)
     select exists (
       select from added a
       cross join lateral (values (a.entity_id, a.entity_external_id))
         as named (entity_id, external_id)
       join former_external_ids f on f.organization_id = a.organization_id and f.entity_id = named.entity_id
         and f.external_id = named.external_id) into has_former;
     if has_former then
       update user_events r set entity_external_id = settle_external_id(r.organization_id, r.entity_id, r.entity_external_id)
       from added a where r.organization_id = a.organization_id and r.id = a.id and r.occurred_at = a.occurred_at;
     end if;
     return null;
   end $$`,
  `create function note_user_events() returns trigger language plpgsql as $$ begin
     if current_setting('tamis.records_stay', true) = 'on' then return null; end if;
     if tg_op = 'UPDATE' then
       if (old.organization_id, old.occurred_at, old.entity_id, old.user_id, old.device_id, old.destination_account_id, old.event_type, old.event_date, old.country, old.is_vpn, old.is_proxy, old.is_new_device, old.failed_attempts_count, old.address) is not distinct from (new.organization_id, new.occurred_at, new.entity_id, new.user_id, new.device_id, new.destination_account_id, new.event_type, new.event_date, new.country, new.is_vpn, new.is_proxy, new.is_new_device, new.failed_attempts_count, new.address) then return null; end if;
     end if;
     if tg_op <> 'INSERT' then insert into window_changes
       select distinct old.organization_id, 'userEvents', key, old.occurred_at, pg_current_xact_id()::text::bigint
       from unnest(array[old.entity_id::text, old.user_id::text, old.device_id::text, old.destination_account_id::text]) key where key is not null; end if;
     if tg_op <> 'DELETE' then insert into window_changes
       select distinct new.organization_id, 'userEvents', key, new.occurred_at, pg_current_xact_id()::text::bigint
       from unnest(array[new.entity_id::text, new.user_id::text, new.device_id::text, new.destination_account_id::text]) key where key is not null; end if;
     return null;
   end $$`,
  `create trigger keep_keys after insert on user_events referencing new table as added
     for each statement execute function keep_user_event_keys()`,
  `create trigger note_delete after delete on user_events
     for each row when (old.occurred_at < date_trunc('hour', clock_timestamp(), 'UTC')) execute function note_user_events()`,
  `create trigger note_insert after insert on user_events
     for each row when (new.occurred_at < date_trunc('hour', clock_timestamp(), 'UTC')) execute function note_user_events()`,
  `create trigger note_update after update on user_events
     for each row when (old.occurred_at < date_trunc('hour', clock_timestamp(), 'UTC') or new.occurred_at < date_trunc('hour', clock_timestamp(), 'UTC')) execute function note_user_events()`,
  `create trigger settle_external_ids before insert on user_events
     for each row execute function settle_user_events()`,
  'alter sequence user_events_seq_seq owned by user_events.seq',
];

const batchJobs = [
  // `next_item` is the first row not yet stored. It advances in the transaction that stores the rows before it.
  `create table batch_jobs (
    organization_id uuid not null,
    id uuid not null,
    kind text not null,
    status text not null check (status in ('queued', 'running', 'completed', 'failed', 'cancelled', 'interrupted')),
    total_items int not null,
    next_item int not null default 0,
    succeeded int not null default 0,
    failed int not null default 0,
    skipped int not null default 0,
    errors json not null default '[]',
    options json not null,
    asked_by json not null,
    attempt int not null default 0,
    heartbeat_at timestamptz(3),
    lease_expires_at timestamptz(3),
    worker_error text,
    created_at timestamptz(3) not null,
    completed_at timestamptz(3),
    is_cancelled boolean not null default false,
    is_paused boolean not null default false,
    skipped_items bytea,
    rule_set_versions text[] not null default '{}',
    primary key (organization_id, id)
  )`,
  `create unique index batch_jobs_live on batch_jobs (organization_id, kind) where status in ('queued', 'running')`,
  ...rowSecurity('batch_jobs', {
    visible: `organization_id = ${currentOrganizationSql} or ${currentLookupSql} = 'batch jobs'`,
    writable: `organization_id = ${currentOrganizationSql}`,
  }),
  // Submitted rows of a batch. Each row of this table contains several of them, starting at `first_item`, encrypted if they contain account
  // numbers.
  `create table batch_rows (
    organization_id uuid not null,
    batch_id uuid not null,
    first_item int not null,
    rows text not null,
    primary key (organization_id, batch_id, first_item)
  )`,
  ...rowSecurity('batch_rows'),
];

const columnMappings = [
  // The mapping from file columns to record fields, as submitted.
  `create table column_mappings (
    organization_id uuid not null,
    id uuid not null,
    name text not null,
    target text not null,
    column_mapping json not null,
    default_fields json not null,
    headers_snapshot text[],
    created_by text not null,
    created_at timestamptz(3) not null,
    updated_at timestamptz(3) not null,
    primary key (organization_id, id),
    constraint column_mappings_name unique (organization_id, name)
  )`,
  ...rowSecurity('column_mappings'),
];

export const eventsTables = [...transactions, ...userEvents, ...batchJobs, ...columnMappings];
