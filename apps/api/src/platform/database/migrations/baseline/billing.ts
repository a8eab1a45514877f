import { appRole } from '../../roles/app-role.js';
import { currentLookupSql, currentOrganizationSql, rowSecurity } from '../../roles/row-security.js';

const tables = [
  // One row per organization, updated by every movement of its money. Free space in each page keeps the row versions there. It contains the
  // totals of the postings. The app role may change only the settings.
  `create table billing_accounts (
    organization_id uuid primary key references organizations (id),
    wallet_cents bigint not null default 0 constraint billing_accounts_wallet check (wallet_cents >= 0),
    reserved_cents bigint not null default 0 constraint billing_accounts_reserved check (reserved_cents >= 0),
    entry_count bigint not null default 0,
    updated_at timestamptz(3) not null default now(),
    low_balance_threshold_cents bigint not null default 0 check (low_balance_threshold_cents >= 0),
    auto_top_up_enabled boolean not null default false,
    auto_top_up_threshold_cents bigint not null default 0 check (auto_top_up_threshold_cents >= 0),
    auto_top_up_amount_cents bigint not null default 0 check (auto_top_up_amount_cents >= 0),
    settings_version int not null default 1,
    constraint billing_accounts_most check (wallet_cents + reserved_cents < 1000000000000000)
  ) with (fillfactor = 20, autovacuum_vacuum_threshold = 1000)`,
  ...rowSecurity('billing_accounts', {
    visible: `organization_id = ${currentOrganizationSql} or ${currentLookupSql} = 'billing accounts'`,
    writable: `organization_id = ${currentOrganizationSql}`,
  }),
  // Entries are permanent: only the reset of a sandbox removes them. The sequence is assigned under the lock of the account, so it is the
  // order of the balances.
  `create table ledger_entries (
    organization_id uuid not null,
    sequence bigint not null,
    id uuid not null,
    kind text not null check (kind in ('top_up', 'reserve', 'charge', 'release', 'refund', 'adjustment')),
    reference text not null,
    amount_cents bigint not null check (amount_cents >= 0 or kind = 'adjustment'),
    balance_after_cents bigint not null,
    execution_id uuid,
    entity_id uuid,
    integration_code text,
    api_key_id uuid,
    description text,
    created_at timestamptz(3) not null default clock_timestamp(),
    primary key (organization_id, sequence),
    constraint ledger_entries_once unique (organization_id, kind, reference)
  )`,
  `create index ledger_entries_created on ledger_entries (organization_id, created_at)`,
  `create index ledger_entries_entity on ledger_entries (organization_id, entity_id, sequence) where entity_id is not null`,
  ...rowSecurity('ledger_entries'),
  `create table ledger_postings (
    organization_id uuid not null,
    sequence bigint not null,
    account text not null check (account in ('funding', 'wallet', 'reserved', 'revenue', 'adjustment')),
    amount_cents bigint not null,
    primary key (organization_id, sequence, account)
  )`,
  ...rowSecurity('ledger_postings'),
  `create table top_ups (
    organization_id uuid not null,
    id uuid not null,
    amount_cents bigint not null check (amount_cents > 0),
    status text not null default 'pending' check (status in ('pending', 'completed', 'failed')),
    is_automatic boolean not null default false,
    payment_method_id text,
    reference text,
    created_at timestamptz(3) not null default now(),
    completed_at timestamptz(3),
    primary key (organization_id, id)
  )`,
  `create index top_ups_created on top_ups (organization_id, created_at, id)`,
  `create unique index top_ups_automatic on top_ups (organization_id) where is_automatic and status = 'pending'`,
  ...rowSecurity('top_ups'),
  `revoke insert, update, delete on billing_accounts, ledger_entries, ledger_postings, top_ups from ${appRole}`,
  `grant update (low_balance_threshold_cents, auto_top_up_enabled, auto_top_up_threshold_cents, auto_top_up_amount_cents, settings_version)
    on billing_accounts to ${appRole}`,
];

// The functions execute with the rights of the owner, who may bypass row-level security, and therefore check the organization themselves.
const header = `language plpgsql security definer set search_path to 'public', 'pg_catalog' as $$`;
const assertOwn = `if organization is distinct from ${currentOrganizationSql} then
       raise exception 'an organization moves its own money' using errcode = 'insufficient_privilege';
     end if;`;

const functions = [
  // A sandbox starts with play money.
  `create function billing_open(organization uuid) returns void ${header}
   declare
     play_money uuid := gen_random_uuid();
   begin
     ${assertOwn}
     insert into billing_accounts (organization_id) values (organization) on conflict do nothing;
     if not found or not exists (select from organizations o where o.id = organization and o.environment = 'sandbox') then return; end if;
     insert into top_ups (organization_id, id, amount_cents, reference) values (organization, play_money, 100000, 'play money');
     perform billing_post(organization, json_build_array(json_build_object(
       'id', gen_random_uuid(), 'kind', 'top_up', 'reference', play_money, 'amountCents', 100000, 'description', 'play money')));
   end $$`,
  `create function billing_reset(organization uuid) returns void ${header}
   begin
     ${assertOwn}
     if not exists (select from organizations o where o.id = organization and o.environment = 'sandbox') then
       raise exception 'only a sandbox begins its ledger anew' using errcode = 'insufficient_privilege';
     end if;
     delete from billing_accounts where organization_id = organization;
     delete from ledger_postings where organization_id = organization;
     delete from ledger_entries where organization_id = organization;
     delete from top_ups where organization_id = organization;
     perform billing_open(organization);
   end $$`,
  // Pending until the money has been received. Returns whether it is play money, which is received at once.
  `create function billing_request_top_up(organization uuid, top_up uuid, cents bigint, payment_method text, given_reference text) returns boolean ${header}
   begin
     ${assertOwn}
     insert into top_ups (organization_id, id, amount_cents, payment_method_id, reference)
       values (organization, top_up, cents, payment_method, given_reference);
     return exists (select from organizations o where o.id = organization and o.environment = 'sandbox');
   end $$`,
  // The only writer of the ledger. A call posts all entries or none. Entries already posted with the same amount are skipped. If the wallet
  // does not cover a reservation, nothing is posted and the result says so. Every other violation raises an error.
  `create function billing_post(organization uuid, entries json)
     returns table(is_posted boolean, wallet bigint, reserved bigint, balance_before bigint, needed bigint, threshold bigint, crossed bigint, automatic_top_up uuid) ${header}
   declare
     account billing_accounts;
     given record;
     held ledger_entries;
     taken_from text;
     given_to text;
     balance_after bigint;
     posted_cents bigint;
     total bigint;
     is_plain boolean;
     -- Entries of one kind that are checked and not yet written, and their references: all are written at once.
     ready ledger_entries[] := '{}';
     ready_references text[] := '{}';
   begin
     ${assertOwn}
     select a.* into account from billing_accounts a where a.organization_id = organization for update;
     if not found then
       perform billing_open(organization);
       select a.* into account from billing_accounts a where a.organization_id = organization for update;
     end if;
     balance_before := account.wallet_cents + account.reserved_cents;
     threshold := account.low_balance_threshold_cents;
     -- Plain are new reservations, or new charges of what was reserved: this query alone makes them, as the loop below makes the others.
     -- Each is looked for in the index, one by one: a plan that reads all entries of the organization seems cheaper while they are few.
     select coalesce(sum(p."amountCents") filter (where p.kind = 'reserve' and p.posted is null), 0), sum(p."amountCents"),
       count(*) = count(distinct p.reference) and bool_and(p.posted is null)
         and (bool_and(p.kind = 'reserve') or bool_and(p.kind = 'charge' and coalesce(p."amountCents" = p.held, false))),
       array_agg(row(organization, account.entry_count + p.place, p.id, p.kind, p.reference, p."amountCents",
         balance_before - case p.kind when 'charge' then p.so_far else 0 end, p.execution, p.entity, p.integration, p.api_key,
         p.description, clock_timestamp())::ledger_entries order by p.place)
       into needed, total, is_plain, ready
       from (select g.*, earlier.amount_cents as posted, own.amount_cents as held, sum(g."amountCents") over (order by g.place) as so_far,
           coalesce(own.execution_id, g."executionId") as execution, coalesce(own.entity_id, g."entityId") as entity,
           coalesce(own.integration_code, g."integrationCode") as integration, coalesce(own.api_key_id, g."apiKeyId") as api_key
         from rows from (json_to_recordset(entries) as (id uuid, kind text, reference text, "amountCents" bigint, "executionId" uuid,
             "entityId" uuid, "integrationCode" text, "apiKeyId" uuid, description text)) with ordinality as
             g(id, kind, reference, "amountCents", "executionId", "entityId", "integrationCode", "apiKeyId", description, place)
           left join lateral (select e.amount_cents from ledger_entries e
             where e.organization_id = organization and e.kind = g.kind and e.reference = g.reference limit 1) earlier on true
           left join lateral (select e.* from ledger_entries e
             where g.kind = 'charge' and e.organization_id = organization and e.kind = 'reserve' and e.reference = g.reference
               and not exists (select from ledger_entries s
                 where s.organization_id = organization and s.kind = 'release' and s.reference = g.reference) limit 1) own on true) p;
     is_posted := needed <= account.wallet_cents;
     if is_plain and is_posted then
       taken_from := case (ready[1]).kind when 'reserve' then 'wallet' else 'reserved' end;
       given_to := case (ready[1]).kind when 'reserve' then 'reserved' else 'revenue' end;
       account.wallet_cents := account.wallet_cents - needed;
       account.reserved_cents := account.reserved_cents + needed - case when needed = 0 then total else 0 end;
       account.entry_count := account.entry_count + cardinality(ready);
     else
       is_plain := false;
       ready := '{}';
     end if;
     if is_posted then
       -- The last one is none, for which whatever is ready is written.
       for given in select g.* from json_to_recordset(entries) as g(id uuid, kind text, reference text, "amountCents" bigint,
         "executionId" uuid, "entityId" uuid, "integrationCode" text, "apiKeyId" uuid, description text) where not is_plain
         union all select null, null, null, null, null, null, null, null, null
       loop
         -- What one says of another is read from the table.
         if cardinality(ready) > 0 and (given.kind is distinct from (ready[1]).kind or given.kind = 'refund'
           or given.reference = any(ready_references))
         then
           with written as (insert into ledger_entries select * from unnest(ready))
           -- Both sides of one amount: they add up to nothing.
           insert into ledger_postings select organization, r.sequence, side.account, side.amount_cents from unnest(ready) r
             cross join lateral (values (taken_from, -r.amount_cents), (given_to, r.amount_cents)) side (account, amount_cents)
             where r.amount_cents <> 0;
           ready := '{}';
           ready_references := '{}';
         end if;
         exit when given.kind is null;
         select e.amount_cents into posted_cents from ledger_entries e
           where e.organization_id = organization and e.kind = given.kind and e.reference = given.reference;
         if found then
           if given."amountCents" <> posted_cents then
             raise exception 'the % of % was posted with % cents', given.kind, given.reference, posted_cents using errcode = 'TB001';
           end if;
           continue;
         end if;
         if given.kind in ('charge', 'release') then
           select e.* into held from ledger_entries e
             where e.organization_id = organization and e.kind = 'reserve' and e.reference = given.reference and not exists (
               select from ledger_entries s where s.organization_id = organization and s.reference = given.reference
                 and s.kind = case given.kind when 'charge' then 'release' else 'charge' end);
           if not found or held.amount_cents <> coalesce(given."amountCents", held.amount_cents) then
             raise exception 'the % of % does not settle what was reserved for it', given.kind, given.reference using errcode = 'TB002';
           end if;
           given."amountCents" := held.amount_cents;
         elsif given.kind = 'refund' then
           select e.* into held from ledger_entries e
             where e.organization_id = organization and e.kind = 'charge' and e.reference = given."executionId"::text;
           if not found or given."amountCents" + (select coalesce(sum(e.amount_cents), 0) from ledger_entries e
             where e.organization_id = organization and e.kind = 'refund' and e.execution_id = given."executionId") > held.amount_cents
           then
             raise exception 'the refund of % exceeds what was charged', given."executionId" using errcode = 'TB003';
           end if;
         elsif given.kind = 'top_up' then
           update top_ups t set status = 'completed', completed_at = now() where t.organization_id = organization
             and t.id = given.reference::uuid and t.status = 'pending' and t.amount_cents = given."amountCents";
           if not found then
             raise exception 'no top-up % of % cents is pending', given.reference, given."amountCents" using errcode = 'TB004';
           end if;
         end if;
         if given.kind in ('charge', 'release', 'refund') then
           given."executionId" := coalesce(held.execution_id, given."executionId");
           given."entityId" := held.entity_id;
           given."integrationCode" := held.integration_code;
           given."apiKeyId" := held.api_key_id;
         end if;
         taken_from := case given.kind when 'top_up' then 'funding' when 'reserve' then 'wallet' when 'refund' then 'revenue'
           when 'adjustment' then 'adjustment' else 'reserved' end;
         given_to := case given.kind when 'reserve' then 'reserved' when 'charge' then 'revenue' else 'wallet' end;
         account.wallet_cents := account.wallet_cents
           + case 'wallet' when given_to then given."amountCents" when taken_from then -given."amountCents" else 0 end;
         account.reserved_cents := account.reserved_cents
           + case 'reserved' when given_to then given."amountCents" when taken_from then -given."amountCents" else 0 end;
         account.entry_count := account.entry_count + 1;
         ready := ready || row(organization, account.entry_count, given.id, given.kind, given.reference, given."amountCents",
           account.wallet_cents + account.reserved_cents, given."executionId", given."entityId", given."integrationCode", given."apiKeyId",
           given.description, clock_timestamp())::ledger_entries;
         ready_references := ready_references || given.reference;
       end loop;
       balance_after := account.wallet_cents + account.reserved_cents;
       if account.low_balance_threshold_cents <= balance_before and balance_after < account.low_balance_threshold_cents then
         crossed := account.low_balance_threshold_cents;
       end if;
       if account.auto_top_up_enabled and account.auto_top_up_threshold_cents <= balance_before
         and balance_after < account.auto_top_up_threshold_cents
       then
         crossed := greatest(crossed, account.auto_top_up_threshold_cents);
         insert into top_ups (organization_id, id, amount_cents, is_automatic)
           values (organization, gen_random_uuid(), account.auto_top_up_amount_cents, true)
           on conflict do nothing returning top_ups.id into automatic_top_up;
       end if;
       update billing_accounts a set wallet_cents = account.wallet_cents, reserved_cents = account.reserved_cents,
         entry_count = account.entry_count, updated_at = clock_timestamp() where a.organization_id = organization;
     end if;
     wallet := account.wallet_cents;
     reserved := account.reserved_cents;
     return next;
   end $$`,
  // For a transaction that commits without reading the result.
  `create function billing_reserve(organization uuid, entries json) returns void language plpgsql set search_path to 'public', 'pg_catalog' as $$
   begin
     if not (select is_posted from billing_post(organization, entries)) then
       raise exception 'the balance does not suffice' using errcode = 'TB005';
     end if;
   end $$`,
];

const signatures = [
  'billing_open(uuid)',
  'billing_reset(uuid)',
  'billing_request_top_up(uuid,uuid,bigint,text,text)',
  'billing_post(uuid,json)',
  'billing_reserve(uuid,json)',
];

const grants = signatures.flatMap((signature) => [
  `revoke execute on function ${signature} from public`,
  `grant execute on function ${signature} to ${appRole}`,
]);

export const billingTables = [...tables, ...functions, ...grants];
