import { appRole } from '../../roles/app-role.js';
import { currentLookupSql, currentOrganizationSql, rowSecurity } from '../../roles/row-security.js';

const database = [
  // Rules link records by IP address, which has many spellings. Columns store it, because under row-level security an index on an
  // expression is used only if the expression is leakproof. An invalid address is null, as it is for rules.
  `create function address_of(given text) returns inet language plpgsql immutable parallel safe as $$
  declare found inet;
  begin
    if given ~ '^(25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)(\\.(25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)){3}$' then return given::inet; end if;
    if given is null or given !~ '^[0-9A-Fa-f]{0,4}:[0-9A-Fa-f:.]+$' then return null; end if;
    begin
      found := given::inet;
      return case when found <<= '::ffff:0:0/96' then substr(host(found), 8)::inet else found end;
    exception when others then
      return null;
    end;
  end $$`,
  `create table dropped_periods (
    record_table text not null,
    dropped_from timestamptz(3) not null,
    dropped_until timestamptz(3) not null,
    dropped_at timestamptz(3) not null,
    primary key (record_table, dropped_from)
  )`,
  `revoke insert, update, delete on dropped_periods from ${appRole}`,
  `create table process_leases (id uuid primary key, ends_at timestamptz(3) not null)`,
];

const auth = [
  `create table sessions (
    id uuid primary key,
    user_id uuid not null references users (id) on delete cascade,
    token_hash bytea not null,
    ip_address text not null,
    user_agent text,
    created_at timestamptz(3) not null default now(),
    last_used_at timestamptz(3) not null default now(),
    ends_at timestamptz(3) not null,
    unique (token_hash)
  )`,
  `create index sessions_user on sessions (user_id, created_at)`,
  ...rowSecurity('sessions', {
    visible: `encode(token_hash, 'hex') = ${currentLookupSql} or user_id::text = ${currentLookupSql}`,
  }),
];

// Secret for the checksums of keys. It opens nothing: it only distinguishes keys created here from others.
const apiKeyChecksum = [
  `create table api_key_checksum (
    single boolean primary key default true check (single),
    secret bytea not null
  )`,
  `insert into api_key_checksum (secret) values (sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')))`,
  `revoke insert, update, delete on api_key_checksum from ${appRole}`,
];

const rateLimits = [
  // One row per key and per organization, updated by most requests. Free space in each page keeps row versions there.
  `create table rate_windows (
    organization_id uuid not null,
    api_key_id uuid not null,
    started_at timestamptz not null,
    used int not null,
    minute_started_at timestamptz not null,
    minute_used int not null,
    primary key (organization_id, api_key_id),
    foreign key (organization_id, api_key_id) references api_keys (organization_id, id) on delete cascade
  ) with (fillfactor = 20, autovacuum_vacuum_threshold = 1000)`,
  ...rowSecurity('rate_windows'),
  `create table organization_windows (
    organization_id uuid primary key references organizations (id),
    started_at timestamptz not null,
    used int not null,
    minute_started_at timestamptz not null,
    minute_used int not null
  ) with (fillfactor = 20, autovacuum_vacuum_threshold = 1000)`,
  ...rowSecurity('organization_windows'),
  // One statement counts in all windows. The organization's row is locked first, so that what is read about its keys is current.
  `create function count_requests(organization uuid, api_key uuid, wanted integer) returns table(window_of text, per text, rate_limit integer, used integer, granted integer, free integer, resets_at timestamptz, resets_in_ms double precision) language plpgsql as $$
  declare
    bounds record;
    whole organization_windows%rowtype;
    own rate_windows%rowtype;
    counted_at timestamptz;
    setting text;
  begin
    setting := set_config('tamis.organization_id', organization::text, true);
    setting := set_config('synchronous_commit', 'off', true);
    select o.requests_per_hour as hour, o.requests_per_minute as minute, k.rate_limit as key_hour, k.burst_limit as key_minute into bounds
      from organizations o left join api_keys k on k.organization_id = o.id and k.id = api_key where o.id = organization;
    if not found or (api_key is not null and bounds.key_hour is null) then return; end if;
    select w.* into whole from organization_windows w where w.organization_id = organization for update;
    if not found then
      insert into organization_windows values (organization, clock_timestamp(), 0, clock_timestamp(), 0) on conflict do nothing;
      select w.* into whole from organization_windows w where w.organization_id = organization for update;
    end if;
    counted_at := clock_timestamp();
    if whole.started_at + interval '1 hour' <= counted_at then whole.started_at := counted_at; whole.used := 0; end if;
    if whole.minute_started_at + interval '1 minute' <= counted_at then whole.minute_started_at := counted_at; whole.minute_used := 0; end if;
    if api_key is not null then
      select w.* into own from rate_windows w where w.organization_id = organization and w.api_key_id = api_key;
      if own.started_at + interval '1 hour' > counted_at is not true then own.started_at := counted_at; own.used := 0; end if;
      if own.minute_started_at + interval '1 minute' > counted_at is not true then own.minute_started_at := counted_at; own.minute_used := 0; end if;
    end if;
    free := greatest(0, least(bounds.hour - whole.used, bounds.minute - whole.minute_used, bounds.key_hour - own.used, bounds.key_minute - own.minute_used));
    granted := least(wanted, free);
    free := free - granted;
    whole.used := whole.used + granted;
    whole.minute_used := whole.minute_used + granted;
    own.used := own.used + granted;
    own.minute_used := own.minute_used + granted;
    if granted > 0 then
      update organization_windows w set started_at = whole.started_at, used = whole.used, minute_started_at = whole.minute_started_at, minute_used = whole.minute_used
        where w.organization_id = organization;
      if api_key is not null then
        insert into rate_windows as w (organization_id, api_key_id, started_at, used, minute_started_at, minute_used)
          values (organization, api_key, own.started_at, own.used, own.minute_started_at, own.minute_used)
          on conflict (organization_id, api_key_id) do update set started_at = excluded.started_at, used = excluded.used,
            minute_started_at = excluded.minute_started_at, minute_used = excluded.minute_used;
      end if;
    end if;
    window_of := case when api_key is null or (granted < wanted and own.used < bounds.key_hour
      and (whole.used >= bounds.hour or (own.minute_used >= bounds.key_minute) is not true)) then 'organization' else 'key' end;
    if window_of = 'key' then
      per := case when granted < wanted and own.used < bounds.key_hour then 'minute' else 'hour' end;
      rate_limit := case per when 'hour' then bounds.key_hour else bounds.key_minute end;
      used := case per when 'hour' then own.used else own.minute_used end;
      resets_at := case per when 'hour' then own.started_at + interval '1 hour' else own.minute_started_at + interval '1 minute' end;
    else
      per := case when granted < wanted and whole.used < bounds.hour then 'minute' else 'hour' end;
      rate_limit := case per when 'hour' then bounds.hour else bounds.minute end;
      used := case per when 'hour' then whole.used else whole.minute_used end;
      resets_at := case per when 'hour' then whole.started_at + interval '1 hour' else whole.minute_started_at + interval '1 minute' end;
    end if;
    resets_in_ms := greatest(0, extract(epoch from resets_at - clock_timestamp()) * 1000)::float8;
    return next;
  end $$`,
  `create function return_requests(organization uuid, api_key uuid, unused integer) returns void language plpgsql as $$
  declare
    setting text;
  begin
    setting := set_config('tamis.organization_id', organization::text, true);
    setting := set_config('synchronous_commit', 'off', true);
    update organization_windows w set
        used = greatest(0, w.used - case when w.started_at + interval '1 hour' > clock_timestamp() then unused else 0 end),
        minute_used = greatest(0, w.minute_used - case when w.minute_started_at + interval '1 minute' > clock_timestamp() then unused else 0 end)
      where w.organization_id = organization;
    update rate_windows w set
        used = greatest(0, w.used - case when w.started_at + interval '1 hour' > clock_timestamp() then unused else 0 end),
        minute_used = greatest(0, w.minute_used - case when w.minute_started_at + interval '1 minute' > clock_timestamp() then unused else 0 end)
      where w.organization_id = organization and w.api_key_id = api_key;
  end $$`,
];

const idempotency = [
  // `id` and the key of `answer` are derived from what the caller sent. Neither can be derived from the other. A row is either a response,
  // or the claim of a request that continues outside the database until it has a response or its claim expires.
  `create table idempotent_answers (
    organization_id uuid not null references organizations (id),
    id bytea not null,
    status smallint,
    answer bytea,
    claim uuid,
    claimed_until timestamptz(3),
    created_at timestamptz(3) not null default now(),
    primary key (organization_id, id),
    check (case when claim is null then claimed_until is null and status is not null and answer is not null
      else claimed_until is not null and status is null and answer is null end)
  )`,
  // Expired responses are removed for all organizations at once.
  `create index idempotent_answers_created on idempotent_answers (created_at)`,
  ...rowSecurity('idempotent_answers'),
  `create policy expired_delete on idempotent_answers for delete using ((created_at < (now() - interval '24:00:00')) and ${currentLookupSql} = 'expired answers')`,
  `create policy expired_read on idempotent_answers for select using ((created_at < (now() - interval '24:00:00')) and ${currentLookupSql} = 'expired answers')`,
];

const secrets = [
  // Master keys in use, by ids that reveal nothing about them. A server with a different key reports that at startup.
  `create table master_keys (
    id text primary key,
    created_at timestamptz(3) not null default now()
  )`,
  `create table data_keys (
    organization_id uuid not null references organizations (id),
    id uuid not null,
    purpose text not null check (purpose in ('seal', 'find')),
    wrapped bytea not null,
    master_key_id text not null references master_keys (id),
    created_at timestamptz(3) not null default now(),
    retired_at timestamptz(3),
    primary key (organization_id, id)
  )`,
  `create unique index data_keys_current on data_keys (organization_id, purpose) where retired_at is null`,
  // A rotation finds the keys that a master key encrypts, and changes each in the context of its organization.
  `create index data_keys_master on data_keys (master_key_id)`,
  ...rowSecurity('data_keys', {
    visible: `organization_id = ${currentOrganizationSql} or (('master key ' || master_key_id) = ${currentLookupSql})`,
    writable: `organization_id = ${currentOrganizationSql}`,
  }),
  `create table secrets (
    organization_id uuid not null references organizations (id),
    id uuid not null,
    name text not null,
    value bytea not null,
    fingerprint bytea not null,
    created_at timestamptz(3) not null default now(),
    updated_at timestamptz(3) not null default now(),
    primary key (organization_id, id)
  )`,
  `create index secrets_fingerprint on secrets (organization_id, fingerprint)`,
  `create unique index secrets_name on secrets (organization_id, name)`,
  ...rowSecurity('secrets'),
];

const audit = [
  `create table audit_heads (
    organization_id uuid primary key references organizations (id),
    sequence bigint not null,
    hash text not null
  ) with (fillfactor = 50)`,
  ...rowSecurity('audit_heads'),
  `revoke insert, update, delete on audit_heads from ${appRole}`,
  // `content` is the input of the hash. The other columns are filled only by the function that appends. Verifying the trail includes
  // checking that they still match the content.
  `create table audit_events (
    organization_id uuid not null,
    sequence bigint not null,
    content json not null,
    previous_hash text not null,
    hash text not null,
    id uuid not null,
    event text,
    resource_type text,
    resource_id text,
    actor_type text,
    actor_id text,
    happened_at text collate "C",
    related_transaction_id text,
    related_entity_id text,
    primary key (organization_id, sequence)
  )`,
  `create index audit_events_actor on audit_events (organization_id, actor_id, sequence)`,
  // Nearly all of an audit log is about payments, which have a smaller index of their own.
  `create index audit_events_event on audit_events (organization_id, event, sequence) where event <> 'transaction_created'`,
  `create index audit_events_payments on audit_events (organization_id, sequence) where event = 'transaction_created'`,
  `create index audit_events_related_entity on audit_events (organization_id, related_entity_id, sequence) where related_entity_id is not null`,
  // Only for other resources: entries about the transaction itself, one per payment, are found by the index on resources.
  `create index audit_events_related_transaction on audit_events (organization_id, related_transaction_id, sequence)
     where related_transaction_id is not null and not (resource_type = 'transaction' and resource_id = related_transaction_id)`,
  `create index audit_events_resource on audit_events (organization_id, resource_type, resource_id, sequence)`,
  ...rowSecurity('audit_events'),
  `revoke insert, update, delete on audit_events from ${appRole}`,
  // Each append waits for the one before it: the head is locked until the transaction ends, and is restored if it fails. The function
  // executes with the rights of the owner, who may bypass row-level security, and therefore checks the organization itself. No timeout
  // applies.
  `create function audit_append(organization uuid, contents text[]) returns void language plpgsql security definer set search_path to 'public', 'pg_catalog' set lock_timeout to 0 as $$
   declare
     head audit_heads;
     content text;
     hashes text[] := array[]::text[];
     previous text[] := array[]::text[];
   begin
     if organization is distinct from ${currentOrganizationSql} then
       raise exception 'an organization appends to its own audit trail' using errcode = 'insufficient_privilege';
     end if;
     loop
       select * into head from audit_heads where organization_id = organization for update;
       exit when found;
       insert into audit_heads values (organization, 0, repeat('0', 64)) on conflict do nothing;
     end loop;
     foreach content in array contents loop
       previous := previous || head.hash;
       head.sequence := head.sequence + 1;
       head.hash := encode(sha256(convert_to(concat_ws(e'\\n', head.hash, organization, head.sequence, content), 'UTF8')), 'hex');
       hashes := hashes || head.hash;
     end loop;
     with filed as (insert into audit_events (organization_id, sequence, content, previous_hash, hash, id, event, resource_type, resource_id, actor_type, actor_id,
       happened_at, related_transaction_id, related_entity_id)
       select organization, head.sequence - cardinality(hashes) + place, entry, before, own, told.id, told.event, told."resourceType", told."resourceId", told.actor ->> 'type', told.actor ->> 'id', told.timestamp,
       told."relatedIds" ->> 'transactionId', told."relatedIds" ->> 'entityId'
       from unnest(contents::json[], previous, hashes) with ordinality as entries (entry, before, own, place),
         json_to_record(entry) as told
       (id uuid, event text, "resourceType" text, "resourceId" text, "timestamp" text, actor json, "relatedIds" json))
     update audit_heads set sequence = head.sequence, hash = head.hash where organization_id = organization;
   end $$`,
  `revoke execute on function audit_append(uuid,text[]) from public`,
  `grant execute on function audit_append(uuid,text[]) to ${appRole}`,
];

const outbox = [
  // Events to be announced, written in the transaction that makes them true. Read once and removed, so compressing them costs more than
  // writing them. `written_by` lets a reader select what has become visible since its last read, whenever it was committed.
  `create table outbox (
    organization_id uuid not null,
    id uuid not null,
    seq bigint generated always as identity not null,
    created_at timestamptz(3) not null default now(),
    events text storage external not null,
    written_by xid8 not null default pg_current_xact_id(),
    primary key (organization_id, id)
  ) with (toast_tuple_target = 8160)`,
  `create index outbox_written on outbox (organization_id, written_by)`,
  ...rowSecurity('outbox', {
    visible: `organization_id = ${currentOrganizationSql} or (${currentLookupSql} = any (array['old events', 'webhooks', 'automations']))`,
    writable: `organization_id = ${currentOrganizationSql}`,
  }),
  `create view outbox_events with (security_invoker=true) as
    select o.organization_id, (e.told ->> 'id')::uuid as id, o.seq, e.place, e.told ->> 'event' as event, e.told -> 'payload' as payload,
      o.created_at
    from outbox o cross join lateral json_array_elements(o.events::json) with ordinality e (told, place)`,
];

const mail = [
  // Emails to be sent, kept for some days with their recipients. Without an organization, the recipient is signing up or in.
  `create table outgoing_emails (
    id uuid primary key,
    organization_id uuid references organizations (id) on delete cascade,
    event text not null,
    recipient text not null,
    payload jsonb not null,
    master_key_id text,
    created_at timestamptz(3) not null default now(),
    expires_at timestamptz(3) not null,
    next_attempt_at timestamptz(3) not null default now(),
    attempts int not null default 0,
    outcome text,
    problem text,
    ended_at timestamptz(3)
  )`,
  `create index outgoing_emails_due on outgoing_emails (next_attempt_at) where outcome is null`,
  `create index outgoing_emails_organization on outgoing_emails (organization_id, ended_at)`,
  `create index outgoing_emails_ended on outgoing_emails (ended_at) where outcome is not null`,
  ...rowSecurity('outgoing_emails', {
    visible: `organization_id = ${currentOrganizationSql} or ${currentLookupSql} = 'outgoing emails'`,
    writable: `organization_id is not distinct from ${currentOrganizationSql} or ${currentLookupSql} = 'outgoing emails'`,
  }),
];

export const platformTables = [
  ...database,
  ...auth,
  ...apiKeyChecksum,
  ...rateLimits,
  ...idempotency,
  ...secrets,
  ...audit,
  ...outbox,
  ...mail,
];
