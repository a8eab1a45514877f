-- Every table as it is once all migrations have run, by owner. Written by `npm run generate`: read it, change migrations instead.
-- `:organization` is that of the transaction and `:lookup` what it may look up (tamis.organization_id and tamis.lookup). Left out are
-- the partitions of quarters, which depend on the day, and the compression of values, which depends on the server.

-- tenancy/organizations

create table organizations (
  id uuid not null,
  slug text not null,
  name text not null,
  environment text not null,
  paired_organization_id uuid not null,
  timezone text default 'UTC'::text not null,
  base_currency text default 'USD'::text not null,
  status text default 'active'::text not null,
  created_at timestamp(3) with time zone default now() not null,
  parent_organization_id uuid,
  country_code text,
  plan text default 'professional'::text not null,
  language text default 'en'::text not null,
  reporting_currencies text[] default '{}'::text[] not null,
  currency_codes text[] default '{}'::text[] not null,
  rate_max_age_days integer default 4 not null,
  settings jsonb default '{}'::jsonb not null,
  version integer default 1 not null,
  agreed_requests_per_hour integer,
  requests_per_hour integer not null,
  requests_per_minute integer,
  constraint organizations_pkey PRIMARY KEY (id),
  constraint organizations_paired_organization_id_fkey FOREIGN KEY (paired_organization_id) REFERENCES organizations(id) DEFERRABLE INITIALLY DEFERRED,
  constraint organizations_parent_organization_id_fkey FOREIGN KEY (parent_organization_id) REFERENCES organizations(id),
  constraint organizations_agreed_requests_per_hour_check CHECK ((agreed_requests_per_hour > 0)),
  constraint organizations_environment_check CHECK ((environment = ANY (ARRAY['production'::text, 'sandbox'::text]))),
  constraint organizations_plan_check CHECK ((plan = ANY (ARRAY['free'::text, 'starter'::text, 'professional'::text, 'enterprise'::text])))
);
CREATE INDEX organizations_parent ON organizations USING btree (parent_organization_id) WHERE (parent_organization_id IS NOT NULL);
CREATE UNIQUE INDEX organizations_slug ON organizations USING btree (slug, environment, COALESCE(parent_organization_id, '00000000-0000-0000-0000-000000000000'::uuid));
alter table organizations enable row level security;
alter table organizations force row level security;
create policy tenant_delete on organizations for delete using (((id = :organization) OR (paired_organization_id = :organization)));
create policy tenant_insert on organizations for insert with check (((id = :organization) OR (paired_organization_id = :organization)));
create policy tenant_read on organizations for select using (((id = :organization) OR (paired_organization_id = :organization) OR (parent_organization_id = :organization) OR (slug = :lookup)));
create policy tenant_update on organizations for update using (((id = :organization) OR (paired_organization_id = :organization)));
CREATE TRIGGER ownership_settings AFTER UPDATE OF settings ON organizations FOR EACH ROW WHEN (((((old.settings -> 'beneficialOwnerPercent'::text) IS DISTINCT FROM (new.settings -> 'beneficialOwnerPercent'::text)) OR ((old.settings -> 'ownershipRule'::text) IS DISTINCT FROM (new.settings -> 'ownershipRule'::text))) OR ((old.settings -> 'ownershipRulesOfLists'::text) IS DISTINCT FROM (new.settings -> 'ownershipRulesOfLists'::text)))) EXECUTE FUNCTION note_ownership_settings();
-- granted to tamis_app: delete, insert, select, update

-- tenancy/people

create table person_emails (
  id uuid not null,
  recipient text not null,
  event text not null,
  user_id uuid,
  token_hash bytea,
  master_key_id text,
  created_at timestamp(3) with time zone default now() not null,
  expires_at timestamp(3) with time zone not null,
  constraint person_emails_pkey PRIMARY KEY (id),
  constraint person_emails_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX person_emails_expired ON person_emails USING btree (expires_at);
CREATE INDEX person_emails_recipient ON person_emails USING btree (recipient, event, created_at);
CREATE UNIQUE INDEX person_emails_token ON person_emails USING btree (token_hash) WHERE (token_hash IS NOT NULL);
CREATE INDEX person_emails_user ON person_emails USING btree (user_id) WHERE (user_id IS NOT NULL);
alter table person_emails enable row level security;
alter table person_emails force row level security;
create policy tenant on person_emails using (((recipient = :lookup) OR (encode(token_hash, 'hex'::text) = :lookup) OR ((user_id)::text = :lookup) OR ((expires_at < now()) AND (:lookup = 'expired emails'::text))));
-- granted to tamis_app: delete, insert, select, update

create table sign_in_attempts (
  subject text not null,
  attempts double precision not null,
  last_at timestamp with time zone not null,
  locked_until timestamp with time zone not null,
  constraint sign_in_attempts_pkey PRIMARY KEY (subject)
);
CREATE INDEX sign_in_attempts_last ON sign_in_attempts USING btree (last_at);
alter table sign_in_attempts enable row level security;
alter table sign_in_attempts force row level security;
create policy tenant on sign_in_attempts using (((subject = :lookup) OR ((last_at < (now() - '1 day'::interval)) AND (:lookup = 'old attempts'::text))));
-- granted to tamis_app: delete, insert, select, update

create table sign_in_links (
  user_id uuid not null,
  token_hash bytea not null,
  expires_at timestamp(3) with time zone not null,
  constraint sign_in_links_pkey PRIMARY KEY (user_id),
  constraint sign_in_links_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX sign_in_links_token ON sign_in_links USING btree (token_hash);
alter table sign_in_links enable row level security;
alter table sign_in_links force row level security;
create policy tenant on sign_in_links using (((encode(token_hash, 'hex'::text) = :lookup) OR ((user_id)::text = :lookup)));
-- granted to tamis_app: delete, insert, select, update

create table users (
  id uuid not null,
  email text not null,
  first_name text,
  last_name text,
  password_hash text not null,
  created_at timestamp(3) with time zone default now() not null,
  constraint users_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX users_email ON users USING btree (lower(email));
alter table users enable row level security;
alter table users force row level security;
create policy tenant on users using (((lower(email) = :lookup) OR ((id)::text = :lookup)));
-- granted to tamis_app: delete, insert, select, update

-- tenancy/members

create table members (
  organization_id uuid not null,
  id uuid not null,
  user_id uuid,
  email text not null,
  first_name text,
  last_name text,
  role_id uuid not null,
  environment_access text not null,
  status text not null,
  invitation_hash bytea,
  invitation_expires_at timestamp(3) with time zone,
  last_login_at timestamp(3) with time zone,
  version integer default 1 not null,
  created_at timestamp(3) with time zone default now() not null,
  updated_at timestamp(3) with time zone default now() not null,
  constraint members_pkey PRIMARY KEY (organization_id, id),
  constraint members_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint members_environment_access_check CHECK ((environment_access = ANY (ARRAY['both'::text, 'production'::text, 'sandbox'::text, 'none'::text]))),
  constraint members_status_check CHECK ((status = ANY (ARRAY['invited'::text, 'active'::text, 'deactivated'::text])))
);
CREATE INDEX members_created ON members USING btree (organization_id, created_at, id);
CREATE UNIQUE INDEX members_email ON members USING btree (organization_id, lower(email));
CREATE UNIQUE INDEX members_invitation ON members USING btree (invitation_hash) WHERE (invitation_hash IS NOT NULL);
CREATE INDEX members_user ON members USING btree (user_id) WHERE (user_id IS NOT NULL);
alter table members enable row level security;
alter table members force row level security;
create policy tenant_delete on members for delete using (((organization_id = :organization) OR (organization_id = ( SELECT o.paired_organization_id FROM organizations o WHERE (o.id = :organization)))));
create policy tenant_insert on members for insert with check (((organization_id = :organization) OR (organization_id = ( SELECT o.paired_organization_id FROM organizations o WHERE (o.id = :organization)))));
create policy tenant_read on members for select using (((organization_id = :organization) OR (organization_id = ( SELECT o.paired_organization_id FROM organizations o WHERE (o.id = :organization))) OR ((user_id)::text = :lookup) OR (encode(invitation_hash, 'hex'::text) = :lookup)));
create policy tenant_update on members for update using (((organization_id = :organization) OR (organization_id = ( SELECT o.paired_organization_id FROM organizations o WHERE (o.id = :organization)))));
-- granted to tamis_app: delete, insert, select, update

create table roles (
  organization_id uuid not null,
  id uuid not null,
  name text not null,
  description text,
  permissions text[] not null,
  version integer default 1 not null,
  created_at timestamp(3) with time zone default now() not null,
  updated_at timestamp(3) with time zone default now() not null,
  constraint roles_pkey PRIMARY KEY (organization_id, id),
  constraint roles_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);
CREATE UNIQUE INDEX roles_name ON roles USING btree (organization_id, lower(name));
alter table roles enable row level security;
alter table roles force row level security;
create policy tenant on roles using (((organization_id = :organization) OR (organization_id = ( SELECT o.paired_organization_id FROM organizations o WHERE (o.id = :organization)))));
-- granted to tamis_app: delete, insert, select, update

create table team_members (
  organization_id uuid not null,
  team_id uuid not null,
  member_id uuid not null,
  added_at timestamp(3) with time zone default now() not null,
  constraint team_members_pkey PRIMARY KEY (organization_id, team_id, member_id),
  constraint team_members_organization_id_member_id_fkey FOREIGN KEY (organization_id, member_id) REFERENCES members(organization_id, id) ON DELETE CASCADE,
  constraint team_members_organization_id_team_id_fkey FOREIGN KEY (organization_id, team_id) REFERENCES teams(organization_id, id) ON DELETE CASCADE
);
CREATE INDEX team_members_member ON team_members USING btree (organization_id, member_id);
alter table team_members enable row level security;
alter table team_members force row level security;
create policy tenant on team_members using (((organization_id = :organization) OR (organization_id = ( SELECT o.paired_organization_id FROM organizations o WHERE (o.id = :organization)))));
-- granted to tamis_app: delete, insert, select, update

create table teams (
  organization_id uuid not null,
  id uuid not null,
  name text not null,
  description text,
  version integer default 1 not null,
  created_at timestamp(3) with time zone default now() not null,
  updated_at timestamp(3) with time zone default now() not null,
  constraint teams_pkey PRIMARY KEY (organization_id, id),
  constraint teams_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);
CREATE INDEX teams_created ON teams USING btree (organization_id, created_at, id);
CREATE UNIQUE INDEX teams_name ON teams USING btree (organization_id, lower(name));
alter table teams enable row level security;
alter table teams force row level security;
create policy tenant on teams using (((organization_id = :organization) OR (organization_id = ( SELECT o.paired_organization_id FROM organizations o WHERE (o.id = :organization)))));
-- granted to tamis_app: delete, insert, select, update

create table work_releases (
  organization_id uuid not null,
  assignee_type text not null,
  assignee_id uuid not null,
  starts_at timestamp with time zone not null,
  constraint work_releases_pkey PRIMARY KEY (organization_id, assignee_id),
  constraint work_releases_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint work_releases_assignee_type_check CHECK ((assignee_type = ANY (ARRAY['user'::text, 'role'::text, 'team'::text])))
);
alter table work_releases enable row level security;
alter table work_releases force row level security;
create policy tenant_delete on work_releases for delete using (((organization_id = :organization) OR (organization_id = ( SELECT o.paired_organization_id FROM organizations o WHERE (o.id = :organization)))));
create policy tenant_insert on work_releases for insert with check (((organization_id = :organization) OR (organization_id = ( SELECT o.paired_organization_id FROM organizations o WHERE (o.id = :organization)))));
create policy tenant_read on work_releases for select using (((organization_id = :organization) OR (organization_id = ( SELECT o.paired_organization_id FROM organizations o WHERE (o.id = :organization))) OR (:lookup = 'work releases'::text)));
create policy tenant_update on work_releases for update using (((organization_id = :organization) OR (organization_id = ( SELECT o.paired_organization_id FROM organizations o WHERE (o.id = :organization)))));
-- granted to tamis_app: delete, insert, select, update

-- tenancy/creation-quotas

create table creation_quotas (
  organization_id uuid not null,
  module text not null,
  period text not null,
  quota bigint not null,
  used bigint default 0 not null,
  period_key text not null,
  created_at timestamp(3) with time zone default now() not null,
  updated_at timestamp(3) with time zone default now() not null,
  constraint creation_quotas_pkey PRIMARY KEY (organization_id, module, period),
  constraint creation_quotas_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint creation_quotas_module_check CHECK ((module = ANY (ARRAY['entities'::text, 'transactions'::text, 'user_events'::text]))),
  constraint creation_quotas_period_check CHECK ((period = ANY (ARRAY['month'::text, 'total'::text]))),
  constraint creation_quotas_quota_check CHECK ((quota >= 0)),
  constraint creation_quotas_used_check CHECK ((used >= 0))
);
alter table creation_quotas enable row level security;
alter table creation_quotas force row level security;
create policy tenant on creation_quotas using ((organization_id = :organization));
-- granted to tamis_app: delete, insert, select, update

-- tenancy/billing

create table billing_accounts (
  organization_id uuid not null,
  wallet_cents bigint default 0 not null,
  reserved_cents bigint default 0 not null,
  entry_count bigint default 0 not null,
  updated_at timestamp(3) with time zone default now() not null,
  low_balance_threshold_cents bigint default 0 not null,
  auto_top_up_enabled boolean default false not null,
  auto_top_up_threshold_cents bigint default 0 not null,
  auto_top_up_amount_cents bigint default 0 not null,
  settings_version integer default 1 not null,
  constraint billing_accounts_pkey PRIMARY KEY (organization_id),
  constraint billing_accounts_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint billing_accounts_auto_top_up_amount_cents_check CHECK ((auto_top_up_amount_cents >= 0)),
  constraint billing_accounts_auto_top_up_threshold_cents_check CHECK ((auto_top_up_threshold_cents >= 0)),
  constraint billing_accounts_low_balance_threshold_cents_check CHECK ((low_balance_threshold_cents >= 0)),
  constraint billing_accounts_most CHECK (((wallet_cents + reserved_cents) < '1000000000000000'::bigint)),
  constraint billing_accounts_reserved CHECK ((reserved_cents >= 0)),
  constraint billing_accounts_wallet CHECK ((wallet_cents >= 0))
) with (fillfactor=20, autovacuum_vacuum_threshold=1000);
alter table billing_accounts enable row level security;
alter table billing_accounts force row level security;
create policy tenant_delete on billing_accounts for delete using ((organization_id = :organization));
create policy tenant_insert on billing_accounts for insert with check ((organization_id = :organization));
create policy tenant_read on billing_accounts for select using (((organization_id = :organization) OR (:lookup = 'billing accounts'::text)));
create policy tenant_update on billing_accounts for update using ((organization_id = :organization));
-- granted to tamis_app: select

create table ledger_entries (
  organization_id uuid not null,
  sequence bigint not null,
  id uuid not null,
  kind text not null,
  reference text not null,
  amount_cents bigint not null,
  balance_after_cents bigint not null,
  execution_id uuid,
  entity_id uuid,
  integration_code text,
  api_key_id uuid,
  description text,
  created_at timestamp(3) with time zone default clock_timestamp() not null,
  constraint ledger_entries_pkey PRIMARY KEY (organization_id, sequence),
  constraint ledger_entries_once UNIQUE (organization_id, kind, reference),
  constraint ledger_entries_check CHECK (((amount_cents >= 0) OR (kind = 'adjustment'::text))),
  constraint ledger_entries_kind_check CHECK ((kind = ANY (ARRAY['top_up'::text, 'reserve'::text, 'charge'::text, 'release'::text, 'refund'::text, 'adjustment'::text])))
);
CREATE INDEX ledger_entries_created ON ledger_entries USING btree (organization_id, created_at);
CREATE INDEX ledger_entries_entity ON ledger_entries USING btree (organization_id, entity_id, sequence) WHERE (entity_id IS NOT NULL);
alter table ledger_entries enable row level security;
alter table ledger_entries force row level security;
create policy tenant on ledger_entries using ((organization_id = :organization));
-- granted to tamis_app: select

create table ledger_postings (
  organization_id uuid not null,
  sequence bigint not null,
  account text not null,
  amount_cents bigint not null,
  constraint ledger_postings_pkey PRIMARY KEY (organization_id, sequence, account),
  constraint ledger_postings_account_check CHECK ((account = ANY (ARRAY['funding'::text, 'wallet'::text, 'reserved'::text, 'revenue'::text, 'adjustment'::text])))
);
alter table ledger_postings enable row level security;
alter table ledger_postings force row level security;
create policy tenant on ledger_postings using ((organization_id = :organization));
-- granted to tamis_app: select

create table top_ups (
  organization_id uuid not null,
  id uuid not null,
  amount_cents bigint not null,
  status text default 'pending'::text not null,
  is_automatic boolean default false not null,
  payment_method_id text,
  reference text,
  created_at timestamp(3) with time zone default now() not null,
  completed_at timestamp(3) with time zone,
  constraint top_ups_pkey PRIMARY KEY (organization_id, id),
  constraint top_ups_amount_cents_check CHECK ((amount_cents > 0)),
  constraint top_ups_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'completed'::text, 'failed'::text])))
);
CREATE UNIQUE INDEX top_ups_automatic ON top_ups USING btree (organization_id) WHERE (is_automatic AND (status = 'pending'::text));
CREATE INDEX top_ups_created ON top_ups USING btree (organization_id, created_at, id);
alter table top_ups enable row level security;
alter table top_ups force row level security;
create policy tenant on top_ups using ((organization_id = :organization));
-- granted to tamis_app: select

-- platform/database

create table dropped_periods (
  record_table text not null,
  dropped_from timestamp(3) with time zone not null,
  dropped_until timestamp(3) with time zone not null,
  dropped_at timestamp(3) with time zone not null,
  constraint dropped_periods_pkey PRIMARY KEY (record_table, dropped_from)
);
-- granted to tamis_app: select

create table process_leases (
  id uuid not null,
  ends_at timestamp(3) with time zone not null,
  constraint process_leases_pkey PRIMARY KEY (id)
);
-- granted to tamis_app: delete, insert, select, update

create table schema_migrations (
  id integer default nextval('schema_migrations_id_seq'::regclass) not null,
  timestamp bigint not null,
  name character varying not null,
  constraint PK_62441bec32630ced9e4cccae336 PRIMARY KEY (id)
);
-- sequence schema_migrations_id_seq (1,1,1,2147483647,1,f), granted: nothing
-- granted to tamis_app: select

-- platform/auth

create table api_key_checksum (
  single boolean default true not null,
  secret bytea not null,
  constraint api_key_checksum_pkey PRIMARY KEY (single),
  constraint api_key_checksum_single_check CHECK (single)
);
-- granted to tamis_app: select

create table api_keys (
  organization_id uuid not null,
  id uuid not null,
  name text not null,
  environment text not null,
  key_hash bytea not null,
  prefix text not null,
  last_four text not null,
  scopes text[] not null,
  rate_limit integer not null,
  burst_limit integer,
  status text default 'active'::text not null,
  expires_at timestamp(3) with time zone,
  last_used_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone default now() not null,
  ip_allowlist text[] default '{}'::text[] not null,
  created_by text,
  revoked_at timestamp(3) with time zone,
  announced_expiry timestamp(3) with time zone,
  replaced_by uuid,
  version integer default 1 not null,
  constraint api_keys_pkey PRIMARY KEY (organization_id, id),
  constraint api_keys_key_hash UNIQUE (key_hash),
  constraint api_keys_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint api_keys_status_check CHECK ((status = ANY (ARRAY['active'::text, 'revoked'::text])))
);
CREATE INDEX api_keys_expiring ON api_keys USING btree (expires_at) WHERE ((status = 'active'::text) AND (expires_at IS DISTINCT FROM announced_expiry));
alter table api_keys enable row level security;
alter table api_keys force row level security;
create policy tenant_delete on api_keys for delete using ((organization_id = :organization));
create policy tenant_insert on api_keys for insert with check ((organization_id = :organization));
create policy tenant_read on api_keys for select using (((organization_id = :organization) OR (encode(key_hash, 'hex'::text) = :lookup) OR ((expires_at IS NOT NULL) AND (:lookup = 'expired keys'::text))));
create policy tenant_update on api_keys for update using ((organization_id = :organization));
-- granted to tamis_app: delete, insert, select, update

create table sessions (
  id uuid not null,
  user_id uuid not null,
  token_hash bytea not null,
  ip_address text not null,
  user_agent text,
  created_at timestamp(3) with time zone default now() not null,
  last_used_at timestamp(3) with time zone default now() not null,
  ends_at timestamp(3) with time zone not null,
  constraint sessions_pkey PRIMARY KEY (id),
  constraint sessions_token_hash_key UNIQUE (token_hash),
  constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX sessions_user ON sessions USING btree (user_id, created_at);
alter table sessions enable row level security;
alter table sessions force row level security;
create policy tenant on sessions using (((encode(token_hash, 'hex'::text) = :lookup) OR ((user_id)::text = :lookup)));
-- granted to tamis_app: delete, insert, select, update

-- platform/rate-limits

create table organization_windows (
  organization_id uuid not null,
  started_at timestamp with time zone not null,
  used integer not null,
  minute_started_at timestamp with time zone not null,
  minute_used integer not null,
  constraint organization_windows_pkey PRIMARY KEY (organization_id),
  constraint organization_windows_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
) with (fillfactor=20, autovacuum_vacuum_threshold=1000);
alter table organization_windows enable row level security;
alter table organization_windows force row level security;
create policy tenant on organization_windows using ((organization_id = :organization));
-- granted to tamis_app: delete, insert, select, update

create table person_windows (
  user_id uuid not null,
  started_at timestamp with time zone not null,
  used integer not null,
  granted integer not null,
  constraint person_windows_pkey PRIMARY KEY (user_id),
  constraint person_windows_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
) with (fillfactor=20, autovacuum_vacuum_threshold=1000);
alter table person_windows enable row level security;
alter table person_windows force row level security;
create policy tenant on person_windows using (((user_id)::text = :lookup));
-- granted to tamis_app: delete, insert, select, update

create table rate_windows (
  organization_id uuid not null,
  api_key_id uuid not null,
  started_at timestamp with time zone not null,
  used integer not null,
  minute_started_at timestamp with time zone not null,
  minute_used integer not null,
  constraint rate_windows_pkey PRIMARY KEY (organization_id, api_key_id),
  constraint rate_windows_organization_id_api_key_id_fkey FOREIGN KEY (organization_id, api_key_id) REFERENCES api_keys(organization_id, id) ON DELETE CASCADE
) with (fillfactor=20, autovacuum_vacuum_threshold=1000);
alter table rate_windows enable row level security;
alter table rate_windows force row level security;
create policy tenant on rate_windows using ((organization_id = :organization));
-- granted to tamis_app: delete, insert, select, update

-- platform/idempotency

create table idempotent_answers (
  organization_id uuid not null,
  id bytea not null,
  status smallint,
  answer bytea,
  claim uuid,
  claimed_until timestamp(3) with time zone,
  created_at timestamp(3) with time zone default now() not null,
  constraint idempotent_answers_pkey PRIMARY KEY (organization_id, id),
  constraint idempotent_answers_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint idempotent_answers_check CHECK (
CASE
    WHEN (claim IS NULL) THEN ((claimed_until IS NULL) AND (status IS NOT NULL) AND (answer IS NOT NULL))
    ELSE ((claimed_until IS NOT NULL) AND (status IS NULL) AND (answer IS NULL))
END)
);
CREATE INDEX idempotent_answers_created ON idempotent_answers USING btree (created_at);
alter table idempotent_answers enable row level security;
alter table idempotent_answers force row level security;
create policy expired_delete on idempotent_answers for delete using (((created_at < (now() - '24:00:00'::interval)) AND (:lookup = 'expired answers'::text)));
create policy expired_read on idempotent_answers for select using (((created_at < (now() - '24:00:00'::interval)) AND (:lookup = 'expired answers'::text)));
create policy tenant on idempotent_answers using ((organization_id = :organization));
-- granted to tamis_app: delete, insert, select, update

-- platform/secrets

create table data_keys (
  organization_id uuid not null,
  id uuid not null,
  purpose text not null,
  wrapped bytea not null,
  master_key_id text not null,
  created_at timestamp(3) with time zone default now() not null,
  retired_at timestamp(3) with time zone,
  constraint data_keys_pkey PRIMARY KEY (organization_id, id),
  constraint data_keys_master_key_id_fkey FOREIGN KEY (master_key_id) REFERENCES master_keys(id),
  constraint data_keys_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint data_keys_purpose_check CHECK ((purpose = ANY (ARRAY['seal'::text, 'find'::text])))
);
CREATE UNIQUE INDEX data_keys_current ON data_keys USING btree (organization_id, purpose) WHERE (retired_at IS NULL);
CREATE INDEX data_keys_master ON data_keys USING btree (master_key_id);
alter table data_keys enable row level security;
alter table data_keys force row level security;
create policy tenant_delete on data_keys for delete using ((organization_id = :organization));
create policy tenant_insert on data_keys for insert with check ((organization_id = :organization));
create policy tenant_read on data_keys for select using (((organization_id = :organization) OR (('master key '::text || master_key_id) = :lookup)));
create policy tenant_update on data_keys for update using ((organization_id = :organization));
-- granted to tamis_app: delete, insert, select, update

create table master_keys (
  id text not null,
  created_at timestamp(3) with time zone default now() not null,
  constraint master_keys_pkey PRIMARY KEY (id)
);
-- granted to tamis_app: delete, insert, select, update

create table secrets (
  organization_id uuid not null,
  id uuid not null,
  name text not null,
  value bytea not null,
  fingerprint bytea not null,
  created_at timestamp(3) with time zone default now() not null,
  updated_at timestamp(3) with time zone default now() not null,
  constraint secrets_pkey PRIMARY KEY (organization_id, id),
  constraint secrets_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);
CREATE INDEX secrets_fingerprint ON secrets USING btree (organization_id, fingerprint);
CREATE UNIQUE INDEX secrets_name ON secrets USING btree (organization_id, name);
alter table secrets enable row level security;
alter table secrets force row level security;
create policy tenant on secrets using ((organization_id = :organization));
-- granted to tamis_app: delete, insert, select, update

-- platform/audit

create table audit_events (
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
  constraint audit_events_pkey PRIMARY KEY (organization_id, sequence)
);
CREATE INDEX audit_events_actor ON audit_events USING btree (organization_id, actor_id, sequence);
CREATE INDEX audit_events_event ON audit_events USING btree (organization_id, event, sequence) WHERE (event <> 'transaction_created'::text);
CREATE INDEX audit_events_payments ON audit_events USING btree (organization_id, sequence) WHERE (event = 'transaction_created'::text);
CREATE INDEX audit_events_related_entity ON audit_events USING btree (organization_id, related_entity_id, sequence) WHERE (related_entity_id IS NOT NULL);
CREATE INDEX audit_events_related_transaction ON audit_events USING btree (organization_id, related_transaction_id, sequence) WHERE ((related_transaction_id IS NOT NULL) AND (NOT ((resource_type = 'transaction'::text) AND (resource_id = related_transaction_id))));
CREATE INDEX audit_events_resource ON audit_events USING btree (organization_id, resource_type, resource_id, sequence);
alter table audit_events enable row level security;
alter table audit_events force row level security;
create policy tenant on audit_events using ((organization_id = :organization));
-- granted to tamis_app: select

create table audit_heads (
  organization_id uuid not null,
  sequence bigint not null,
  hash text not null,
  constraint audit_heads_pkey PRIMARY KEY (organization_id),
  constraint audit_heads_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
) with (fillfactor=50);
alter table audit_heads enable row level security;
alter table audit_heads force row level security;
create policy tenant on audit_heads using ((organization_id = :organization));
-- granted to tamis_app: select

-- platform/outbox

create table outbox (
  organization_id uuid not null,
  id uuid not null,
  seq bigint generated always as identity not null,
  created_at timestamp(3) with time zone default now() not null,
  events text storage external not null,
  written_by xid8 default pg_current_xact_id() not null,
  constraint outbox_pkey PRIMARY KEY (organization_id, id)
) with (toast_tuple_target=8160);
CREATE INDEX outbox_written ON outbox USING btree (organization_id, written_by);
-- sequence outbox_seq_seq (1,1,1,9223372036854775807,1,f), granted: nothing
alter table outbox enable row level security;
alter table outbox force row level security;
create policy tenant_delete on outbox for delete using ((organization_id = :organization));
create policy tenant_insert on outbox for insert with check ((organization_id = :organization));
create policy tenant_read on outbox for select using (((organization_id = :organization) OR (:lookup = ANY (ARRAY['old events'::text, 'webhooks'::text, 'automations'::text]))));
create policy tenant_update on outbox for update using ((organization_id = :organization));
-- granted to tamis_app: delete, insert, select, update

-- platform/operations

create table operation_reports (
  organization_id uuid not null,
  question_id uuid not null,
  process_id uuid not null,
  report json not null,
  created_at timestamp(3) with time zone default now() not null,
  constraint operation_reports_pkey PRIMARY KEY (organization_id, question_id, process_id)
);
alter table operation_reports enable row level security;
alter table operation_reports force row level security;
create policy tenant on operation_reports using ((organization_id = :organization));
-- granted to tamis_app: delete, insert, select, update

-- platform/mail

create table outgoing_emails (
  id uuid not null,
  organization_id uuid,
  event text not null,
  recipient text not null,
  payload jsonb not null,
  master_key_id text,
  created_at timestamp(3) with time zone default now() not null,
  expires_at timestamp(3) with time zone not null,
  next_attempt_at timestamp(3) with time zone default now() not null,
  attempts integer default 0 not null,
  outcome text,
  problem text,
  ended_at timestamp(3) with time zone,
  constraint outgoing_emails_pkey PRIMARY KEY (id),
  constraint outgoing_emails_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE
);
CREATE INDEX outgoing_emails_due ON outgoing_emails USING btree (next_attempt_at) WHERE (outcome IS NULL);
CREATE INDEX outgoing_emails_ended ON outgoing_emails USING btree (ended_at) WHERE (outcome IS NOT NULL);
CREATE INDEX outgoing_emails_organization ON outgoing_emails USING btree (organization_id, ended_at);
alter table outgoing_emails enable row level security;
alter table outgoing_emails force row level security;
create policy tenant_delete on outgoing_emails for delete using (((NOT (organization_id IS DISTINCT FROM :organization)) OR (:lookup = 'outgoing emails'::text)));
create policy tenant_insert on outgoing_emails for insert with check (((NOT (organization_id IS DISTINCT FROM :organization)) OR (:lookup = 'outgoing emails'::text)));
create policy tenant_read on outgoing_emails for select using (((organization_id = :organization) OR (:lookup = 'outgoing emails'::text)));
create policy tenant_update on outgoing_emails for update using (((NOT (organization_id IS DISTINCT FROM :organization)) OR (:lookup = 'outgoing emails'::text)));
-- granted to tamis_app: delete, insert, select, update

-- casework/alerts

create table alerts (
  organization_id uuid not null,
  id uuid not null,
  name text not null,
  description text,
  type text not null,
  category text,
  severity text not null,
  priority text not null,
  status text default 'OPEN'::text not null,
  target_entity_id uuid,
  target_entity_type text,
  transaction_id uuid,
  user_event_id uuid,
  entity jsonb,
  rule_id uuid,
  rule_version integer,
  risk_matrix_id uuid,
  evaluation_id uuid,
  rule_set_version text,
  risk_contribution double precision,
  mini_analysis text,
  trigger_condition json,
  source_system text not null,
  investigation_id uuid,
  assigned_to uuid,
  assigned_to_type text,
  assigned_at timestamp(3) with time zone,
  acknowledged_at timestamp(3) with time zone,
  acknowledged_by text,
  resolved_at timestamp(3) with time zone,
  resolved_by text,
  resolution text,
  resolution_notes text,
  dedupe_key text,
  duplicate_count integer default 0 not null,
  last_seen_at timestamp(3) with time zone not null,
  tags text[] default '{}'::text[] not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  due_date timestamp(3) with time zone,
  consolidated_at timestamp(3) with time zone,
  priority_rank smallint generated always as (
CASE priority
    WHEN 'CRITICAL'::text THEN 0
    WHEN 'HIGH'::text THEN 1
    WHEN 'MEDIUM'::text THEN 2
    ELSE 3
END) stored,
  constraint alerts_pkey PRIMARY KEY (organization_id, id)
);
CREATE INDEX alerts_assigned ON alerts USING btree (organization_id, assigned_to, status, priority_rank, created_at DESC, id DESC);
CREATE INDEX alerts_case ON alerts USING btree (organization_id, investigation_id) WHERE (investigation_id IS NOT NULL);
CREATE INDEX alerts_created ON alerts USING btree (organization_id, created_at, id);
CREATE INDEX alerts_dedupe ON alerts USING btree (organization_id, rule_id, dedupe_key, created_at) WHERE (dedupe_key IS NOT NULL);
CREATE INDEX alerts_entity ON alerts USING btree (organization_id, target_entity_id, created_at) WHERE (target_entity_id IS NOT NULL);
CREATE INDEX alerts_inbox ON alerts USING btree (organization_id, status, priority_rank, created_at DESC, id DESC);
CREATE INDEX alerts_transaction ON alerts USING btree (organization_id, transaction_id) WHERE (transaction_id IS NOT NULL);
alter table alerts enable row level security;
alter table alerts force row level security;
create policy tenant on alerts using ((organization_id = :organization));
CREATE TRIGGER inbox_delete AFTER DELETE ON alerts REFERENCING OLD TABLE AS went FOR EACH STATEMENT EXECUTE FUNCTION note_inbox_delete('alert');
CREATE TRIGGER inbox_insert AFTER INSERT ON alerts REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION note_inbox_insert('alert');
CREATE TRIGGER inbox_update AFTER UPDATE ON alerts REFERENCING OLD TABLE AS went NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION note_inbox_update('alert');
-- granted to tamis_app: delete, insert, select, update

-- casework/cases

create table case_numbers (
  organization_id uuid not null,
  year integer not null,
  last integer not null,
  constraint case_numbers_pkey PRIMARY KEY (organization_id, year),
  constraint case_numbers_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);
alter table case_numbers enable row level security;
alter table case_numbers force row level security;
create policy tenant on case_numbers using ((organization_id = :organization));
-- granted to tamis_app: delete, insert, select, update

create table cases (
  organization_id uuid not null,
  id uuid not null,
  number text not null,
  name text not null,
  description text,
  status text not null,
  priority text not null,
  priority_rank smallint generated always as (
CASE priority
    WHEN 'CRITICAL'::text THEN 0
    WHEN 'HIGH'::text THEN 1
    WHEN 'MEDIUM'::text THEN 2
    ELSE 3
END) stored,
  risk_score double precision,
  alert_count integer not null,
  entity_id uuid,
  entity jsonb,
  assigned_to uuid,
  assigned_to_type text,
  due_date timestamp(3) with time zone,
  closure_reason text,
  outcome text,
  tags text[] default '{}'::text[] not null,
  version integer default 1 not null,
  created_by text,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  closed_at timestamp(3) with time zone,
  closed_by text,
  constraint cases_pkey PRIMARY KEY (organization_id, id),
  constraint cases_number UNIQUE (organization_id, number),
  constraint cases_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);
CREATE INDEX cases_assigned ON cases USING btree (organization_id, assigned_to, status, priority_rank, created_at DESC, id DESC);
CREATE INDEX cases_created ON cases USING btree (organization_id, created_at, id);
CREATE INDEX cases_entity ON cases USING btree (organization_id, entity_id, created_at) WHERE (entity_id IS NOT NULL);
CREATE INDEX cases_inbox ON cases USING btree (organization_id, status, priority_rank, created_at DESC, id DESC);
CREATE INDEX cases_open_by ON cases USING btree (organization_id, created_by, entity_id) WHERE (status <> 'CLOSED'::text);
alter table cases enable row level security;
alter table cases force row level security;
create policy tenant on cases using ((organization_id = :organization));
CREATE TRIGGER inbox_delete AFTER DELETE ON cases REFERENCING OLD TABLE AS went FOR EACH STATEMENT EXECUTE FUNCTION note_inbox_delete('case');
CREATE TRIGGER inbox_insert AFTER INSERT ON cases REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION note_inbox_insert('case');
CREATE TRIGGER inbox_update AFTER UPDATE ON cases REFERENCING OLD TABLE AS went NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION note_inbox_update('case');
-- granted to tamis_app: delete, insert, select, update

create table inbox_changes (
  organization_id uuid not null,
  kind text not null,
  status text not null,
  rank smallint not null,
  assignee uuid not null,
  change integer not null
);
CREATE INDEX inbox_changes_of ON inbox_changes USING btree (organization_id);
alter table inbox_changes enable row level security;
alter table inbox_changes force row level security;
create policy tenant_delete on inbox_changes for delete using ((organization_id = :organization));
create policy tenant_insert on inbox_changes for insert with check ((organization_id = :organization));
create policy tenant_read on inbox_changes for select using (((organization_id = :organization) OR (:lookup = 'inbox changes'::text)));
create policy tenant_update on inbox_changes for update using ((organization_id = :organization));
-- granted to tamis_app: delete, insert, select, update

create table inbox_counts (
  organization_id uuid not null,
  kind text not null,
  status text not null,
  rank smallint not null,
  assignee uuid not null,
  count bigint not null,
  constraint inbox_counts_pkey PRIMARY KEY (organization_id, kind, status, rank, assignee),
  constraint inbox_counts_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);
alter table inbox_counts enable row level security;
alter table inbox_counts force row level security;
create policy tenant on inbox_counts using ((organization_id = :organization));
-- granted to tamis_app: delete, insert, select, update

-- casework/notes

create table notes (
  organization_id uuid not null,
  id uuid not null,
  about_type text not null,
  about_id uuid not null,
  body text not null,
  author jsonb not null,
  created_at timestamp(3) with time zone not null,
  constraint notes_pkey PRIMARY KEY (organization_id, id),
  constraint notes_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);
CREATE INDEX notes_about ON notes USING btree (organization_id, about_type, about_id, created_at, id);
alter table notes enable row level security;
alter table notes force row level security;
create policy tenant on notes using ((organization_id = :organization));
-- granted to tamis_app: delete, insert, select, update

-- delivery/webhooks

create table webhook_cursors (
  organization_id uuid not null,
  snapshot text not null,
  until text,
  after bigint default 0 not null,
  constraint webhook_cursors_pkey PRIMARY KEY (organization_id),
  constraint webhook_cursors_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);
alter table webhook_cursors enable row level security;
alter table webhook_cursors force row level security;
create policy tenant_delete on webhook_cursors for delete using ((organization_id = :organization));
create policy tenant_insert on webhook_cursors for insert with check ((organization_id = :organization));
create policy tenant_read on webhook_cursors for select using (((organization_id = :organization) OR (:lookup = 'webhooks'::text)));
create policy tenant_update on webhook_cursors for update using ((organization_id = :organization));
-- granted to tamis_app: delete, insert, select, update

create table webhook_deliveries (
  organization_id uuid not null,
  id uuid not null,
  webhook_id uuid not null,
  event_organization_id uuid not null,
  event_id text not null,
  event text not null,
  body text not null,
  status text not null,
  attempts json default '[]'::json not null,
  created_at timestamp(3) with time zone not null,
  attempt integer default 0 not null,
  constraint webhook_deliveries_pkey PRIMARY KEY (organization_id, id),
  constraint webhook_deliveries_event_organization_id_fkey FOREIGN KEY (event_organization_id) REFERENCES organizations(id),
  constraint webhook_deliveries_organization_id_webhook_id_fkey FOREIGN KEY (organization_id, webhook_id) REFERENCES webhooks(organization_id, id) ON DELETE CASCADE,
  constraint webhook_deliveries_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'delivered'::text, 'failed'::text, 'exhausted'::text, 'simulated'::text])))
);
CREATE INDEX webhook_deliveries_of ON webhook_deliveries USING btree (organization_id, webhook_id, created_at, id) INCLUDE (status);
CREATE INDEX webhook_deliveries_of_children ON webhook_deliveries USING btree (organization_id, webhook_id, event_organization_id, created_at, id) WHERE (event_organization_id <> organization_id);
alter table webhook_deliveries enable row level security;
alter table webhook_deliveries force row level security;
create policy tenant_delete on webhook_deliveries for delete using ((organization_id = :organization));
create policy tenant_insert on webhook_deliveries for insert with check ((organization_id = :organization));
create policy tenant_read on webhook_deliveries for select using (((organization_id = :organization) OR (event_organization_id = :organization) OR (:lookup = 'webhooks'::text)));
create policy tenant_update on webhook_deliveries for update using ((organization_id = :organization));
-- granted to tamis_app: delete, insert, select, update

create table webhook_queue (
  organization_id uuid not null,
  delivery_id uuid not null,
  webhook_id uuid not null,
  event_organization_id uuid not null,
  attempt integer not null,
  due_at timestamp(3) with time zone not null,
  leased_until timestamp(3) with time zone,
  constraint webhook_queue_pkey PRIMARY KEY (organization_id, delivery_id),
  constraint webhook_queue_organization_id_delivery_id_fkey FOREIGN KEY (organization_id, delivery_id) REFERENCES webhook_deliveries(organization_id, id) ON DELETE CASCADE
) with (autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=5000);
CREATE INDEX webhook_queue_due ON webhook_queue USING btree (organization_id, webhook_id, due_at);
CREATE INDEX webhook_queue_leased ON webhook_queue USING btree (organization_id, webhook_id) WHERE (leased_until IS NOT NULL);
alter table webhook_queue enable row level security;
alter table webhook_queue force row level security;
create policy tenant_delete on webhook_queue for delete using ((organization_id = :organization));
create policy tenant_insert on webhook_queue for insert with check ((organization_id = :organization));
create policy tenant_read on webhook_queue for select using (((organization_id = :organization) OR (event_organization_id = :organization) OR (:lookup = 'webhooks'::text)));
create policy tenant_update on webhook_queue for update using ((organization_id = :organization));
-- granted to tamis_app: delete, insert, select, update

create table webhooks (
  organization_id uuid not null,
  id uuid not null,
  name text not null,
  description text,
  url text not null,
  events text[] not null,
  filters json not null,
  enabled boolean not null,
  status text not null,
  headers bytea,
  api_version text,
  timeout_ms integer not null,
  secret bytea not null,
  secret_preview text not null,
  previous_secrets bytea,
  previous_secret_expires_at timestamp(3) with time zone,
  failing_since timestamp(3) with time zone,
  last_delivery_at timestamp(3) with time zone,
  last_status_code integer,
  version integer default 1 not null,
  created_by text not null,
  authorized_by text not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  since pg_snapshot default pg_current_snapshot() not null,
  constraint webhooks_pkey PRIMARY KEY (organization_id, id),
  constraint webhooks_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint webhooks_status_check CHECK ((status = ANY (ARRAY['active'::text, 'disabled_by_failures'::text])))
);
alter table webhooks enable row level security;
alter table webhooks force row level security;
create policy tenant_delete on webhooks for delete using ((organization_id = :organization));
create policy tenant_insert on webhooks for insert with check ((organization_id = :organization));
create policy tenant_read on webhooks for select using (((organization_id = :organization) OR (:lookup = 'webhooks'::text)));
create policy tenant_update on webhooks for update using ((organization_id = :organization));
CREATE TRIGGER begin_webhook BEFORE UPDATE ON webhooks FOR EACH ROW WHEN ((new.enabled AND (new.status = 'active'::text) AND (NOT (old.enabled AND (old.status = 'active'::text))))) EXECUTE FUNCTION begin_webhook();
-- granted to tamis_app: delete, insert, select, update

-- delivery/sockets

create table socket_listeners (
  organization_id uuid not null,
  listener uuid not null,
  listens_until timestamp(3) with time zone not null,
  constraint socket_listeners_pkey PRIMARY KEY (organization_id, listener)
);
alter table socket_listeners enable row level security;
alter table socket_listeners force row level security;
create policy tenant on socket_listeners using ((organization_id = :organization));
-- granted to tamis_app: delete, insert, select, update

-- decisions/currency-rates

create table currency_rates (
  organization_id uuid not null,
  id uuid not null,
  base text not null,
  quote text not null,
  date date not null,
  rate numeric not null,
  source text not null,
  loaded_at timestamp(3) with time zone not null,
  constraint currency_rates_pkey PRIMARY KEY (organization_id, base, quote, date),
  constraint currency_rates_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);
CREATE INDEX currency_rates_dates ON currency_rates USING btree (organization_id, date, id);
alter table currency_rates enable row level security;
alter table currency_rates force row level security;
create policy tenant on currency_rates using ((organization_id = :organization));
-- granted to tamis_app: delete, insert, select, update

create table provided_rates (
  id uuid not null,
  source text not null,
  base text not null,
  quote text not null,
  date date not null,
  rate numeric not null,
  holds_from timestamp(3) with time zone not null,
  loaded_at timestamp(3) with time zone not null,
  constraint provided_rates_pkey PRIMARY KEY (source, base, quote, date)
);
CREATE INDEX provided_rates_dates ON provided_rates USING btree (date, id);
-- granted to tamis_app: delete, insert, select, update

create table rate_fetches (
  source text not null,
  next_at timestamp(3) with time zone not null,
  failures integer default 0 not null,
  problem text,
  fetched_at timestamp(3) with time zone,
  newest date,
  constraint rate_fetches_pkey PRIMARY KEY (source)
);
-- granted to tamis_app: delete, insert, select, update

-- decisions/data-lists

create table data_list_items (
  organization_id uuid not null,
  list_id uuid not null,
  id uuid not null,
  primary_value text not null,
  normalized_primary_value text not null,
  secondary_value text,
  search_keys text[] default '{}'::text[] not null,
  category text,
  risk_score double precision,
  severity text,
  reason text,
  source_reference text,
  item_data json default '{}'::json not null,
  metadata json default '{}'::json not null,
  is_active boolean default true not null,
  expires_at timestamp(3) with time zone,
  added_by jsonb not null,
  created_by text not null,
  created_at timestamp(3) with time zone default now() not null,
  updated_at timestamp(3) with time zone default now() not null,
  from_revision integer not null,
  constraint data_list_items_pkey PRIMARY KEY (organization_id, list_id, id),
  constraint data_list_items_value UNIQUE (organization_id, list_id, normalized_primary_value),
  constraint data_list_items_organization_id_list_id_fkey FOREIGN KEY (organization_id, list_id) REFERENCES data_lists(organization_id, id)
);
CREATE INDEX data_list_items_category ON data_list_items USING btree (organization_id, list_id, category) WHERE (category IS NOT NULL);
alter table data_list_items enable row level security;
alter table data_list_items force row level security;
create policy tenant on data_list_items using ((organization_id = :organization));
-- granted to tamis_app: delete, insert, select, update

create table data_list_keys (
  organization_id uuid not null,
  list_id uuid not null,
  key text not null,
  item_id uuid not null,
  is_active boolean not null,
  expires_at timestamp(3) with time zone,
  from_revision integer not null,
  constraint data_list_keys_pkey PRIMARY KEY (organization_id, list_id, key, item_id),
  constraint data_list_keys_organization_id_list_id_fkey FOREIGN KEY (organization_id, list_id) REFERENCES data_lists(organization_id, id)
);
CREATE INDEX data_list_keys_item ON data_list_keys USING btree (organization_id, item_id);
alter table data_list_keys enable row level security;
alter table data_list_keys force row level security;
create policy tenant on data_list_keys using ((organization_id = :organization));
-- granted to tamis_app: delete, insert, select, update

create table data_list_matches (
  organization_id uuid not null,
  list_id uuid not null,
  hour timestamp(0) with time zone not null,
  matches bigint not null,
  constraint data_list_matches_pkey PRIMARY KEY (organization_id, list_id, hour),
  constraint data_list_matches_organization_id_list_id_fkey FOREIGN KEY (organization_id, list_id) REFERENCES data_lists(organization_id, id)
);
alter table data_list_matches enable row level security;
alter table data_list_matches force row level security;
create policy tenant on data_list_matches using ((organization_id = :organization));
-- granted to tamis_app: delete, insert, select, update

create table data_list_past_items (
  organization_id uuid not null,
  list_id uuid not null,
  id uuid not null,
  from_revision integer not null,
  to_revision integer not null,
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
  expires_at timestamp(3) with time zone,
  added_by jsonb not null,
  created_by text not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint data_list_past_items_pkey PRIMARY KEY (organization_id, list_id, id, from_revision),
  constraint data_list_past_items_organization_id_list_id_fkey FOREIGN KEY (organization_id, list_id) REFERENCES data_lists(organization_id, id),
  constraint data_list_past_items_check CHECK ((from_revision < to_revision))
);
alter table data_list_past_items enable row level security;
alter table data_list_past_items force row level security;
create policy tenant on data_list_past_items using ((organization_id = :organization));
-- granted to tamis_app: delete, insert, select, update

create table data_list_past_keys (
  organization_id uuid not null,
  list_id uuid not null,
  key text not null,
  item_id uuid not null,
  from_revision integer not null,
  to_revision integer not null,
  is_active boolean not null,
  expires_at timestamp(3) with time zone,
  constraint data_list_past_keys_pkey PRIMARY KEY (organization_id, list_id, key, item_id, from_revision),
  constraint data_list_past_keys_organization_id_list_id_fkey FOREIGN KEY (organization_id, list_id) REFERENCES data_lists(organization_id, id)
);
alter table data_list_past_keys enable row level security;
alter table data_list_past_keys force row level security;
create policy tenant on data_list_past_keys using ((organization_id = :organization));
-- granted to tamis_app: delete, insert, select, update

create table data_list_revisions (
  organization_id uuid not null,
  list_id uuid not null,
  revision integer not null,
  made_at timestamp with time zone not null,
  constraint data_list_revisions_pkey PRIMARY KEY (organization_id, list_id, revision),
  constraint data_list_revisions_organization_id_list_id_fkey FOREIGN KEY (organization_id, list_id) REFERENCES data_lists(organization_id, id)
);
alter table data_list_revisions enable row level security;
alter table data_list_revisions force row level security;
create policy tenant on data_list_revisions using ((organization_id = :organization));
-- granted to tamis_app: delete, insert, select, update

create table data_lists (
  organization_id uuid not null,
  id uuid not null,
  name text not null,
  type text not null,
  status text default 'active'::text not null,
  description text,
  source text not null,
  config json default '{}'::json not null,
  api_key bytea,
  field_mappings json default '{}'::json not null,
  priority integer not null,
  is_global boolean default false not null,
  item_count integer default 0 not null,
  revision integer default 0 not null,
  version integer default 1 not null,
  last_sync_at timestamp(3) with time zone,
  created_by text not null,
  created_at timestamp(3) with time zone default now() not null,
  updated_at timestamp(3) with time zone default now() not null,
  constraint data_lists_pkey PRIMARY KEY (organization_id, id),
  constraint data_lists_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint data_lists_status_check CHECK ((status = ANY (ARRAY['active'::text, 'inactive'::text, 'archived'::text])))
);
CREATE INDEX data_lists_created ON data_lists USING btree (organization_id, created_at, id);
CREATE INDEX data_lists_name ON data_lists USING btree (organization_id, NORMALIZE(name));
alter table data_lists enable row level security;
alter table data_lists force row level security;
create policy tenant on data_lists using ((organization_id = :organization));
-- granted to tamis_app: delete, insert, select, update

-- decisions/list-syncs

create table data_list_syncs (
  organization_id uuid not null,
  id uuid not null,
  list_id uuid not null,
  status text not null,
  requested_by json,
  force boolean not null,
  due_at timestamp(3) with time zone not null,
  lease_number integer default 0 not null,
  leased_until timestamp(3) with time zone,
  failures integer not null,
  known json,
  result json,
  problem text,
  is_doubted boolean default false not null,
  created_at timestamp(3) with time zone default now() not null,
  started_at timestamp(3) with time zone,
  finished_at timestamp(3) with time zone,
  constraint data_list_syncs_pkey PRIMARY KEY (organization_id, id),
  constraint data_list_syncs_organization_id_list_id_fkey FOREIGN KEY (organization_id, list_id) REFERENCES data_lists(organization_id, id),
  constraint data_list_syncs_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'running'::text, 'completed'::text, 'failed'::text])))
);
CREATE INDEX data_list_syncs_due ON data_list_syncs USING btree (organization_id, due_at) WHERE (finished_at IS NULL);
CREATE INDEX data_list_syncs_listed ON data_list_syncs USING btree (organization_id, list_id, created_at, id);
CREATE UNIQUE INDEX data_list_syncs_open ON data_list_syncs USING btree (organization_id, list_id) WHERE (finished_at IS NULL);
alter table data_list_syncs enable row level security;
alter table data_list_syncs force row level security;
create policy tenant_delete on data_list_syncs for delete using ((organization_id = :organization));
create policy tenant_insert on data_list_syncs for insert with check ((organization_id = :organization));
create policy tenant_read on data_list_syncs for select using (((organization_id = :organization) OR (:lookup = 'due list syncs'::text)));
create policy tenant_update on data_list_syncs for update using ((organization_id = :organization));
-- granted to tamis_app: delete, insert, select, update

-- decisions/enrichment-data

create table enrichment_results (
  organization_id uuid not null,
  id uuid not null,
  entity_id uuid not null,
  integration_code text not null,
  item_code text,
  raw bytea,
  raw_expires_at timestamp(3) with time zone,
  mapped json,
  part json,
  confidence numeric,
  reliability text,
  provides text[] default '{}'::text[] not null,
  quality json,
  fetched_at timestamp(3) with time zone not null,
  arrival bigint default nextval('enrichment_arrivals'::regclass) not null,
  arrived_at timestamp(3) with time zone default clock_timestamp() not null,
  constraint enrichment_results_pkey PRIMARY KEY (organization_id, id),
  constraint enrichment_results_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint enrichment_results_check CHECK (((item_code IS NULL) = ((mapped IS NOT NULL) AND (part IS NOT NULL))))
);
CREATE INDEX enrichment_results_entity ON enrichment_results USING btree (organization_id, entity_id, integration_code, fetched_at, id);
CREATE INDEX enrichment_results_raw ON enrichment_results USING btree (organization_id, raw_expires_at) WHERE (raw IS NOT NULL);
alter table enrichment_results enable row level security;
alter table enrichment_results force row level security;
create policy tenant_delete on enrichment_results for delete using ((organization_id = :organization));
create policy tenant_insert on enrichment_results for insert with check ((organization_id = :organization));
create policy tenant_read on enrichment_results for select using (((organization_id = :organization) OR (:lookup = 'raw enrichments'::text)));
create policy tenant_update on enrichment_results for update using ((organization_id = :organization));
-- granted to tamis_app: delete, insert, select, update

create table normalized_enrichments (
  organization_id uuid not null,
  entity_id uuid not null,
  version integer not null,
  id uuid not null,
  entity_type text not null,
  country_code text,
  normalized json not null,
  field_sources json not null,
  sources json not null,
  quality json not null,
  arrival bigint default nextval('enrichment_arrivals'::regclass) not null,
  created_at timestamp(3) with time zone default clock_timestamp() not null,
  constraint normalized_enrichments_pkey PRIMARY KEY (organization_id, entity_id, version),
  constraint normalized_enrichments_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);
alter table normalized_enrichments enable row level security;
alter table normalized_enrichments force row level security;
create policy tenant on normalized_enrichments using ((organization_id = :organization));
-- granted to tamis_app: delete, insert, select

-- decisions/ownership-data

create table ownership_facts (
  organization_id uuid not null,
  entity_id uuid not null,
  version integer not null,
  facts json,
  proof json,
  computed_at timestamp(3) with time zone default clock_timestamp() not null,
  constraint ownership_facts_pkey PRIMARY KEY (organization_id, entity_id, version),
  constraint ownership_facts_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);
alter table ownership_facts enable row level security;
alter table ownership_facts force row level security;
create policy tenant on ownership_facts using ((organization_id = :organization));
-- granted to tamis_app: delete, insert, select, update

create table ownership_owner_names (
  organization_id uuid not null,
  entity_id uuid not null,
  version integer not null,
  owner_id uuid not null,
  name text,
  constraint ownership_owner_names_pkey PRIMARY KEY (organization_id, entity_id, version, owner_id),
  constraint ownership_owner_names_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);
CREATE INDEX ownership_owner_names_owner ON ownership_owner_names USING btree (organization_id, owner_id);
alter table ownership_owner_names enable row level security;
alter table ownership_owner_names force row level security;
create policy tenant on ownership_owner_names using ((organization_id = :organization));
-- granted to tamis_app: delete, insert, select, update

-- decisions/evaluations

create table evaluations (
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
  rule_set_revision integer not null,
  now timestamp(3) with time zone not null,
  evaluated_at timestamp(3) with time zone not null,
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
  hit_rule_ids uuid[] default '{}'::uuid[] not null,
  unknown_rule_ids uuid[] default '{}'::uuid[] not null,
  rule_id uuid,
  arrived xid8 default pg_current_xact_id() not null,
  constraint evaluations_pkey PRIMARY KEY (organization_id, id)
) partition by RANGE (id);
CREATE INDEX evaluations_arrived ON ONLY evaluations USING btree (organization_id, arrived, id);
CREATE INDEX evaluations_others ON ONLY evaluations USING btree (organization_id, record_type, evaluated_at, id) WHERE (trigger <> 'transaction_created'::text);
CREATE INDEX evaluations_record ON ONLY evaluations USING btree (organization_id, record_id, evaluated_at);
CREATE INDEX evaluations_time ON ONLY evaluations USING btree (organization_id, evaluated_at, id);
alter table evaluations enable row level security;
alter table evaluations force row level security;
create policy tenant on evaluations using ((organization_id = :organization));
-- granted to tamis_app: delete, insert, select, update

create table evaluations_rest (
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
  rule_set_revision integer not null,
  now timestamp(3) with time zone not null,
  evaluated_at timestamp(3) with time zone not null,
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
  hit_rule_ids uuid[] default '{}'::uuid[] not null,
  unknown_rule_ids uuid[] default '{}'::uuid[] not null,
  rule_id uuid,
  arrived xid8 default pg_current_xact_id() not null,
  constraint evaluations_rest_pkey PRIMARY KEY (organization_id, id)
) with (toast_tuple_target=4080);
alter table evaluations attach partition evaluations_rest DEFAULT;
CREATE INDEX evaluations_rest_organization_id_arrived_id_idx ON evaluations_rest USING btree (organization_id, arrived, id);
CREATE INDEX evaluations_rest_organization_id_evaluated_at_id_idx ON evaluations_rest USING btree (organization_id, evaluated_at, id);
CREATE INDEX evaluations_rest_organization_id_record_id_evaluated_at_idx ON evaluations_rest USING btree (organization_id, record_id, evaluated_at);
CREATE INDEX evaluations_rest_organization_id_record_type_evaluated_at_i_idx ON evaluations_rest USING btree (organization_id, record_type, evaluated_at, id) WHERE (trigger <> 'transaction_created'::text);
-- granted to tamis_app: nothing

create table replay_samples (
  organization_id uuid not null,
  day date not null,
  claimed_at timestamp(3) with time zone not null,
  finished_at timestamp(3) with time zone,
  replayed integer default 0 not null,
  unavailable integer default 0 not null,
  differing uuid[] default '{}'::uuid[] not null,
  constraint replay_samples_pkey PRIMARY KEY (organization_id, day),
  constraint replay_samples_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);
alter table replay_samples enable row level security;
alter table replay_samples force row level security;
create policy tenant on replay_samples using ((organization_id = :organization));
-- granted to tamis_app: delete, insert, select, update

create table rule_automations (
  organization_id uuid not null,
  automation_id uuid not null,
  constraint rule_automations_pkey PRIMARY KEY (organization_id, automation_id),
  constraint rule_automations_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);
alter table rule_automations enable row level security;
alter table rule_automations force row level security;
create policy tenant on rule_automations using ((organization_id = :organization));
-- granted to tamis_app: delete, insert, select, update

create table sensitive_questions (
  organization_id uuid not null,
  asker_id text not null,
  record_id uuid not null,
  asked integer not null,
  since timestamp(3) with time zone default now() not null,
  constraint sensitive_questions_pkey PRIMARY KEY (organization_id, asker_id, record_id),
  constraint sensitive_questions_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);
alter table sensitive_questions enable row level security;
alter table sensitive_questions force row level security;
create policy tenant on sensitive_questions using ((organization_id = :organization));
-- granted to tamis_app: delete, insert, select, update

create table waiting_runs (
  organization_id uuid not null,
  evaluation_id uuid not null,
  attempts integer default 0 not null,
  due_at timestamp(3) with time zone default now() not null,
  cause json,
  constraint waiting_runs_pkey PRIMARY KEY (organization_id, evaluation_id)
);
CREATE INDEX waiting_runs_due ON waiting_runs USING btree (organization_id, due_at, evaluation_id);
alter table waiting_runs enable row level security;
alter table waiting_runs force row level security;
create policy tenant_delete on waiting_runs for delete using ((organization_id = :organization));
create policy tenant_insert on waiting_runs for insert with check ((organization_id = :organization));
create policy tenant_read on waiting_runs for select using (((organization_id = :organization) OR (:lookup = 'waiting runs'::text)));
create policy tenant_update on waiting_runs for update using ((organization_id = :organization));
-- granted to tamis_app: delete, insert, select, update

create table window_changes (
  organization_id uuid not null,
  source text not null,
  key text not null,
  happened_at timestamp(3) with time zone not null,
  changed_by bigint not null
);
CREATE INDEX window_changes_of ON window_changes USING btree (organization_id, source, key, changed_by);
alter table window_changes enable row level security;
alter table window_changes force row level security;
create policy ended_delete on window_changes for delete using ((:lookup = 'ended window parts'::text));
create policy ended_read on window_changes for select using ((:lookup = 'ended window parts'::text));
create policy tenant on window_changes using ((organization_id = :organization));
-- granted to tamis_app: delete, insert, select, update

create table window_marks (
  ended timestamp(3) with time zone not null,
  fence bigint not null,
  is_floor boolean default false not null
);
-- granted to tamis_app: delete, insert, select, update

create table window_parts (
  organization_id uuid not null,
  key uuid not null,
  starts timestamp(3) with time zone not null,
  ends timestamp(3) with time zone not null,
  row_count bigint not null,
  known bigint not null,
  matching bigint not null,
  value_count bigint not null,
  odd bigint not null,
  number numeric,
  items text[],
  seen bigint not null
);
CREATE INDEX window_parts_of ON window_parts USING btree (organization_id, key, starts, ends, seen);
alter table window_parts enable row level security;
alter table window_parts force row level security;
create policy ended_delete on window_parts for delete using ((:lookup = 'ended window parts'::text));
create policy ended_read on window_parts for select using ((:lookup = 'ended window parts'::text));
create policy tenant on window_parts using ((organization_id = :organization));
-- granted to tamis_app: delete, insert, select, update

-- decisions/rule-sets

create table active_rule_sets (
  organization_id uuid not null,
  version text not null,
  revision integer not null,
  constraint active_rule_sets_pkey PRIMARY KEY (organization_id),
  constraint active_rule_sets_organization_id_version_fkey FOREIGN KEY (organization_id, version) REFERENCES rule_sets(organization_id, version)
);
alter table active_rule_sets enable row level security;
alter table active_rule_sets force row level security;
create policy counted_organizations on active_rule_sets for select using ((:lookup = 'rule counts'::text));
create policy tenant on active_rule_sets using ((organization_id = :organization));
-- granted to tamis_app: delete, insert, select, update

create table child_opt_ins (
  organization_id uuid not null,
  resource_type text not null,
  resource_id uuid not null,
  parent_organization_id uuid not null,
  enabled_by text,
  enabled_at timestamp(3) with time zone not null,
  parameters json default '{}'::json not null,
  since pg_snapshot default pg_current_snapshot() not null,
  constraint child_opt_ins_pkey PRIMARY KEY (organization_id, resource_type, resource_id),
  constraint child_opt_ins_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint child_opt_ins_organization_id_resource_type_resource_id_fkey FOREIGN KEY (organization_id, resource_type, resource_id) REFERENCES child_shares(organization_id, resource_type, resource_id) ON DELETE CASCADE
);
alter table child_opt_ins enable row level security;
alter table child_opt_ins force row level security;
create policy tenant_delete on child_opt_ins for delete using ((organization_id = :organization));
create policy tenant_insert on child_opt_ins for insert with check ((organization_id = :organization));
create policy tenant_read on child_opt_ins for select using (((organization_id = :organization) OR (parent_organization_id = :organization) OR ((:lookup = 'webhooks'::text) AND (resource_type = 'webhook'::text))));
create policy tenant_update on child_opt_ins for update using ((organization_id = :organization));
-- granted to tamis_app: delete, insert, select, update

create table child_shares (
  organization_id uuid not null,
  parent_organization_id uuid not null,
  resource_type text not null,
  resource_id uuid not null,
  name text not null,
  content json not null,
  list_ids uuid[] default '{}'::uuid[] not null,
  shared_at timestamp(3) with time zone not null,
  constraint child_shares_pkey PRIMARY KEY (organization_id, resource_type, resource_id),
  constraint child_shares_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint child_shares_parent_organization_id_fkey FOREIGN KEY (parent_organization_id) REFERENCES organizations(id),
  constraint child_shares_resource_type_check CHECK ((resource_type = ANY (ARRAY['risk_matrix'::text, 'data_list'::text, 'webhook'::text])))
);
CREATE INDEX child_shares_of ON child_shares USING btree (parent_organization_id, resource_type, resource_id);
alter table child_shares enable row level security;
alter table child_shares force row level security;
create policy tenant_delete on child_shares for delete using (((parent_organization_id = :organization) AND (EXISTS ( SELECT FROM organizations o WHERE ((o.id = child_shares.organization_id) AND (o.parent_organization_id = :organization))))));
create policy tenant_insert on child_shares for insert with check (((parent_organization_id = :organization) AND (EXISTS ( SELECT FROM organizations o WHERE ((o.id = child_shares.organization_id) AND (o.parent_organization_id = :organization))))));
create policy tenant_read on child_shares for select using (((organization_id = :organization) OR (parent_organization_id = :organization) OR ((:lookup = 'webhooks'::text) AND (resource_type = 'webhook'::text))));
create policy tenant_update on child_shares for update using (((parent_organization_id = :organization) AND (EXISTS ( SELECT FROM organizations o WHERE ((o.id = child_shares.organization_id) AND (o.parent_organization_id = :organization))))));
-- granted to tamis_app: delete, insert, select, update

create table risk_matrices (
  organization_id uuid not null,
  id uuid not null,
  key text not null,
  name text not null,
  description text not null,
  category text not null,
  status text not null,
  target_entity_types text[] not null,
  scoring_config json,
  decisions json,
  tags text[] not null,
  version integer not null,
  created_by text,
  created_at timestamp(3) with time zone not null,
  updated_by text,
  updated_at timestamp(3) with time zone not null,
  evaluation_triggers json default '[]'::json not null,
  triggers json default '[]'::json not null,
  constraint risk_matrices_pkey PRIMARY KEY (organization_id, id),
  constraint risk_matrices_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint risk_matrices_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'active'::text, 'shadow'::text, 'inactive'::text, 'archived'::text])))
);
CREATE UNIQUE INDEX risk_matrices_key ON risk_matrices USING btree (organization_id, key) WHERE (status <> 'archived'::text);
CREATE UNIQUE INDEX risk_matrices_name ON risk_matrices USING btree (organization_id, name) WHERE (status <> 'archived'::text);
alter table risk_matrices enable row level security;
alter table risk_matrices force row level security;
create policy tenant on risk_matrices using ((organization_id = :organization));
-- granted to tamis_app: delete, insert, select, update

create table risk_matrix_defaults (
  organization_id uuid not null,
  target text not null,
  position integer not null,
  risk_matrix_id uuid not null,
  constraint risk_matrix_defaults_pkey PRIMARY KEY (organization_id, target, "position"),
  constraint risk_matrix_defaults_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint risk_matrix_defaults_target_check CHECK ((target = ANY (ARRAY['person'::text, 'company'::text, 'transaction'::text, 'user_event'::text])))
);
alter table risk_matrix_defaults enable row level security;
alter table risk_matrix_defaults force row level security;
create policy tenant on risk_matrix_defaults using ((organization_id = :organization));
-- granted to tamis_app: delete, insert, select, update

create table rule_set_activations (
  organization_id uuid not null,
  revision integer not null,
  version text not null,
  reason text,
  activated_by text,
  activated_at timestamp(3) with time zone default now() not null,
  deactivated_at timestamp(3) with time zone,
  content json not null,
  constraint rule_set_activations_pkey PRIMARY KEY (organization_id, revision),
  constraint rule_set_activations_organization_id_version_fkey FOREIGN KEY (organization_id, version) REFERENCES rule_sets(organization_id, version)
);
alter table rule_set_activations enable row level security;
alter table rule_set_activations force row level security;
create policy tenant on rule_set_activations using ((organization_id = :organization));
-- granted to tamis_app: delete, insert, select, update

create table rule_sets (
  organization_id uuid not null,
  version text not null,
  number integer not null,
  content json not null,
  previous_version text,
  created_at timestamp(3) with time zone default now() not null,
  constraint rule_sets_pkey PRIMARY KEY (organization_id, version),
  constraint rule_sets_organization_id_number_key UNIQUE (organization_id, number),
  constraint rule_sets_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);
alter table rule_sets enable row level security;
alter table rule_sets force row level security;
create policy tenant on rule_sets using ((organization_id = :organization));
-- granted to tamis_app: delete, insert, select, update

-- decisions/rule-counters

create table rule_count_progress (
  organization_id uuid not null,
  counted pg_snapshot default '1:1:'::pg_snapshot not null,
  counting pg_snapshot,
  counting_at timestamp(3) with time zone,
  arrived xid8 default '1'::xid8 not null,
  evaluation_id uuid default '00000000-0000-0000-0000-000000000000'::uuid not null,
  constraint rule_count_progress_pkey PRIMARY KEY (organization_id),
  constraint rule_count_progress_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);
alter table rule_count_progress enable row level security;
alter table rule_count_progress force row level security;
create policy tenant on rule_count_progress using ((organization_id = :organization));
-- granted to tamis_app: delete, insert, select, update

create table rule_counts (
  organization_id uuid not null,
  rule_id uuid not null,
  version integer not null,
  period text not null,
  at timestamp(3) with time zone not null,
  revision integer not null,
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
  last_at timestamp(3) with time zone not null,
  last_hit_at timestamp(3) with time zone,
  too_many_rows bigint,
  constraint rule_counts_pkey PRIMARY KEY (organization_id, rule_id, version, period, at, revision),
  constraint rule_counts_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint rule_counts_period_check CHECK ((period = ANY (ARRAY['minute'::text, 'hour'::text])))
) with (fillfactor=40);
alter table rule_counts enable row level security;
alter table rule_counts force row level security;
create policy tenant on rule_counts using ((organization_id = :organization));
-- granted to tamis_app: delete, insert, select, update

-- rules/rules

create table library_names (
  organization_id uuid not null,
  version integer not null,
  source text not null,
  parameters json not null,
  reason text,
  created_by text,
  created_at timestamp(3) with time zone not null,
  constraint library_names_pkey PRIMARY KEY (organization_id, version),
  constraint library_names_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);
alter table library_names enable row level security;
alter table library_names force row level security;
create policy tenant on library_names using ((organization_id = :organization));
-- granted to tamis_app: delete, insert, select, update

create table rule_approvals (
  organization_id uuid not null,
  id uuid not null,
  rule_id uuid,
  action text not null,
  version integer not null,
  request text not null,
  reason text,
  requested_by text not null,
  requested_person text not null,
  requested_at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone not null,
  status text not null,
  decided_by text,
  decided_at timestamp(3) with time zone,
  comment text,
  rule_set_version text,
  risk_matrix_id uuid,
  constraint rule_approvals_pkey PRIMARY KEY (organization_id, id),
  constraint rule_approvals_organization_id_rule_id_fkey FOREIGN KEY (organization_id, rule_id) REFERENCES rules(organization_id, id),
  constraint rule_approvals_check CHECK ((num_nonnulls(rule_id, rule_set_version, risk_matrix_id) =
CASE
    WHEN (action = ANY (ARRAY['rules'::text, 'library'::text, 'param'::text, 'matrix_defaults'::text, 'settings'::text, 'match_decision'::text])) THEN 0
    ELSE 1
END)),
  constraint rule_approvals_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'approved'::text, 'rejected'::text, 'withdrawn'::text])))
);
CREATE INDEX rule_approvals_time ON rule_approvals USING btree (organization_id, requested_at, id);
alter table rule_approvals enable row level security;
alter table rule_approvals force row level security;
create policy tenant on rule_approvals using ((organization_id = :organization));
-- granted to tamis_app: delete, insert, select, update

create table rule_guard_trips (
  organization_id uuid not null,
  id uuid not null,
  rule_id uuid not null,
  tripped_at timestamp(3) with time zone not null,
  metric text not null,
  observed double precision not null,
  tripped_limit text not null,
  bound double precision not null,
  action text not null,
  evaluation_ids uuid[] not null,
  ended_at timestamp(3) with time zone,
  undone_by text,
  constraint rule_guard_trips_pkey PRIMARY KEY (organization_id, id),
  constraint rule_guard_trips_organization_id_rule_id_fkey FOREIGN KEY (organization_id, rule_id) REFERENCES rules(organization_id, id)
);
CREATE INDEX rule_guard_trips_open ON rule_guard_trips USING btree (organization_id, rule_id) WHERE (ended_at IS NULL);
CREATE INDEX rule_guard_trips_rule ON rule_guard_trips USING btree (organization_id, rule_id, tripped_at);
alter table rule_guard_trips enable row level security;
alter table rule_guard_trips force row level security;
create policy tenant on rule_guard_trips using ((organization_id = :organization));
-- granted to tamis_app: delete, insert, select, update

create table rule_guards (
  organization_id uuid not null,
  rule_id uuid not null,
  limits text not null,
  min_executions integer not null,
  action text not null,
  notify text[] not null,
  expected text,
  set_by text,
  set_at timestamp(3) with time zone not null,
  armed_at timestamp(3) with time zone not null,
  armed_revision integer not null,
  checked_at timestamp(3) with time zone,
  constraint rule_guards_pkey PRIMARY KEY (organization_id, rule_id),
  constraint rule_guards_organization_id_rule_id_fkey FOREIGN KEY (organization_id, rule_id) REFERENCES rules(organization_id, id),
  constraint rule_guards_action_check CHECK ((action = ANY (ARRAY['pause'::text, 'notify'::text])))
);
alter table rule_guards enable row level security;
alter table rule_guards force row level security;
create policy tenant_delete on rule_guards for delete using ((organization_id = :organization));
create policy tenant_insert on rule_guards for insert with check ((organization_id = :organization));
create policy tenant_read on rule_guards for select using (((organization_id = :organization) OR (:lookup = 'rule guards'::text)));
create policy tenant_update on rule_guards for update using ((organization_id = :organization));
-- granted to tamis_app: delete, insert, select, update

create table rule_plans (
  organization_id uuid not null,
  id uuid not null,
  based_on text,
  files text not null,
  prune boolean not null,
  changes text not null,
  created_by text not null,
  created_at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone not null,
  constraint rule_plans_pkey PRIMARY KEY (organization_id, id)
);
alter table rule_plans enable row level security;
alter table rule_plans force row level security;
create policy tenant on rule_plans using ((organization_id = :organization));
-- granted to tamis_app: delete, insert, select, update

create table rule_versions (
  organization_id uuid not null,
  rule_id uuid not null,
  version integer not null,
  id uuid not null,
  previous_version_id uuid,
  source text not null,
  form json not null,
  lists json not null,
  content_hash text not null,
  errors integer not null,
  cost integer,
  unknownable json not null,
  status text not null,
  reason text,
  created_by text,
  created_at timestamp(3) with time zone not null,
  matrices json default '{}'::json not null,
  names json,
  shared text default ''::text not null,
  publication json,
  dearest json,
  constraint rule_versions_pkey PRIMARY KEY (organization_id, rule_id, version),
  constraint rule_versions_organization_id_id_key UNIQUE (organization_id, id),
  constraint rule_versions_organization_id_rule_id_fkey FOREIGN KEY (organization_id, rule_id) REFERENCES rules(organization_id, id)
);
alter table rule_versions enable row level security;
alter table rule_versions force row level security;
create policy tenant on rule_versions using ((organization_id = :organization));
-- granted to tamis_app: delete, insert, select, update

create table rules (
  organization_id uuid not null,
  id uuid not null,
  key text not null,
  name text not null,
  external_id text,
  description text not null,
  category text not null,
  status text not null,
  enabled boolean not null,
  priority double precision not null,
  score double precision not null,
  target_entity_types text[] not null,
  owner text,
  reference text,
  tags text[] not null,
  meta json,
  creation_provenance json not null,
  version integer not null,
  active_version integer,
  shadow_version integer,
  created_by text,
  created_at timestamp(3) with time zone not null,
  updated_by text,
  updated_at timestamp(3) with time zone not null,
  risk_matrix_ids uuid[] default '{}'::uuid[] not null,
  constraint rules_pkey PRIMARY KEY (organization_id, id),
  constraint rules_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);
CREATE UNIQUE INDEX rules_external_id ON rules USING btree (organization_id, external_id) WHERE (external_id IS NOT NULL);
CREATE UNIQUE INDEX rules_key ON rules USING btree (organization_id, key) WHERE (status <> 'archived'::text);
CREATE UNIQUE INDEX rules_name ON rules USING btree (organization_id, name) WHERE (status <> 'archived'::text);
CREATE INDEX rules_status ON rules USING btree (organization_id, status, updated_at);
alter table rules enable row level security;
alter table rules force row level security;
create policy tenant on rules using ((organization_id = :organization));
-- granted to tamis_app: delete, insert, select, update

-- parties/entities

create table entities (
  organization_id uuid not null,
  id uuid not null,
  external_id text,
  type text not null,
  name text not null,
  tax_id text,
  normalized_tax_id text,
  country_code text,
  nationality text,
  risk_score double precision default 0 not null,
  risk_factors jsonb default '[]'::jsonb not null,
  status text not null,
  kyc_verified boolean default false not null,
  kyc_provider text,
  kyc_data json,
  entity_data json default '{}'::json not null,
  attributes json default '{}'::json not null,
  operational_hours json,
  registration_date timestamp(3) with time zone,
  is_client boolean default false not null,
  created_at timestamp(3) with time zone default now() not null,
  updated_at timestamp(3) with time zone default now() not null,
  deleted_at timestamp(3) with time zone,
  email text,
  phone text,
  metadata json,
  risk_matrix_ids uuid[] default '{}'::uuid[] not null,
  risk_level text default 'LOW'::text not null,
  manual_risk json,
  current_evaluation jsonb,
  status_locked boolean default false not null,
  status_reason text,
  expires_at timestamp(3) with time zone,
  expired_for timestamp(3) with time zone,
  person_email text generated always as (lower((entity_data #>> '{person,email}'::text[]))) stored,
  constraint entities_pkey PRIMARY KEY (organization_id, id),
  constraint entities_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint entities_risk_level_check CHECK ((risk_level = ANY (ARRAY['LOW'::text, 'MEDIUM'::text, 'HIGH'::text, 'CRITICAL'::text])))
);
CREATE INDEX entities_country ON entities USING btree (organization_id, country_code, created_at, id) WHERE (deleted_at IS NULL);
CREATE INDEX entities_created ON entities USING btree (organization_id, created_at, id);
CREATE INDEX entities_deleted ON entities USING btree (organization_id, external_id, deleted_at) WHERE ((external_id IS NOT NULL) AND (deleted_at IS NOT NULL));
CREATE INDEX entities_expiring ON entities USING btree (expires_at) WHERE ((expires_at IS NOT NULL) AND (deleted_at IS NULL) AND (NOT status_locked) AND (status <> ALL (ARRAY['expired'::text, 'blocked'::text, 'suspended'::text, 'rejected'::text, 'deleted'::text])) AND (expired_for IS DISTINCT FROM expires_at));
CREATE UNIQUE INDEX entities_external_id ON entities USING btree (organization_id, external_id text_pattern_ops) WHERE ((external_id IS NOT NULL) AND (deleted_at IS NULL));
CREATE UNIQUE INDEX entities_normalized_tax_id ON entities USING btree (organization_id, normalized_tax_id) WHERE ((normalized_tax_id IS NOT NULL) AND (deleted_at IS NULL));
CREATE INDEX entities_person_email ON entities USING btree (organization_id, person_email) WHERE (person_email IS NOT NULL);
CREATE INDEX entities_phone ON entities USING btree (organization_id, phone) WHERE ((phone IS NOT NULL) AND (deleted_at IS NULL));
CREATE INDEX entities_type ON entities USING btree (organization_id, type, created_at, id) WHERE (deleted_at IS NULL);
alter table entities enable row level security;
alter table entities force row level security;
create policy tenant_delete on entities for delete using ((organization_id = :organization));
create policy tenant_insert on entities for insert with check ((organization_id = :organization));
create policy tenant_read on entities for select using (((organization_id = :organization) OR ((:lookup = 'expired entities'::text) AND (expires_at IS NOT NULL) AND (deleted_at IS NULL) AND (NOT status_locked) AND (status <> ALL (ARRAY['expired'::text, 'blocked'::text, 'suspended'::text, 'rejected'::text, 'deleted'::text])) AND (expired_for IS DISTINCT FROM expires_at) AND (expires_at <= now()))));
create policy tenant_update on entities for update using ((organization_id = :organization));
CREATE TRIGGER entity_changes_noted AFTER UPDATE OF name, tax_id, country_code, nationality, entity_data ON entities FOR EACH ROW WHEN (((old.name <> new.name) OR (old.tax_id IS DISTINCT FROM new.tax_id) OR (old.country_code IS DISTINCT FROM new.country_code) OR (old.nationality IS DISTINCT FROM new.nationality) OR ((old.entity_data)::text <> (new.entity_data)::text))) EXECUTE FUNCTION note_changed_entity();
CREATE TRIGGER owning_entity AFTER UPDATE OF name, country_code, deleted_at ON entities FOR EACH ROW WHEN (((old.name <> new.name) OR (old.country_code IS DISTINCT FROM new.country_code) OR (old.deleted_at IS DISTINCT FROM new.deleted_at))) EXECUTE FUNCTION note_owning_entity();
-- granted to tamis_app: delete, insert, select, update

create table entity_match_keys (
  organization_id uuid not null,
  key text collate "C" not null,
  entity_id uuid not null,
  constraint entity_match_keys_pkey PRIMARY KEY (organization_id, key, entity_id)
);
alter table entity_match_keys enable row level security;
alter table entity_match_keys force row level security;
create policy tenant on entity_match_keys using ((organization_id = :organization));
-- granted to tamis_app: delete, insert, select, update

create table entity_status_history (
  organization_id uuid not null,
  entity_id uuid not null,
  id uuid not null,
  status text not null,
  previous_status text,
  reason text,
  changed_by jsonb not null,
  source text not null,
  changed_at timestamp(3) with time zone not null,
  seq bigint generated always as identity not null,
  constraint entity_status_history_pkey PRIMARY KEY (organization_id, entity_id, id),
  constraint entity_status_history_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint entity_status_history_source_check CHECK ((source = ANY (ARRAY['api'::text, 'dashboard'::text, 'rule'::text, 'automation'::text, 'kyc'::text, 'system'::text])))
);
CREATE INDEX entity_status_history_order ON entity_status_history USING btree (organization_id, entity_id, seq);
-- sequence entity_status_history_seq_seq (1,1,1,9223372036854775807,1,f), granted: nothing
alter table entity_status_history enable row level security;
alter table entity_status_history force row level security;
create policy tenant on entity_status_history using ((organization_id = :organization));
-- granted to tamis_app: delete, insert, select, update

create table former_external_ids (
  organization_id uuid not null,
  entity_id uuid not null,
  external_id text not null,
  changed_at timestamp(3) with time zone not null,
  constraint former_external_ids_pkey PRIMARY KEY (organization_id, entity_id, external_id),
  constraint former_external_ids_organization_id_entity_id_fkey FOREIGN KEY (organization_id, entity_id) REFERENCES entities(organization_id, id)
);
alter table former_external_ids enable row level security;
alter table former_external_ids force row level security;
create policy tenant on former_external_ids using ((organization_id = :organization));
-- granted to tamis_app: delete, insert, select, update

create table payment_account_numbers (
  organization_id uuid not null,
  id uuid not null,
  account_number bytea not null,
  account_number_hash bytea not null,
  constraint payment_account_numbers_pkey PRIMARY KEY (organization_id, id),
  constraint payment_account_numbers_organization_id_id_fkey FOREIGN KEY (organization_id, id) REFERENCES entities(organization_id, id)
);
CREATE INDEX payment_account_numbers_hash ON payment_account_numbers USING btree (organization_id, account_number_hash);
alter table payment_account_numbers enable row level security;
alter table payment_account_numbers force row level security;
create policy tenant on payment_account_numbers using ((organization_id = :organization));
-- granted to tamis_app: delete, insert, select, update

-- parties/entity-accounts

create table entity_accounts (
  organization_id uuid not null,
  id uuid not null,
  entity_id uuid not null,
  external_account_id text,
  account_type text not null,
  legacy_account_type text,
  currency text not null,
  status text not null,
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
  opened_at timestamp(3) with time zone,
  closed_at timestamp(3) with time zone,
  metadata json default '{}'::json not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  deleted_at timestamp(3) with time zone,
  constraint entity_accounts_pkey PRIMARY KEY (organization_id, id),
  constraint entity_accounts_organization_id_entity_id_fkey FOREIGN KEY (organization_id, entity_id) REFERENCES entities(organization_id, id),
  constraint entity_accounts_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint entity_accounts_status_check CHECK ((status = ANY (ARRAY['active'::text, 'inactive'::text, 'pending'::text, 'blocked'::text, 'closed'::text])))
);
CREATE INDEX entity_accounts_entity ON entity_accounts USING btree (organization_id, entity_id, created_at, id);
CREATE UNIQUE INDEX entity_accounts_external_id ON entity_accounts USING btree (organization_id, entity_id, external_account_id) WHERE ((external_account_id IS NOT NULL) AND (deleted_at IS NULL));
CREATE UNIQUE INDEX entity_accounts_number ON entity_accounts USING btree (organization_id, entity_id, account_number_hash) WHERE ((account_number_hash IS NOT NULL) AND (deleted_at IS NULL));
CREATE INDEX entity_accounts_of_account_number_hash ON entity_accounts USING btree (organization_id, account_number_hash) WHERE ((account_number_hash IS NOT NULL) AND (deleted_at IS NULL));
CREATE INDEX entity_accounts_of_cbu ON entity_accounts USING btree (organization_id, cbu) WHERE ((cbu IS NOT NULL) AND (deleted_at IS NULL));
CREATE INDEX entity_accounts_of_clabe ON entity_accounts USING btree (organization_id, clabe) WHERE ((clabe IS NOT NULL) AND (deleted_at IS NULL));
CREATE INDEX entity_accounts_of_cvu ON entity_accounts USING btree (organization_id, cvu) WHERE ((cvu IS NOT NULL) AND (deleted_at IS NULL));
CREATE INDEX entity_accounts_of_iban ON entity_accounts USING btree (organization_id, iban) WHERE ((iban IS NOT NULL) AND (deleted_at IS NULL));
CREATE INDEX entity_accounts_of_pix_key ON entity_accounts USING btree (organization_id, pix_key) WHERE ((pix_key IS NOT NULL) AND (deleted_at IS NULL));
CREATE INDEX entity_accounts_of_wallet_address ON entity_accounts USING btree (organization_id, wallet_address) WHERE ((wallet_address IS NOT NULL) AND (deleted_at IS NULL));
CREATE UNIQUE INDEX entity_accounts_primary ON entity_accounts USING btree (organization_id, entity_id, currency) WHERE (is_primary AND (deleted_at IS NULL));
alter table entity_accounts enable row level security;
alter table entity_accounts force row level security;
create policy tenant on entity_accounts using ((organization_id = :organization));
-- granted to tamis_app: delete, insert, select, update

-- parties/relationships

create table relationships (
  organization_id uuid not null,
  id uuid not null,
  source_entity_id uuid not null,
  target_entity_id uuid not null,
  relationship_type text not null,
  role text,
  strength double precision,
  metadata json default '{}'::json not null,
  version_of uuid,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone,
  deleted_at timestamp(3) with time zone,
  constraint relationships_pkey PRIMARY KEY (organization_id, id),
  constraint relationships_organization_id_source_entity_id_fkey FOREIGN KEY (organization_id, source_entity_id) REFERENCES entities(organization_id, id),
  constraint relationships_organization_id_target_entity_id_fkey FOREIGN KEY (organization_id, target_entity_id) REFERENCES entities(organization_id, id),
  constraint relationships_check CHECK ((source_entity_id <> target_entity_id)),
  constraint relationships_strength_check CHECK (((strength >= (0)::double precision) AND (strength <= (1)::double precision)))
);
CREATE UNIQUE INDEX relationships_once ON relationships USING btree (organization_id, source_entity_id, target_entity_id, relationship_type, COALESCE(role, ''::text)) WHERE (deleted_at IS NULL);
CREATE INDEX relationships_source ON relationships USING btree (organization_id, source_entity_id, created_at, id);
CREATE INDEX relationships_target ON relationships USING btree (organization_id, target_entity_id, created_at, id);
CREATE INDEX relationships_versions ON relationships USING btree (organization_id, version_of) WHERE (version_of IS NOT NULL);
alter table relationships enable row level security;
alter table relationships force row level security;
create policy tenant on relationships using ((organization_id = :organization));
CREATE TRIGGER owned_insert AFTER INSERT ON relationships REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION note_owned();
CREATE TRIGGER owned_update AFTER UPDATE ON relationships REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION note_owned();
-- granted to tamis_app: delete, insert, select, update

-- parties/country-activations

create table country_activation_changes (
  organization_id uuid not null,
  entity_id uuid not null,
  country_code text not null,
  id uuid not null,
  status text not null,
  previous_status text not null,
  changed_by jsonb not null,
  changed_at timestamp(3) with time zone not null,
  constraint country_activation_changes_pkey PRIMARY KEY (organization_id, entity_id, country_code, id),
  constraint country_activation_changes_organization_id_entity_id_fkey FOREIGN KEY (organization_id, entity_id) REFERENCES entities(organization_id, id),
  constraint country_activation_changes_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);
alter table country_activation_changes enable row level security;
alter table country_activation_changes force row level security;
create policy tenant on country_activation_changes using ((organization_id = :organization));
-- granted to tamis_app: delete, insert, select, update

create table country_activations (
  organization_id uuid not null,
  entity_id uuid not null,
  country_code text not null,
  status text not null,
  activated_at timestamp(3) with time zone,
  deactivated_at timestamp(3) with time zone,
  updated_at timestamp(3) with time zone not null,
  constraint country_activations_pkey PRIMARY KEY (organization_id, entity_id, country_code),
  constraint country_activations_organization_id_entity_id_fkey FOREIGN KEY (organization_id, entity_id) REFERENCES entities(organization_id, id),
  constraint country_activations_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint country_activations_status_check CHECK ((status = ANY (ARRAY['deactivated'::text, 'activation_requested'::text, 'activation_in_progress'::text, 'activated'::text])))
);
alter table country_activations enable row level security;
alter table country_activations force row level security;
create policy tenant on country_activations using ((organization_id = :organization));
-- granted to tamis_app: delete, insert, select, update

-- parties/creation-blocks

create table creation_blocks (
  organization_id uuid not null,
  id uuid not null,
  list_id uuid not null,
  field_path text not null,
  scope text not null,
  created_by text not null,
  created_at timestamp(3) with time zone not null,
  constraint creation_blocks_pkey PRIMARY KEY (organization_id, id),
  constraint creation_blocks_once UNIQUE (organization_id, list_id, field_path, scope),
  constraint creation_blocks_organization_id_list_id_fkey FOREIGN KEY (organization_id, list_id) REFERENCES data_lists(organization_id, id),
  constraint creation_blocks_scope_check CHECK ((scope = ANY (ARRAY['all'::text, 'person'::text, 'company'::text, 'payment_method'::text])))
);
alter table creation_blocks enable row level security;
alter table creation_blocks force row level security;
create policy tenant on creation_blocks using ((organization_id = :organization));
-- granted to tamis_app: delete, insert, select, update

-- parties/devices

create table device_addresses (
  organization_id uuid not null,
  device uuid not null,
  entity_id uuid not null,
  ip_address text not null,
  country_code text,
  is_vpn boolean,
  is_proxy boolean,
  is_tor boolean,
  count integer not null,
  first_seen_at timestamp(3) with time zone not null,
  last_seen_at timestamp(3) with time zone not null,
  constraint device_addresses_pkey PRIMARY KEY (organization_id, device, ip_address),
  constraint device_addresses_organization_id_device_fkey FOREIGN KEY (organization_id, device) REFERENCES devices(organization_id, id) ON DELETE CASCADE
);
CREATE INDEX device_addresses_entity ON device_addresses USING btree (organization_id, entity_id, ip_address);
CREATE INDEX device_addresses_seen ON device_addresses USING btree (organization_id, device, last_seen_at);
CREATE INDEX device_addresses_shared ON device_addresses USING btree (organization_id, ip_address, last_seen_at);
alter table device_addresses enable row level security;
alter table device_addresses force row level security;
create policy tenant on device_addresses using ((organization_id = :organization));
-- granted to tamis_app: delete, insert, select, update

create table devices (
  organization_id uuid not null,
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
  is_blocked boolean default false not null,
  is_trusted boolean default false not null,
  metadata json default '{}'::json not null,
  event_count integer default 0 not null,
  first_seen_at timestamp(3) with time zone not null,
  last_seen_at timestamp(3) with time zone not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint devices_pkey PRIMARY KEY (organization_id, id),
  constraint devices_of_entity UNIQUE (organization_id, entity_id, device_id),
  constraint devices_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);
CREATE INDEX devices_device_id ON devices USING btree (organization_id, device_id, last_seen_at);
CREATE INDEX devices_seen ON devices USING btree (organization_id, entity_id, last_seen_at, id);
alter table devices enable row level security;
alter table devices force row level security;
create policy tenant on devices using ((organization_id = :organization));
-- granted to tamis_app: delete, insert, select, update

-- events/transactions

create table transaction_keys (
  organization_id uuid not null,
  external_id text collate "C" not null,
  id uuid not null,
  transacted_at timestamp(3) with time zone not null,
  constraint transactions_external_id PRIMARY KEY (organization_id, external_id)
);
alter table transaction_keys enable row level security;
alter table transaction_keys force row level security;
create policy tenant on transaction_keys using ((organization_id = :organization));
-- granted to tamis_app: delete, insert, select, update

create table transactions (
  organization_id uuid not null,
  id uuid not null,
  seq bigint default nextval('transactions_seq_seq'::regclass) not null,
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
  flagged boolean default false not null,
  last_evaluation_id uuid,
  rule_set_version text,
  last_risk_evaluation_at timestamp(3) with time zone,
  status_history json not null,
  batch_job_id uuid,
  transacted_at timestamp(3) with time zone not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  risk_matrix_ids uuid[] default '{}'::uuid[] not null,
  device_id text generated always as ((device_details ->> 'deviceId'::text)) stored,
  currencies_exchange json default '[]'::json not null,
  device_address inet generated always as (address_of((device_details ->> 'ipAddress'::text))) stored,
  origin_card text generated always as (
CASE json_typeof((origin_details -> 'cardFingerprint'::text))
    WHEN 'string'::text THEN (origin_details ->> 'cardFingerprint'::text)
    ELSE NULL::text
END) stored,
  destination_card text generated always as (
CASE json_typeof((destination_details -> 'cardFingerprint'::text))
    WHEN 'string'::text THEN (destination_details ->> 'cardFingerprint'::text)
    ELSE NULL::text
END) stored,
  origin_account text generated always as (
CASE json_typeof((origin_details -> 'accountNumber'::text))
    WHEN 'string'::text THEN (origin_details ->> 'accountNumber'::text)
    ELSE NULL::text
END) stored,
  destination_account text generated always as (
CASE json_typeof((destination_details -> 'accountNumber'::text))
    WHEN 'string'::text THEN (destination_details ->> 'accountNumber'::text)
    ELSE NULL::text
END) stored,
  constraint transactions_pkey PRIMARY KEY (organization_id, id, transacted_at)
) partition by RANGE (transacted_at);
CREATE INDEX transactions_amount ON ONLY transactions USING btree (organization_id, amount, id);
CREATE INDEX transactions_arrival ON ONLY transactions USING btree (organization_id, created_at, id);
CREATE INDEX transactions_batch ON ONLY transactions USING btree (organization_id, batch_job_id) WHERE (batch_job_id IS NOT NULL);
CREATE INDEX transactions_destination ON ONLY transactions USING btree (organization_id, destination_entity_id, transacted_at, seq) INCLUDE (id, amount, currency);
CREATE INDEX transactions_device ON ONLY transactions USING btree (organization_id, origin_entity_id, device_id) WHERE (device_id IS NOT NULL);
CREATE INDEX transactions_of_address ON ONLY transactions USING btree (organization_id, device_address, transacted_at, seq) WHERE (device_address IS NOT NULL);
CREATE INDEX transactions_of_destination_account ON ONLY transactions USING btree (organization_id, destination_account, transacted_at, seq) WHERE (destination_account IS NOT NULL);
CREATE INDEX transactions_of_destination_card ON ONLY transactions USING btree (organization_id, destination_card, transacted_at, seq) WHERE (destination_card IS NOT NULL);
CREATE INDEX transactions_of_device ON ONLY transactions USING btree (organization_id, device_id, transacted_at, seq) WHERE (device_id IS NOT NULL);
CREATE INDEX transactions_of_origin_account ON ONLY transactions USING btree (organization_id, origin_account, transacted_at, seq) WHERE (origin_account IS NOT NULL);
CREATE INDEX transactions_of_origin_card ON ONLY transactions USING btree (organization_id, origin_card, transacted_at, seq) WHERE (origin_card IS NOT NULL);
CREATE INDEX transactions_origin ON ONLY transactions USING btree (organization_id, origin_entity_id, transacted_at, seq) INCLUDE (id, amount, currency);
CREATE INDEX transactions_risk ON ONLY transactions USING btree (organization_id, COALESCE(risk_score, ('-1'::integer)::numeric), id);
CREATE INDEX transactions_time ON ONLY transactions USING btree (organization_id, transacted_at, id);
CREATE INDEX transactions_unlinked_destination ON ONLY transactions USING btree (organization_id, destination_external_id, seq) WHERE ((destination_entity_id IS NULL) AND (destination_external_id IS NOT NULL));
CREATE INDEX transactions_unlinked_origin ON ONLY transactions USING btree (organization_id, origin_external_id, seq) WHERE ((origin_entity_id IS NULL) AND (origin_external_id IS NOT NULL));
-- sequence transactions_seq_seq (1,1,1,9223372036854775807,1,f), granted: SELECT, USAGE
alter table transactions enable row level security;
alter table transactions force row level security;
create policy tenant on transactions using ((organization_id = :organization));
CREATE TRIGGER keep_keys AFTER INSERT ON transactions REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION keep_transaction_keys();
CREATE TRIGGER note_delete AFTER DELETE ON transactions FOR EACH ROW WHEN ((old.transacted_at < date_trunc('hour'::text, clock_timestamp(), 'UTC'::text))) EXECUTE FUNCTION note_transactions();
CREATE TRIGGER note_insert AFTER INSERT ON transactions FOR EACH ROW WHEN ((new.transacted_at < date_trunc('hour'::text, clock_timestamp(), 'UTC'::text))) EXECUTE FUNCTION note_transactions();
CREATE TRIGGER note_update AFTER UPDATE ON transactions FOR EACH ROW WHEN (((old.transacted_at < date_trunc('hour'::text, clock_timestamp(), 'UTC'::text)) OR (new.transacted_at < date_trunc('hour'::text, clock_timestamp(), 'UTC'::text)))) EXECUTE FUNCTION note_transactions();
CREATE TRIGGER settle_external_ids BEFORE INSERT ON transactions FOR EACH ROW EXECUTE FUNCTION settle_transactions();
-- granted to tamis_app: delete, insert, select, update

create table transactions_rest (
  organization_id uuid not null,
  id uuid not null,
  seq bigint default nextval('transactions_seq_seq'::regclass) not null,
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
  flagged boolean default false not null,
  last_evaluation_id uuid,
  rule_set_version text,
  last_risk_evaluation_at timestamp(3) with time zone,
  status_history json not null,
  batch_job_id uuid,
  transacted_at timestamp(3) with time zone not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  risk_matrix_ids uuid[] default '{}'::uuid[] not null,
  device_id text generated always as ((device_details ->> 'deviceId'::text)) stored,
  currencies_exchange json default '[]'::json not null,
  device_address inet generated always as (address_of((device_details ->> 'ipAddress'::text))) stored,
  origin_card text generated always as (
CASE json_typeof((origin_details -> 'cardFingerprint'::text))
    WHEN 'string'::text THEN (origin_details ->> 'cardFingerprint'::text)
    ELSE NULL::text
END) stored,
  destination_card text generated always as (
CASE json_typeof((destination_details -> 'cardFingerprint'::text))
    WHEN 'string'::text THEN (destination_details ->> 'cardFingerprint'::text)
    ELSE NULL::text
END) stored,
  origin_account text generated always as (
CASE json_typeof((origin_details -> 'accountNumber'::text))
    WHEN 'string'::text THEN (origin_details ->> 'accountNumber'::text)
    ELSE NULL::text
END) stored,
  destination_account text generated always as (
CASE json_typeof((destination_details -> 'accountNumber'::text))
    WHEN 'string'::text THEN (destination_details ->> 'accountNumber'::text)
    ELSE NULL::text
END) stored,
  constraint transactions_rest_pkey PRIMARY KEY (organization_id, id, transacted_at)
);
alter table transactions attach partition transactions_rest DEFAULT;
CREATE INDEX transactions_rest_organization_id_amount_id_idx ON transactions_rest USING btree (organization_id, amount, id);
CREATE INDEX transactions_rest_organization_id_batch_job_id_idx ON transactions_rest USING btree (organization_id, batch_job_id) WHERE (batch_job_id IS NOT NULL);
CREATE INDEX transactions_rest_organization_id_coalesce_id_idx ON transactions_rest USING btree (organization_id, COALESCE(risk_score, ('-1'::integer)::numeric), id);
CREATE INDEX transactions_rest_organization_id_created_at_id_idx ON transactions_rest USING btree (organization_id, created_at, id);
CREATE INDEX transactions_rest_organization_id_destination_account_trans_idx ON transactions_rest USING btree (organization_id, destination_account, transacted_at, seq) WHERE (destination_account IS NOT NULL);
CREATE INDEX transactions_rest_organization_id_destination_card_transact_idx ON transactions_rest USING btree (organization_id, destination_card, transacted_at, seq) WHERE (destination_card IS NOT NULL);
CREATE INDEX transactions_rest_organization_id_destination_entity_id_tra_idx ON transactions_rest USING btree (organization_id, destination_entity_id, transacted_at, seq) INCLUDE (id, amount, currency);
CREATE INDEX transactions_rest_organization_id_destination_external_id_s_idx ON transactions_rest USING btree (organization_id, destination_external_id, seq) WHERE ((destination_entity_id IS NULL) AND (destination_external_id IS NOT NULL));
CREATE INDEX transactions_rest_organization_id_device_address_transacted_idx ON transactions_rest USING btree (organization_id, device_address, transacted_at, seq) WHERE (device_address IS NOT NULL);
CREATE INDEX transactions_rest_organization_id_device_id_transacted_at_s_idx ON transactions_rest USING btree (organization_id, device_id, transacted_at, seq) WHERE (device_id IS NOT NULL);
CREATE INDEX transactions_rest_organization_id_origin_account_transacted_idx ON transactions_rest USING btree (organization_id, origin_account, transacted_at, seq) WHERE (origin_account IS NOT NULL);
CREATE INDEX transactions_rest_organization_id_origin_card_transacted_at_idx ON transactions_rest USING btree (organization_id, origin_card, transacted_at, seq) WHERE (origin_card IS NOT NULL);
CREATE INDEX transactions_rest_organization_id_origin_entity_id_device_i_idx ON transactions_rest USING btree (organization_id, origin_entity_id, device_id) WHERE (device_id IS NOT NULL);
CREATE INDEX transactions_rest_organization_id_origin_entity_id_transact_idx ON transactions_rest USING btree (organization_id, origin_entity_id, transacted_at, seq) INCLUDE (id, amount, currency);
CREATE INDEX transactions_rest_organization_id_origin_external_id_seq_idx ON transactions_rest USING btree (organization_id, origin_external_id, seq) WHERE ((origin_entity_id IS NULL) AND (origin_external_id IS NOT NULL));
CREATE INDEX transactions_rest_organization_id_transacted_at_id_idx ON transactions_rest USING btree (organization_id, transacted_at, id);
CREATE TRIGGER note_delete AFTER DELETE ON transactions_rest FOR EACH ROW WHEN ((old.transacted_at < date_trunc('hour'::text, clock_timestamp(), 'UTC'::text))) EXECUTE FUNCTION note_transactions();
CREATE TRIGGER note_insert AFTER INSERT ON transactions_rest FOR EACH ROW WHEN ((new.transacted_at < date_trunc('hour'::text, clock_timestamp(), 'UTC'::text))) EXECUTE FUNCTION note_transactions();
CREATE TRIGGER note_update AFTER UPDATE ON transactions_rest FOR EACH ROW WHEN (((old.transacted_at < date_trunc('hour'::text, clock_timestamp(), 'UTC'::text)) OR (new.transacted_at < date_trunc('hour'::text, clock_timestamp(), 'UTC'::text)))) EXECUTE FUNCTION note_transactions();
CREATE TRIGGER settle_external_ids BEFORE INSERT ON transactions_rest FOR EACH ROW EXECUTE FUNCTION settle_transactions();
-- granted to tamis_app: nothing

-- events/user-events

create table user_event_keys (
  organization_id uuid not null,
  external_id text not null,
  id uuid not null,
  occurred_at timestamp(3) with time zone not null,
  constraint user_events_external_id PRIMARY KEY (organization_id, external_id)
);
alter table user_event_keys enable row level security;
alter table user_event_keys force row level security;
create policy tenant on user_event_keys using ((organization_id = :organization));
-- granted to tamis_app: delete, insert, select, update

create table user_events (
  organization_id uuid not null,
  id uuid not null,
  seq bigint default nextval('user_events_seq_seq'::regclass) not null,
  external_id text,
  event_type text not null,
  user_id text not null,
  entity_id uuid not null,
  entity_external_id text,
  tax_id text,
  occurred_at timestamp(3) with time zone not null,
  event_date date,
  device_id text,
  ip_address text,
  country text,
  is_vpn boolean,
  is_proxy boolean,
  is_new_device boolean,
  failed_attempts_count integer,
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
  last_risk_evaluation_at timestamp(3) with time zone,
  batch_job_id uuid,
  created_at timestamp(3) with time zone not null,
  address inet generated always as (address_of(ip_address)) stored,
  constraint user_events_pkey PRIMARY KEY (organization_id, id, occurred_at)
) partition by RANGE (occurred_at);
CREATE INDEX user_events_address ON ONLY user_events USING btree (organization_id, ip_address, occurred_at, seq) WHERE (ip_address IS NOT NULL);
CREATE INDEX user_events_batch ON ONLY user_events USING btree (organization_id, batch_job_id) WHERE (batch_job_id IS NOT NULL);
CREATE INDEX user_events_device ON ONLY user_events USING btree (organization_id, device_id, occurred_at, seq) WHERE (device_id IS NOT NULL);
CREATE INDEX user_events_entity ON ONLY user_events USING btree (organization_id, entity_id, occurred_at, seq);
CREATE INDEX user_events_of_address ON ONLY user_events USING btree (organization_id, address, occurred_at, seq) WHERE (address IS NOT NULL);
CREATE INDEX user_events_tax_id ON ONLY user_events USING btree (organization_id, tax_id_key(tax_id), occurred_at, seq) WHERE (tax_id IS NOT NULL);
CREATE INDEX user_events_time ON ONLY user_events USING btree (organization_id, occurred_at, id);
CREATE INDEX user_events_user ON ONLY user_events USING btree (organization_id, user_id, occurred_at, seq);
CREATE INDEX user_events_vpn ON ONLY user_events USING btree (organization_id, entity_id) WHERE (is_vpn OR ((device_details ->> 'isVpn'::text) = 'true'::text));
-- sequence user_events_seq_seq (1,1,1,9223372036854775807,1,f), granted: SELECT, USAGE
alter table user_events enable row level security;
alter table user_events force row level security;
create policy tenant on user_events using ((organization_id = :organization));
CREATE TRIGGER keep_keys AFTER INSERT ON user_events REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION keep_user_event_keys();
CREATE TRIGGER note_delete AFTER DELETE ON user_events FOR EACH ROW WHEN ((old.occurred_at < date_trunc('hour'::text, clock_timestamp(), 'UTC'::text))) EXECUTE FUNCTION note_user_events();
CREATE TRIGGER note_insert AFTER INSERT ON user_events FOR EACH ROW WHEN ((new.occurred_at < date_trunc('hour'::text, clock_timestamp(), 'UTC'::text))) EXECUTE FUNCTION note_user_events();
CREATE TRIGGER note_update AFTER UPDATE ON user_events FOR EACH ROW WHEN (((old.occurred_at < date_trunc('hour'::text, clock_timestamp(), 'UTC'::text)) OR (new.occurred_at < date_trunc('hour'::text, clock_timestamp(), 'UTC'::text)))) EXECUTE FUNCTION note_user_events();
CREATE TRIGGER settle_external_ids BEFORE INSERT ON user_events FOR EACH ROW EXECUTE FUNCTION settle_user_events();
-- granted to tamis_app: delete, insert, select, update

create table user_events_rest (
  organization_id uuid not null,
  id uuid not null,
  seq bigint default nextval('user_events_seq_seq'::regclass) not null,
  external_id text,
  event_type text not null,
  user_id text not null,
  entity_id uuid not null,
  entity_external_id text,
  tax_id text,
  occurred_at timestamp(3) with time zone not null,
  event_date date,
  device_id text,
  ip_address text,
  country text,
  is_vpn boolean,
  is_proxy boolean,
  is_new_device boolean,
  failed_attempts_count integer,
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
  last_risk_evaluation_at timestamp(3) with time zone,
  batch_job_id uuid,
  created_at timestamp(3) with time zone not null,
  address inet generated always as (address_of(ip_address)) stored,
  constraint user_events_rest_pkey PRIMARY KEY (organization_id, id, occurred_at)
);
alter table user_events attach partition user_events_rest DEFAULT;
CREATE INDEX user_events_rest_organization_id_address_occurred_at_seq_idx ON user_events_rest USING btree (organization_id, address, occurred_at, seq) WHERE (address IS NOT NULL);
CREATE INDEX user_events_rest_organization_id_batch_job_id_idx ON user_events_rest USING btree (organization_id, batch_job_id) WHERE (batch_job_id IS NOT NULL);
CREATE INDEX user_events_rest_organization_id_device_id_occurred_at_seq_idx ON user_events_rest USING btree (organization_id, device_id, occurred_at, seq) WHERE (device_id IS NOT NULL);
CREATE INDEX user_events_rest_organization_id_entity_id_idx ON user_events_rest USING btree (organization_id, entity_id) WHERE (is_vpn OR ((device_details ->> 'isVpn'::text) = 'true'::text));
CREATE INDEX user_events_rest_organization_id_entity_id_occurred_at_seq_idx ON user_events_rest USING btree (organization_id, entity_id, occurred_at, seq);
CREATE INDEX user_events_rest_organization_id_ip_address_occurred_at_seq_idx ON user_events_rest USING btree (organization_id, ip_address, occurred_at, seq) WHERE (ip_address IS NOT NULL);
CREATE INDEX user_events_rest_organization_id_occurred_at_id_idx ON user_events_rest USING btree (organization_id, occurred_at, id);
CREATE INDEX user_events_rest_organization_id_tax_id_key_occurred_at_seq_idx ON user_events_rest USING btree (organization_id, tax_id_key(tax_id), occurred_at, seq) WHERE (tax_id IS NOT NULL);
CREATE INDEX user_events_rest_organization_id_user_id_occurred_at_seq_idx ON user_events_rest USING btree (organization_id, user_id, occurred_at, seq);
CREATE TRIGGER note_delete AFTER DELETE ON user_events_rest FOR EACH ROW WHEN ((old.occurred_at < date_trunc('hour'::text, clock_timestamp(), 'UTC'::text))) EXECUTE FUNCTION note_user_events();
CREATE TRIGGER note_insert AFTER INSERT ON user_events_rest FOR EACH ROW WHEN ((new.occurred_at < date_trunc('hour'::text, clock_timestamp(), 'UTC'::text))) EXECUTE FUNCTION note_user_events();
CREATE TRIGGER note_update AFTER UPDATE ON user_events_rest FOR EACH ROW WHEN (((old.occurred_at < date_trunc('hour'::text, clock_timestamp(), 'UTC'::text)) OR (new.occurred_at < date_trunc('hour'::text, clock_timestamp(), 'UTC'::text)))) EXECUTE FUNCTION note_user_events();
CREATE TRIGGER settle_external_ids BEFORE INSERT ON user_events_rest FOR EACH ROW EXECUTE FUNCTION settle_user_events();
-- granted to tamis_app: nothing

-- events/batch-jobs

create table batch_jobs (
  organization_id uuid not null,
  id uuid not null,
  kind text not null,
  status text not null,
  total_items integer not null,
  next_item integer default 0 not null,
  succeeded integer default 0 not null,
  failed integer default 0 not null,
  skipped integer default 0 not null,
  errors json default '[]'::json not null,
  options json not null,
  asked_by json not null,
  attempt integer default 0 not null,
  heartbeat_at timestamp(3) with time zone,
  lease_expires_at timestamp(3) with time zone,
  worker_error text,
  created_at timestamp(3) with time zone not null,
  completed_at timestamp(3) with time zone,
  is_cancelled boolean default false not null,
  is_paused boolean default false not null,
  skipped_items bytea,
  rule_set_versions text[] default '{}'::text[] not null,
  constraint batch_jobs_pkey PRIMARY KEY (organization_id, id),
  constraint batch_jobs_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'running'::text, 'completed'::text, 'failed'::text, 'cancelled'::text, 'interrupted'::text])))
);
CREATE UNIQUE INDEX batch_jobs_live ON batch_jobs USING btree (organization_id, kind) WHERE (status = ANY (ARRAY['queued'::text, 'running'::text]));
alter table batch_jobs enable row level security;
alter table batch_jobs force row level security;
create policy tenant_delete on batch_jobs for delete using ((organization_id = :organization));
create policy tenant_insert on batch_jobs for insert with check ((organization_id = :organization));
create policy tenant_read on batch_jobs for select using (((organization_id = :organization) OR (:lookup = 'batch jobs'::text)));
create policy tenant_update on batch_jobs for update using ((organization_id = :organization));
-- granted to tamis_app: delete, insert, select, update

create table batch_rows (
  organization_id uuid not null,
  batch_id uuid not null,
  first_item integer not null,
  rows text not null,
  constraint batch_rows_pkey PRIMARY KEY (organization_id, batch_id, first_item)
);
alter table batch_rows enable row level security;
alter table batch_rows force row level security;
create policy tenant on batch_rows using ((organization_id = :organization));
-- granted to tamis_app: delete, insert, select, update

-- events/column-mappings

create table column_mappings (
  organization_id uuid not null,
  id uuid not null,
  name text not null,
  target text not null,
  column_mapping json not null,
  default_fields json not null,
  headers_snapshot text[],
  created_by text not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint column_mappings_pkey PRIMARY KEY (organization_id, id),
  constraint column_mappings_name UNIQUE (organization_id, name)
);
alter table column_mappings enable row level security;
alter table column_mappings force row level security;
create policy tenant on column_mappings using ((organization_id = :organization));
-- granted to tamis_app: delete, insert, select, update

-- enrichment/executions

create table enrichment_executions (
  organization_id uuid not null,
  id uuid not null,
  request_id uuid not null,
  entity_id uuid,
  position integer not null,
  integration_code text not null,
  state text not null,
  fingerprint bytea,
  leader_id uuid,
  price_cents integer not null,
  charged_cents integer default 0 not null,
  lease_number integer default 0 not null,
  leased_until timestamp(3) with time zone not null,
  error_code text,
  error_message text,
  outcome json,
  execution_ms integer default 0 not null,
  created_at timestamp(3) with time zone default now() not null,
  finished_at timestamp(3) with time zone,
  constraint enrichment_executions_pkey PRIMARY KEY (organization_id, id),
  constraint enrichment_executions_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint enrichment_executions_organization_id_request_id_fkey FOREIGN KEY (organization_id, request_id) REFERENCES enrichment_requests(organization_id, id) ON DELETE CASCADE,
  constraint enrichment_executions_check CHECK (((charged_cents = 0) OR (charged_cents = price_cents))),
  constraint enrichment_executions_check1 CHECK (((finished_at IS NULL) = (state = ANY (ARRAY['queued'::text, 'running'::text])))),
  constraint enrichment_executions_check2 CHECK (((error_code IS NOT NULL) = (state = ANY (ARRAY['failed'::text, 'cancelled'::text])))),
  constraint enrichment_executions_price_cents_check CHECK ((price_cents >= 0)),
  constraint enrichment_executions_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'running'::text, 'succeeded'::text, 'failed'::text, 'cancelled'::text])))
) with (fillfactor=80);
CREATE INDEX enrichment_executions_entity ON enrichment_executions USING btree (organization_id, entity_id, created_at, id);
CREATE UNIQUE INDEX enrichment_executions_equal ON enrichment_executions USING btree (organization_id, fingerprint) WHERE ((leader_id IS NULL) AND (state = ANY (ARRAY['queued'::text, 'running'::text])));
CREATE INDEX enrichment_executions_followers ON enrichment_executions USING btree (organization_id, leader_id) WHERE (leader_id IS NOT NULL);
CREATE INDEX enrichment_executions_open ON enrichment_executions USING btree (organization_id, leased_until) WHERE (state = ANY (ARRAY['queued'::text, 'running'::text]));
CREATE INDEX enrichment_executions_request ON enrichment_executions USING btree (organization_id, request_id);
alter table enrichment_executions enable row level security;
alter table enrichment_executions force row level security;
create policy tenant_delete on enrichment_executions for delete using ((organization_id = :organization));
create policy tenant_insert on enrichment_executions for insert with check ((organization_id = :organization));
create policy tenant_read on enrichment_executions for select using (((organization_id = :organization) OR (:lookup = 'open enrichments'::text)));
create policy tenant_update on enrichment_executions for update using ((organization_id = :organization));
-- granted to tamis_app: delete, insert, select, update

create table enrichment_requests (
  organization_id uuid not null,
  id uuid not null,
  entity_id uuid,
  request_key bytea,
  request_hash bytea,
  parameters json,
  trigger text,
  asked_by json not null,
  cause json,
  deadline_at timestamp(3) with time zone not null,
  rules json,
  rules_failed boolean default false not null,
  finish_failures integer default 0 not null,
  finish_after timestamp(3) with time zone default now() not null,
  created_at timestamp(3) with time zone default now() not null,
  finished_at timestamp(3) with time zone,
  constraint enrichment_requests_pkey PRIMARY KEY (organization_id, id),
  constraint enrichment_requests_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint enrichment_requests_trigger_check CHECK ((trigger = ANY (ARRAY['enriched'::text, 'created'::text])))
) with (fillfactor=80);
CREATE UNIQUE INDEX enrichment_requests_key ON enrichment_requests USING btree (organization_id, request_key) WHERE (request_key IS NOT NULL);
CREATE INDEX enrichment_requests_open ON enrichment_requests USING btree (organization_id, created_at) WHERE (finished_at IS NULL);
alter table enrichment_requests enable row level security;
alter table enrichment_requests force row level security;
create policy tenant_delete on enrichment_requests for delete using ((organization_id = :organization));
create policy tenant_insert on enrichment_requests for insert with check ((organization_id = :organization));
create policy tenant_read on enrichment_requests for select using (((organization_id = :organization) OR (:lookup = 'open enrichments'::text)));
create policy tenant_update on enrichment_requests for update using ((organization_id = :organization));
-- granted to tamis_app: delete, insert, select, update

create table provider_budgets (
  provider text not null,
  credential text not null,
  next_at timestamp with time zone not null,
  constraint provider_budgets_pkey PRIMARY KEY (provider, credential)
) with (fillfactor=50);
-- granted to tamis_app: delete, insert, select, update

-- enrichment/integrations

create table enrichment_groups (
  organization_id uuid not null,
  id uuid not null,
  name text not null,
  slug text not null,
  integration_codes text[] not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint enrichment_groups_pkey PRIMARY KEY (organization_id, id),
  constraint enrichment_groups_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);
CREATE UNIQUE INDEX enrichment_groups_slug ON enrichment_groups USING btree (organization_id, slug);
alter table enrichment_groups enable row level security;
alter table enrichment_groups force row level security;
create policy tenant on enrichment_groups using ((organization_id = :organization));
-- granted to tamis_app: delete, insert, select, update

create table integration_prices (
  organization_id uuid not null,
  code text not null,
  version integer not null,
  price_cents integer,
  created_at timestamp(3) with time zone not null,
  constraint integration_prices_pkey PRIMARY KEY (organization_id, code, version),
  constraint integration_prices_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint integration_prices_price_cents_check CHECK ((price_cents >= 0))
);
alter table integration_prices enable row level security;
alter table integration_prices force row level security;
create policy tenant on integration_prices using ((organization_id = :organization));
-- granted to tamis_app: insert, select

create table integration_switches (
  organization_id uuid not null,
  id uuid not null,
  code text not null,
  enabled boolean not null,
  monitoring_enabled boolean not null,
  config bytea,
  config_shown json default '{}'::json not null,
  enabled_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint integration_switches_pkey PRIMARY KEY (organization_id, id),
  constraint integration_switches_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);
CREATE UNIQUE INDEX integration_switches_code ON integration_switches USING btree (organization_id, code);
alter table integration_switches enable row level security;
alter table integration_switches force row level security;
create policy tenant on integration_switches using ((organization_id = :organization));
-- granted to tamis_app: delete, insert, select, update

-- enrichment/probes

create table enrichment_cache (
  organization_id uuid not null,
  id uuid not null,
  key bytea not null,
  tax_id_hash bytea,
  name_hash bytea,
  payload bytea not null,
  created_at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone not null,
  constraint enrichment_cache_pkey PRIMARY KEY (organization_id, id),
  constraint enrichment_cache_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);
CREATE INDEX enrichment_cache_expiry ON enrichment_cache USING btree (organization_id, expires_at);
CREATE UNIQUE INDEX enrichment_cache_key ON enrichment_cache USING btree (organization_id, key);
CREATE INDEX enrichment_cache_tax_id ON enrichment_cache USING btree (organization_id, tax_id_hash) WHERE (tax_id_hash IS NOT NULL);
alter table enrichment_cache enable row level security;
alter table enrichment_cache force row level security;
create policy tenant_delete on enrichment_cache for delete using ((organization_id = :organization));
create policy tenant_insert on enrichment_cache for insert with check ((organization_id = :organization));
create policy tenant_read on enrichment_cache for select using (((organization_id = :organization) OR (:lookup = 'old probes'::text)));
create policy tenant_update on enrichment_cache for update using ((organization_id = :organization));
-- granted to tamis_app: delete, insert, select, update

create table execution_probes (
  organization_id uuid not null,
  id uuid not null,
  integration_code text not null,
  country text not null,
  type text not null,
  tax_id_hash bytea,
  name_hash bytea,
  outcome text not null,
  cached boolean not null,
  cost_cents integer not null,
  created_at timestamp(3) with time zone not null,
  constraint execution_probes_pkey PRIMARY KEY (organization_id, id),
  constraint execution_probes_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);
CREATE INDEX execution_probes_tax_id ON execution_probes USING btree (organization_id, tax_id_hash) WHERE (tax_id_hash IS NOT NULL);
alter table execution_probes enable row level security;
alter table execution_probes force row level security;
create policy tenant_delete on execution_probes for delete using ((organization_id = :organization));
create policy tenant_insert on execution_probes for insert with check ((organization_id = :organization));
create policy tenant_read on execution_probes for select using (((organization_id = :organization) OR (:lookup = 'old probes'::text)));
create policy tenant_update on execution_probes for update using ((organization_id = :organization));
-- granted to tamis_app: delete, insert, select, update

-- enrichment/registers

create table register_facts (
  register text not null,
  version integer not null,
  key text not null,
  position integer not null,
  row json not null,
  constraint register_facts_pkey PRIMARY KEY (register, version, key, "position")
);
-- granted to tamis_app: delete, insert, select, update

create table register_versions (
  register text not null,
  version integer not null,
  state text not null,
  facts integer not null,
  unreadable integer not null,
  generated_at timestamp(3) with time zone,
  doubts text[] not null,
  loaded_at timestamp(3) with time zone not null,
  changed_at timestamp(3) with time zone not null,
  constraint register_versions_pkey PRIMARY KEY (register, version),
  constraint register_versions_state_check CHECK ((state = ANY (ARRAY['loading'::text, 'current'::text, 'kept_aside'::text, 'replaced'::text])))
);
CREATE UNIQUE INDEX register_versions_current ON register_versions USING btree (register) WHERE (state = 'current'::text);
-- granted to tamis_app: delete, insert, select, update

-- screening/watchlists

create table dataset_fetches (
  source text not null,
  next_at timestamp(3) with time zone not null,
  failures integer default 0 not null,
  problem text,
  fetched_at timestamp(3) with time zone,
  marks json default '{}'::json not null,
  lease_number integer default 0 not null,
  constraint dataset_fetches_pkey PRIMARY KEY (source)
);
-- granted to tamis_app: delete, insert, select, update

create table watchlist_changes (
  code text not null,
  version integer not null,
  entry_id text collate "C" not null,
  kind text not null,
  constraint watchlist_changes_pkey PRIMARY KEY (code, version, entry_id),
  constraint watchlist_changes_kind_check CHECK ((kind = ANY (ARRAY['added'::text, 'changed'::text, 'removed'::text])))
);
-- granted to tamis_app: delete, insert, select, update

create table watchlist_chunks (
  code text not null,
  version integer not null,
  part integer not null,
  bytes bytea storage external not null,
  constraint watchlist_chunks_pkey PRIMARY KEY (code, version, part)
);
-- granted to tamis_app: delete, insert, select, update

create table watchlist_clusters (
  code text not null,
  entry_id text collate "C" not null,
  cluster text collate "C" not null,
  constraint watchlist_clusters_pkey PRIMARY KEY (code, entry_id)
);
-- granted to tamis_app: delete, insert, select, update

create table watchlist_datasets (
  code text not null,
  current integer,
  checked_at timestamp(3) with time zone,
  constraint watchlist_datasets_pkey PRIMARY KEY (code)
);
-- granted to tamis_app: delete, insert, select, update

create table watchlist_entries (
  code text not null,
  entry_id text collate "C" not null,
  from_version integer not null,
  to_version integer,
  content_hash text not null,
  referents text[] not null,
  entry json not null,
  constraint watchlist_entries_pkey PRIMARY KEY (code, entry_id, from_version)
);
CREATE INDEX watchlist_entries_from ON watchlist_entries USING btree (code, from_version);
CREATE INDEX watchlist_entries_to ON watchlist_entries USING btree (code, to_version) WHERE (to_version IS NOT NULL);
-- granted to tamis_app: delete, insert, select, update

create table watchlist_versions (
  code text not null,
  version integer not null,
  base integer,
  state text not null,
  format text,
  entries integer not null,
  unreadable integer not null,
  generated_on date,
  is_end_marked boolean default false not null,
  doubts text[] not null,
  counts json,
  index_format integer,
  index_bytes bigint,
  loaded_at timestamp(3) with time zone not null,
  changed_at timestamp(3) with time zone not null,
  current_at timestamp(3) with time zone,
  constraint watchlist_versions_pkey PRIMARY KEY (code, version),
  constraint watchlist_versions_state_check CHECK ((state = ANY (ARRAY['loading'::text, 'current'::text, 'kept_aside'::text, 'replaced'::text])))
);
CREATE UNIQUE INDEX watchlist_versions_current ON watchlist_versions USING btree (code) WHERE (state = 'current'::text);
-- granted to tamis_app: delete, insert, select, update

-- screening/screenings

create table entity_screenings (
  organization_id uuid not null,
  id uuid not null,
  entity_id uuid not null,
  reason text not null,
  profile_id uuid not null,
  profile_version integer not null,
  threshold integer not null,
  max_age_hours integer not null,
  engine_version text not null,
  versions json not null,
  party json not null,
  hits integer not null,
  top_score integer not null,
  lists text[] not null,
  topics text[] not null,
  standing_hits integer not null,
  standing_top_score integer not null,
  standing_lists text[] not null,
  matches json not null,
  screened_at timestamp(3) with time zone not null,
  arrival bigint default nextval('screening_arrivals'::regclass) not null,
  arrived_at timestamp(3) with time zone default clock_timestamp() not null,
  constraint entity_screenings_pkey PRIMARY KEY (organization_id, id),
  constraint entity_screenings_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);
CREATE INDEX entity_screenings_entity ON entity_screenings USING btree (organization_id, entity_id, arrival);
CREATE INDEX entity_screenings_screened ON entity_screenings USING btree (organization_id, screened_at);
alter table entity_screenings enable row level security;
alter table entity_screenings force row level security;
create policy tenant on entity_screenings using ((organization_id = :organization));
CREATE TRIGGER other_profile_noted AFTER INSERT ON entity_screenings FOR EACH ROW WHEN (((new.profile_id <> new.organization_id) AND (new.reason <> 'decided'::text))) EXECUTE FUNCTION note_other_profile();
-- granted to tamis_app: delete, insert, select

create table match_decisions (
  organization_id uuid not null,
  id uuid not null,
  match_id uuid not null,
  entity_id uuid not null,
  list text not null,
  entry_id text not null,
  decision text not null,
  scope text not null,
  reason text,
  expires_at timestamp(3) with time zone,
  entry json not null,
  party json,
  fingerprint text,
  score integer not null,
  screening_id uuid not null,
  profile_id uuid not null,
  profile_version integer not null,
  engine_version text not null,
  list_version text not null,
  replaces uuid,
  requested_by json,
  decided_by json not null,
  decided_at timestamp(3) with time zone not null,
  constraint match_decisions_pkey PRIMARY KEY (organization_id, id),
  constraint match_decisions_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint match_decisions_decision_check CHECK ((decision = ANY (ARRAY['confirmed'::text, 'dismissed'::text]))),
  constraint match_decisions_scope_check CHECK ((scope = ANY (ARRAY['entity'::text, 'organization'::text])))
);
CREATE INDEX match_decisions_decided ON match_decisions USING btree (organization_id, decided_at, id);
CREATE INDEX match_decisions_entity ON match_decisions USING btree (organization_id, entity_id);
CREATE INDEX match_decisions_fingerprint ON match_decisions USING btree (organization_id, fingerprint) WHERE ((scope = 'organization'::text) AND (fingerprint IS NOT NULL));
alter table match_decisions enable row level security;
alter table match_decisions force row level security;
create policy tenant on match_decisions using ((organization_id = :organization));
-- granted to tamis_app: delete, insert, select

create table screening_matches (
  organization_id uuid not null,
  id uuid not null,
  entity_id uuid not null,
  list text not null,
  entry_id text not null,
  cluster text not null,
  score integer not null,
  is_hit boolean not null,
  thresholds json not null,
  state text not null,
  decision_id uuid,
  decision_expires_at timestamp(3) with time zone,
  restate_at timestamp(3) with time zone,
  changed json,
  fingerprint text not null,
  entry json not null,
  explanation json not null,
  screening_id uuid not null,
  found_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  ended_at timestamp(3) with time zone,
  assigned_to uuid,
  assigned_at timestamp(3) with time zone,
  constraint screening_matches_pkey PRIMARY KEY (organization_id, id),
  constraint screening_matches_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint screening_matches_state_check CHECK ((state = ANY (ARRAY['open'::text, 'confirmed'::text, 'dismissed'::text])))
) with (fillfactor=80);
CREATE INDEX screening_matches_alike ON screening_matches USING btree (organization_id, list, entry_id, fingerprint) WHERE (ended_at IS NULL);
CREATE UNIQUE INDEX screening_matches_entry ON screening_matches USING btree (organization_id, entity_id, list, entry_id);
CREATE INDEX screening_matches_open ON screening_matches USING btree (organization_id, score, id) INCLUDE (assigned_to) WHERE ((ended_at IS NULL) AND (state = 'open'::text));
CREATE INDEX screening_matches_queue ON screening_matches USING btree (organization_id, score, id) WHERE (ended_at IS NULL);
CREATE INDEX screening_matches_restating ON screening_matches USING btree (organization_id, restate_at) WHERE ((ended_at IS NULL) AND (restate_at IS NOT NULL));
alter table screening_matches enable row level security;
alter table screening_matches force row level security;
create policy tenant_delete on screening_matches for delete using ((organization_id = :organization));
create policy tenant_insert on screening_matches for insert with check ((organization_id = :organization));
create policy tenant_read on screening_matches for select using (((organization_id = :organization) OR (:lookup = 'matches to restate'::text)));
create policy tenant_update on screening_matches for update using ((organization_id = :organization));
CREATE TRIGGER confirmed_match_insert AFTER INSERT ON screening_matches FOR EACH ROW WHEN ((new.state = 'confirmed'::text)) EXECUTE FUNCTION note_confirmed_match();
CREATE TRIGGER confirmed_match_update AFTER UPDATE ON screening_matches FOR EACH ROW WHEN ((((old.state = 'confirmed'::text) OR (new.state = 'confirmed'::text)) AND (((old.state IS DISTINCT FROM new.state) OR (old.ended_at IS DISTINCT FROM new.ended_at)) OR ((old.entry)::text IS DISTINCT FROM (new.entry)::text)))) EXECUTE FUNCTION note_confirmed_match();
-- granted to tamis_app: delete, insert, select, update

create table screening_profiles (
  organization_id uuid not null,
  id uuid not null,
  version integer not null,
  name text not null,
  lists text[],
  topics text[],
  entity_types text[] not null,
  threshold integer not null,
  review_from integer not null,
  weak_aliases boolean not null,
  max_age_hours integer not null,
  second_person_from integer,
  reason text,
  created_by text,
  created_at timestamp(3) with time zone not null,
  constraint screening_profiles_pkey PRIMARY KEY (organization_id, id, version),
  constraint screening_profiles_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint screening_profiles_check CHECK ((review_from <= threshold))
);
alter table screening_profiles enable row level security;
alter table screening_profiles force row level security;
create policy tenant on screening_profiles using ((organization_id = :organization));
-- granted to tamis_app: insert, select

-- screening/monitoring

create table entity_monitoring (
  organization_id uuid not null,
  entity_id uuid not null,
  code text not null,
  is_active boolean not null,
  requested_by json not null,
  party json,
  is_due boolean not null,
  due_reason text not null,
  due_number integer default 1 not null,
  failures integer default 0 not null,
  leased_until timestamp(3) with time zone default now() not null,
  hit_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone default now() not null,
  updated_at timestamp(3) with time zone default now() not null,
  constraint entity_monitoring_pkey PRIMARY KEY (organization_id, entity_id, code),
  constraint entity_monitoring_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
) with (fillfactor=80);
CREATE INDEX entity_monitoring_due ON entity_monitoring USING btree (organization_id, leased_until) WHERE (is_due AND is_active);
alter table entity_monitoring enable row level security;
alter table entity_monitoring force row level security;
create policy tenant_delete on entity_monitoring for delete using ((organization_id = :organization));
create policy tenant_insert on entity_monitoring for insert with check ((organization_id = :organization));
create policy tenant_read on entity_monitoring for select using (((organization_id = :organization) OR (:lookup = 'monitored entities'::text)));
create policy tenant_update on entity_monitoring for update using ((organization_id = :organization));
-- granted to tamis_app: delete, insert, select, update

create table monitoring_passes (
  organization_id uuid not null,
  versions json default '{}'::json not null,
  profile_version integer default 0 not null,
  target_versions json default '{}'::json not null,
  target_profile_version integer default 0 not null,
  leased_until timestamp(3) with time zone default now() not null,
  constraint monitoring_passes_pkey PRIMARY KEY (organization_id),
  constraint monitoring_passes_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);
alter table monitoring_passes enable row level security;
alter table monitoring_passes force row level security;
create policy tenant_delete on monitoring_passes for delete using ((organization_id = :organization));
create policy tenant_insert on monitoring_passes for insert with check ((organization_id = :organization));
create policy tenant_read on monitoring_passes for select using (((organization_id = :organization) OR (:lookup = 'monitored entities'::text)));
create policy tenant_update on monitoring_passes for update using ((organization_id = :organization));
-- granted to tamis_app: delete, insert, select, update

-- kyc/images

create table kyc_images (
  organization_id uuid not null,
  id uuid not null,
  validation_id uuid not null,
  entity_id uuid not null,
  side text not null,
  content_type text not null,
  bytes integer not null,
  width integer not null,
  height integer not null,
  sha256 bytea,
  fingerprint bit(256),
  stored_at timestamp(3) with time zone not null,
  removed_at timestamp(3) with time zone,
  missing_since timestamp(3) with time zone,
  constraint kyc_images_pkey PRIMARY KEY (organization_id, id),
  constraint kyc_images_side_check CHECK ((side = ANY (ARRAY['front'::text, 'back'::text, 'selfie'::text])))
);
CREATE INDEX kyc_images_fingerprint ON kyc_images USING btree (organization_id, stored_at) WHERE ((removed_at IS NULL) AND (fingerprint IS NOT NULL));
CREATE INDEX kyc_images_removed ON kyc_images USING btree (organization_id, removed_at) WHERE (removed_at IS NOT NULL);
CREATE INDEX kyc_images_sha256 ON kyc_images USING btree (organization_id, sha256) WHERE (removed_at IS NULL);
CREATE UNIQUE INDEX kyc_images_side ON kyc_images USING btree (organization_id, validation_id, side) WHERE (removed_at IS NULL);
alter table kyc_images enable row level security;
alter table kyc_images force row level security;
create policy tenant_delete on kyc_images for delete using ((organization_id = :organization));
create policy tenant_insert on kyc_images for insert with check ((organization_id = :organization));
create policy tenant_read on kyc_images for select using (((organization_id = :organization) OR (:lookup = 'kyc images'::text)));
create policy tenant_update on kyc_images for update using ((organization_id = :organization));
-- granted to tamis_app: delete, insert, select, update

-- kyc/validations

create table kyc_validations (
  organization_id uuid not null,
  id uuid not null,
  entity_id uuid not null,
  session_id uuid not null,
  session_hash bytea,
  status text not null,
  is_current boolean not null,
  integration_code text not null,
  price_cents integer not null,
  language text,
  metadata json,
  workflow_id text,
  webhook_url text,
  redirect_url text,
  omit_warnings text[] not null,
  double_check_registry boolean not null,
  attempts integer default 0 not null,
  image_count integer default 0 not null,
  findings bytea,
  decision jsonb,
  requested_by jsonb not null,
  sandbox_outcome text,
  cause json,
  due_at timestamp(3) with time zone,
  images_until timestamp(3) with time zone,
  expires_at timestamp(3) with time zone not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  assigned_to uuid,
  assigned_at timestamp(3) with time zone,
  constraint kyc_validations_pkey PRIMARY KEY (organization_id, id),
  constraint kyc_validations_organization_id_entity_id_fkey FOREIGN KEY (organization_id, entity_id) REFERENCES entities(organization_id, id),
  constraint kyc_validations_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'in_progress'::text, 'in_review'::text, 'approved'::text, 'rejected'::text, 'expired'::text, 'abandoned'::text, 'cancelled'::text])))
);
CREATE UNIQUE INDEX kyc_validations_current ON kyc_validations USING btree (organization_id, entity_id) WHERE is_current;
CREATE INDEX kyc_validations_due ON kyc_validations USING btree (organization_id, due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX kyc_validations_entity ON kyc_validations USING btree (organization_id, entity_id, created_at, id);
CREATE INDEX kyc_validations_kept ON kyc_validations USING btree (organization_id, images_until) WHERE (images_until IS NOT NULL);
CREATE INDEX kyc_validations_listed ON kyc_validations USING btree (organization_id, created_at, id);
CREATE INDEX kyc_validations_review ON kyc_validations USING btree (organization_id, created_at, id) INCLUDE (assigned_to) WHERE (status = 'in_review'::text);
CREATE UNIQUE INDEX kyc_validations_session ON kyc_validations USING btree (organization_id, session_hash) WHERE (session_hash IS NOT NULL);
alter table kyc_validations enable row level security;
alter table kyc_validations force row level security;
create policy tenant_delete on kyc_validations for delete using ((organization_id = :organization));
create policy tenant_insert on kyc_validations for insert with check ((organization_id = :organization));
create policy tenant_read on kyc_validations for select using (((organization_id = :organization) OR (:lookup = 'kyc validations'::text)));
create policy tenant_update on kyc_validations for update using ((organization_id = :organization));
-- granted to tamis_app: delete, insert, select, update

-- kyc/document-requests

create table document_files (
  organization_id uuid not null,
  id uuid not null,
  request_id uuid not null,
  entity_id uuid not null,
  document_id uuid not null,
  name text not null,
  content_type text not null,
  bytes integer not null,
  sha256 bytea,
  stored_at timestamp(3) with time zone not null,
  removed_at timestamp(3) with time zone,
  missing_since timestamp(3) with time zone,
  constraint document_files_pkey PRIMARY KEY (organization_id, id)
);
CREATE INDEX document_files_removed ON document_files USING btree (organization_id, removed_at) WHERE (removed_at IS NOT NULL);
CREATE UNIQUE INDEX document_files_sha256 ON document_files USING btree (organization_id, request_id, document_id, sha256) WHERE (removed_at IS NULL);
alter table document_files enable row level security;
alter table document_files force row level security;
create policy tenant_delete on document_files for delete using ((organization_id = :organization));
create policy tenant_insert on document_files for insert with check ((organization_id = :organization));
create policy tenant_read on document_files for select using (((organization_id = :organization) OR (:lookup = 'document files'::text)));
create policy tenant_update on document_files for update using ((organization_id = :organization));
-- granted to tamis_app: delete, insert, select, update

create table document_requests (
  organization_id uuid not null,
  id uuid not null,
  entity_id uuid not null,
  session_id uuid not null,
  session_hash bytea,
  status text not null,
  documents jsonb not null,
  message text,
  recipient_email text,
  language text,
  previous_status text,
  status_change_id uuid,
  status_outcome text not null,
  status_restore text,
  files_sent integer default 0 not null,
  reason text,
  submitted_at timestamp(3) with time zone,
  due_at timestamp(3) with time zone,
  files_until timestamp(3) with time zone,
  expires_at timestamp(3) with time zone not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint document_requests_pkey PRIMARY KEY (organization_id, id),
  constraint document_requests_organization_id_entity_id_fkey FOREIGN KEY (organization_id, entity_id) REFERENCES entities(organization_id, id),
  constraint document_requests_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'submitted'::text, 'accepted'::text, 'discarded'::text, 'cancelled'::text, 'expired'::text]))),
  constraint document_requests_status_outcome_check CHECK ((status_outcome = ANY (ARRAY['set'::text, 'unchanged'::text, 'locked'::text]))),
  constraint document_requests_status_restore_check CHECK ((status_restore = ANY (ARRAY['restored'::text, 'changed'::text, 'locked'::text, 'others_open'::text, 'not_set'::text])))
);
CREATE INDEX document_requests_due ON document_requests USING btree (organization_id, due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX document_requests_entity ON document_requests USING btree (organization_id, entity_id, created_at, id);
CREATE INDEX document_requests_kept ON document_requests USING btree (organization_id, files_until) WHERE (files_until IS NOT NULL);
CREATE INDEX document_requests_listed ON document_requests USING btree (organization_id, created_at, id);
CREATE UNIQUE INDEX document_requests_session ON document_requests USING btree (organization_id, session_hash) WHERE (session_hash IS NOT NULL);
alter table document_requests enable row level security;
alter table document_requests force row level security;
create policy tenant_delete on document_requests for delete using ((organization_id = :organization));
create policy tenant_insert on document_requests for insert with check ((organization_id = :organization));
create policy tenant_read on document_requests for select using (((organization_id = :organization) OR (:lookup = 'document requests'::text)));
create policy tenant_update on document_requests for update using ((organization_id = :organization));
-- granted to tamis_app: delete, insert, select, update

-- ownership/beneficial-owners

create table ownership_changes (
  organization_id uuid not null,
  id uuid default gen_random_uuid() not null,
  entity_id uuid,
  constraint ownership_changes_pkey PRIMARY KEY (organization_id, id),
  constraint ownership_changes_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);
alter table ownership_changes enable row level security;
alter table ownership_changes force row level security;
create policy tenant_delete on ownership_changes for delete using ((organization_id = :organization));
create policy tenant_insert on ownership_changes for insert with check ((organization_id = :organization));
create policy tenant_read on ownership_changes for select using (((organization_id = :organization) OR (:lookup = 'ownership changes'::text)));
create policy tenant_update on ownership_changes for update using ((organization_id = :organization));
-- granted to tamis_app: delete, insert, select, update

create table ownership_dues (
  organization_id uuid not null,
  entity_id uuid not null,
  due_number integer default 1 not null,
  failures integer default 0 not null,
  leased_until timestamp(3) with time zone default now() not null,
  is_scheduled boolean default false not null,
  constraint ownership_dues_pkey PRIMARY KEY (organization_id, entity_id),
  constraint ownership_dues_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);
alter table ownership_dues enable row level security;
alter table ownership_dues force row level security;
create policy tenant_delete on ownership_dues for delete using ((organization_id = :organization));
create policy tenant_insert on ownership_dues for insert with check ((organization_id = :organization));
create policy tenant_read on ownership_dues for select using (((organization_id = :organization) OR (:lookup = 'ownership changes'::text)));
create policy tenant_update on ownership_dues for update using ((organization_id = :organization));
-- granted to tamis_app: delete, insert, select, update

-- ownership/automatic-entities

create table basic_data_purchases (
  organization_id uuid not null,
  integration_code text not null,
  tax_id text not null,
  lease_number integer default 1 not null,
  leased_until timestamp(3) with time zone not null,
  id uuid,
  delivered bytea,
  constraint basic_data_purchases_pkey PRIMARY KEY (organization_id, integration_code, tax_id),
  constraint basic_data_purchases_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);
CREATE INDEX basic_data_purchases_old ON basic_data_purchases USING btree (organization_id, leased_until);
alter table basic_data_purchases enable row level security;
alter table basic_data_purchases force row level security;
create policy tenant_delete on basic_data_purchases for delete using ((organization_id = :organization));
create policy tenant_insert on basic_data_purchases for insert with check ((organization_id = :organization));
create policy tenant_read on basic_data_purchases for select using (((organization_id = :organization) OR (:lookup = 'basic data purchases'::text)));
create policy tenant_update on basic_data_purchases for update using ((organization_id = :organization));
-- granted to tamis_app: delete, insert, select, update

-- ownership/materialize

create table materialize_nodes (
  organization_id uuid not null,
  run_id uuid not null,
  id uuid not null,
  source_entity_id uuid not null,
  partner_key text not null,
  level integer not null,
  state text not null,
  partner json,
  entity_id uuid,
  is_created boolean default false not null,
  is_expanded boolean default false not null,
  relationships_created integer default 0 not null,
  request_id uuid,
  enrichment json,
  failure json,
  constraint materialize_nodes_pkey PRIMARY KEY (organization_id, id),
  constraint materialize_nodes_organization_id_run_id_fkey FOREIGN KEY (organization_id, run_id) REFERENCES materialize_runs(organization_id, id) ON DELETE CASCADE,
  constraint materialize_nodes_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'enriching'::text, 'settled'::text, 'done'::text, 'failed'::text])))
) with (fillfactor=80);
CREATE UNIQUE INDEX materialize_nodes_once ON materialize_nodes USING btree (organization_id, run_id, source_entity_id, partner_key);
alter table materialize_nodes enable row level security;
alter table materialize_nodes force row level security;
create policy tenant on materialize_nodes using ((organization_id = :organization));
-- granted to tamis_app: delete, insert, select, update

create table materialize_runs (
  organization_id uuid not null,
  id uuid not null,
  root_entity_id uuid not null,
  options json not null,
  asked_by json not null,
  left_out integer default 0 not null,
  paid_cents integer default 0 not null,
  failures integer default 0 not null,
  lease_number integer default 0 not null,
  leased_until timestamp(3) with time zone not null,
  outcome json,
  problem json,
  created_at timestamp(3) with time zone default now() not null,
  finished_at timestamp(3) with time zone,
  constraint materialize_runs_pkey PRIMARY KEY (organization_id, id),
  constraint materialize_runs_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
) with (fillfactor=80);
CREATE INDEX materialize_runs_due ON materialize_runs USING btree (organization_id, leased_until) WHERE (finished_at IS NULL);
CREATE INDEX materialize_runs_finished ON materialize_runs USING btree (organization_id, finished_at) WHERE (finished_at IS NOT NULL);
CREATE UNIQUE INDEX materialize_runs_open ON materialize_runs USING btree (organization_id, root_entity_id) WHERE (finished_at IS NULL);
CREATE INDEX materialize_runs_root ON materialize_runs USING btree (organization_id, root_entity_id);
alter table materialize_runs enable row level security;
alter table materialize_runs force row level security;
create policy tenant_delete on materialize_runs for delete using ((organization_id = :organization));
create policy tenant_insert on materialize_runs for insert with check ((organization_id = :organization));
create policy tenant_read on materialize_runs for select using (((organization_id = :organization) OR (:lookup = 'open materializations'::text)));
create policy tenant_update on materialize_runs for update using ((organization_id = :organization));
-- granted to tamis_app: delete, insert, select, update

create table partner_identities (
  organization_id uuid not null,
  identity text not null,
  entity_id uuid not null,
  source_entity_id uuid not null,
  since text not null,
  age_band text,
  constraint partner_identities_pkey PRIMARY KEY (organization_id, identity, entity_id, source_entity_id, since),
  constraint partner_identities_organization_id_entity_id_fkey FOREIGN KEY (organization_id, entity_id) REFERENCES entities(organization_id, id),
  constraint partner_identities_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);
CREATE INDEX partner_identities_entity ON partner_identities USING btree (organization_id, entity_id);
alter table partner_identities enable row level security;
alter table partner_identities force row level security;
create policy tenant on partner_identities using ((organization_id = :organization));
-- granted to tamis_app: delete, insert, select, update

-- automations/definitions

create table automation_versions (
  organization_id uuid not null,
  automation_id uuid not null,
  version integer not null,
  name text not null,
  trigger_type text not null,
  content json not null,
  created_by text not null,
  created_at timestamp(3) with time zone not null,
  constraint automation_versions_pkey PRIMARY KEY (organization_id, automation_id, version),
  constraint automation_versions_organization_id_automation_id_fkey FOREIGN KEY (organization_id, automation_id) REFERENCES automations(organization_id, id) ON DELETE CASCADE
);
alter table automation_versions enable row level security;
alter table automation_versions force row level security;
create policy tenant on automation_versions using ((organization_id = :organization));
-- granted to tamis_app: delete, insert, select, update

create table automations (
  organization_id uuid not null,
  id uuid not null,
  name text not null,
  description text,
  type text not null,
  trigger_type text not null,
  content json not null,
  enabled boolean not null,
  pause_reason text,
  archived_at timestamp(3) with time zone,
  version integer not null,
  hook_hash bytea,
  enabled_by text not null,
  since pg_snapshot default pg_current_snapshot() not null,
  next_run_at timestamp(3) with time zone,
  leased_until timestamp(3) with time zone,
  run_count integer default 0 not null,
  last_run_at timestamp(3) with time zone,
  created_by text not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint automations_pkey PRIMARY KEY (organization_id, id),
  constraint automations_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint automations_type_check CHECK ((type = ANY (ARRAY['realtime'::text, 'scheduled'::text])))
);
CREATE INDEX automations_due ON automations USING btree (organization_id, next_run_at) WHERE (next_run_at IS NOT NULL);
CREATE INDEX automations_listed ON automations USING btree (organization_id, created_at, id);
alter table automations enable row level security;
alter table automations force row level security;
create policy tenant_delete on automations for delete using ((organization_id = :organization));
create policy tenant_insert on automations for insert with check ((organization_id = :organization));
create policy tenant_read on automations for select using (((organization_id = :organization) OR (:lookup = 'automations'::text)));
create policy tenant_update on automations for update using ((organization_id = :organization));
-- granted to tamis_app: delete, insert, select, update

-- automations/executions

create table automation_cursors (
  organization_id uuid not null,
  snapshot text not null,
  until text,
  after bigint default 0 not null,
  constraint automation_cursors_pkey PRIMARY KEY (organization_id),
  constraint automation_cursors_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id)
);
alter table automation_cursors enable row level security;
alter table automation_cursors force row level security;
create policy tenant_delete on automation_cursors for delete using ((organization_id = :organization));
create policy tenant_insert on automation_cursors for insert with check ((organization_id = :organization));
create policy tenant_read on automation_cursors for select using (((organization_id = :organization) OR (:lookup = 'automations'::text)));
create policy tenant_update on automation_cursors for update using ((organization_id = :organization));
-- granted to tamis_app: delete, insert, select, update

create table automation_executions (
  organization_id uuid not null,
  id uuid not null,
  automation_id uuid not null,
  version integer not null,
  event_key text not null,
  status text not null,
  reason text,
  trigger json not null,
  data json not null,
  state json not null,
  record_id text,
  acts_for text not null,
  cause json not null,
  steps integer default 0 not null,
  lease_number integer default 0 not null,
  leased_until timestamp(3) with time zone,
  due_at timestamp(3) with time zone default now() not null,
  attempts integer default 0 not null,
  created_at timestamp(3) with time zone default now() not null,
  started_at timestamp(3) with time zone,
  finished_at timestamp(3) with time zone,
  constraint automation_executions_pkey PRIMARY KEY (organization_id, id),
  constraint automation_executions_once UNIQUE (organization_id, automation_id, event_key),
  constraint automation_executions_organization_id_automation_id_fkey FOREIGN KEY (organization_id, automation_id) REFERENCES automations(organization_id, id) ON DELETE CASCADE,
  constraint automation_executions_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'running'::text, 'waiting'::text, 'completed'::text, 'failed'::text, 'cancelled'::text])))
) with (autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=5000);
CREATE INDEX automation_executions_due ON automation_executions USING btree (organization_id, due_at) WHERE (finished_at IS NULL);
CREATE INDEX automation_executions_listed ON automation_executions USING btree (organization_id, automation_id, created_at, id);
CREATE INDEX automation_executions_record ON automation_executions USING btree (organization_id, automation_id, record_id, created_at) WHERE (record_id IS NOT NULL);
CREATE INDEX automation_executions_waiting ON automation_executions USING btree (organization_id, automation_id, id) WHERE (status = 'waiting'::text);
alter table automation_executions enable row level security;
alter table automation_executions force row level security;
create policy tenant_delete on automation_executions for delete using ((organization_id = :organization));
create policy tenant_insert on automation_executions for insert with check ((organization_id = :organization));
create policy tenant_read on automation_executions for select using (((organization_id = :organization) OR (:lookup = 'automations'::text)));
create policy tenant_update on automation_executions for update using ((organization_id = :organization));
-- granted to tamis_app: delete, insert, select, update

create table automation_steps (
  organization_id uuid not null,
  execution_id uuid not null,
  node_id text not null,
  position integer not null,
  kind text not null,
  action_type text,
  status text not null,
  outcome text,
  result json,
  error json,
  at timestamp(3) with time zone default clock_timestamp() not null,
  constraint automation_steps_pkey PRIMARY KEY (organization_id, execution_id, node_id),
  constraint automation_steps_organization_id_execution_id_fkey FOREIGN KEY (organization_id, execution_id) REFERENCES automation_executions(organization_id, id) ON DELETE CASCADE,
  constraint automation_steps_kind_check CHECK ((kind = ANY (ARRAY['condition'::text, 'action'::text]))),
  constraint automation_steps_outcome_check CHECK ((outcome = ANY (ARRAY['true'::text, 'false'::text, 'unknown'::text]))),
  constraint automation_steps_status_check CHECK ((status = ANY (ARRAY['completed'::text, 'skipped'::text, 'failed'::text, 'waiting'::text])))
);
alter table automation_steps enable row level security;
alter table automation_steps force row level security;
create policy tenant on automation_steps using ((organization_id = :organization));
-- granted to tamis_app: delete, insert, select, update

create table automation_tokens (
  organization_id uuid not null,
  token_hash bytea not null,
  execution_id uuid not null,
  node_id text not null,
  expires_at timestamp(3) with time zone not null,
  constraint automation_tokens_pkey PRIMARY KEY (organization_id, token_hash),
  constraint automation_tokens_organization_id_execution_id_fkey FOREIGN KEY (organization_id, execution_id) REFERENCES automation_executions(organization_id, id) ON DELETE CASCADE
);
CREATE INDEX automation_tokens_execution ON automation_tokens USING btree (organization_id, execution_id);
alter table automation_tokens enable row level security;
alter table automation_tokens force row level security;
create policy tenant on automation_tokens using ((organization_id = :organization));
-- granted to tamis_app: delete, insert, select, update

-- insight/rule-monitoring

create table rule_drifts (
  organization_id uuid not null,
  rule_id uuid not null,
  version integer not null,
  status text not null,
  checked_at timestamp(3) with time zone not null,
  constraint rule_drifts_pkey PRIMARY KEY (organization_id, rule_id),
  constraint rule_drifts_organization_id_rule_id_fkey FOREIGN KEY (organization_id, rule_id) REFERENCES rules(organization_id, id),
  constraint rule_drifts_status_check CHECK ((status = ANY (ARRAY['stable'::text, 'watch'::text, 'drifted'::text])))
);
alter table rule_drifts enable row level security;
alter table rule_drifts force row level security;
create policy tenant on rule_drifts using ((organization_id = :organization));
-- granted to tamis_app: delete, insert, select, update

-- insight/dry-runs

create table dry_run_matches (
  organization_id uuid not null,
  dry_run_id uuid not null,
  value_index integer not null,
  id uuid not null,
  place double precision not null,
  record_type text not null,
  record_id uuid not null,
  external_id text,
  occurred_at timestamp(3) with time zone not null,
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
  events_done bigint default 0 not null,
  constraint dry_run_matches_pkey PRIMARY KEY (organization_id, dry_run_id, id)
);
CREATE INDEX dry_run_matches_amount ON dry_run_matches USING btree (organization_id, dry_run_id, value_index, sort_amount, id);
CREATE INDEX dry_run_matches_record ON dry_run_matches USING btree (organization_id, dry_run_id, record_id);
CREATE INDEX dry_run_matches_time ON dry_run_matches USING btree (organization_id, dry_run_id, value_index, occurred_at, id);
alter table dry_run_matches enable row level security;
alter table dry_run_matches force row level security;
create policy tenant on dry_run_matches using ((organization_id = :organization));
-- granted to tamis_app: delete, insert, select, update

create table dry_runs (
  organization_id uuid not null,
  id uuid not null,
  kind text not null,
  name text,
  status text not null,
  request json not null,
  plan json not null,
  candidate jsonb not null,
  baseline jsonb,
  rule_ids uuid[] not null,
  records_done bigint default 0 not null,
  records_total bigint,
  attempt integer default 0 not null,
  heartbeat_at timestamp with time zone,
  result json,
  error jsonb,
  evidence_of jsonb default '[]'::jsonb not null,
  created_by text,
  created_at timestamp(3) with time zone not null,
  started_at timestamp(3) with time zone,
  finished_at timestamp(3) with time zone,
  expires_at timestamp(3) with time zone not null,
  removed_at timestamp(3) with time zone,
  checkpoint bytea,
  constraint dry_runs_pkey PRIMARY KEY (organization_id, id),
  constraint dry_runs_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint dry_runs_kind_check CHECK ((kind = ANY (ARRAY['dry_run'::text, 'sweep'::text]))),
  constraint dry_runs_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'running'::text, 'completed'::text, 'failed'::text, 'cancelled'::text])))
);
CREATE INDEX dry_runs_time ON dry_runs USING btree (organization_id, created_at, id);
CREATE INDEX dry_runs_unfinished ON dry_runs USING btree (organization_id, created_at) WHERE (status = ANY (ARRAY['queued'::text, 'running'::text]));
alter table dry_runs enable row level security;
alter table dry_runs force row level security;
create policy tenant_delete on dry_runs for delete using ((organization_id = :organization));
create policy tenant_insert on dry_runs for insert with check ((organization_id = :organization));
create policy tenant_read on dry_runs for select using (((organization_id = :organization) OR (:lookup = 'dry runs'::text)));
create policy tenant_update on dry_runs for update using ((organization_id = :organization));
-- granted to tamis_app: delete, insert, select, update

-- sequences

-- enrichment_arrivals bigint (1,1,1,9223372036854775807,1,f), granted: SELECT, USAGE
-- screening_arrivals bigint (1,1,1,9223372036854775807,1,f), granted: SELECT, USAGE

-- views

create view outbox_events with (security_invoker=true) as
 SELECT o.organization_id,
    ((e.told ->> 'id'::text))::uuid AS id,
    o.seq,
    e.place,
    (e.told ->> 'event'::text) AS event,
    (e.told -> 'payload'::text) AS payload,
    o.created_at
   FROM (outbox o
     CROSS JOIN LATERAL json_array_elements((o.events)::json) WITH ORDINALITY e(told, place));

-- functions

CREATE OR REPLACE FUNCTION public.address_of(given text)
 RETURNS inet
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
  declare found inet;
  begin
    if given ~ '^(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3}$' then return given::inet; end if;
    if given is null or given !~ '^[0-9A-Fa-f]{0,4}:[0-9A-Fa-f:.]+$' then return null; end if;
    begin
      found := given::inet;
      return case when found <<= '::ffff:0:0/96' then substr(host(found), 8)::inet else found end;
    exception when others then
      return null;
    end;
  end $function$;
-- granted to public

CREATE OR REPLACE FUNCTION public.audit_append(organization uuid, contents text[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_catalog'
 SET lock_timeout TO '0'
AS $function$
   declare
     head audit_heads;
     content text;
     hashes text[] := array[]::text[];
     previous text[] := array[]::text[];
   begin
     if organization is distinct from nullif(current_setting('tamis.organization_id', true), '')::uuid then
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
       head.hash := encode(sha256(convert_to(concat_ws(e'\n', head.hash, organization, head.sequence, content), 'UTF8')), 'hex');
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
   end $function$;
-- granted to tamis_app

CREATE OR REPLACE FUNCTION public.begin_webhook()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
   begin
     new.since := pg_current_snapshot();
     new.failing_since := null;
     return new;
   end $function$;
-- granted to public

CREATE OR REPLACE FUNCTION public.billing_open(organization uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_catalog'
AS $function$
   declare
     play_money uuid := gen_random_uuid();
   begin
     if organization is distinct from nullif(current_setting('tamis.organization_id', true), '')::uuid then
       raise exception 'an organization moves its own money' using errcode = 'insufficient_privilege';
     end if;
     insert into billing_accounts (organization_id) values (organization) on conflict do nothing;
     if not found or not exists (select from organizations o where o.id = organization and o.environment = 'sandbox') then return; end if;
     insert into top_ups (organization_id, id, amount_cents, reference) values (organization, play_money, 100000, 'play money');
     perform billing_post(organization, json_build_array(json_build_object(
       'id', gen_random_uuid(), 'kind', 'top_up', 'reference', play_money, 'amountCents', 100000, 'description', 'play money')));
   end $function$;
-- granted to tamis_app

CREATE OR REPLACE FUNCTION public.billing_post(organization uuid, entries json)
 RETURNS TABLE(is_posted boolean, wallet bigint, reserved bigint, balance_before bigint, needed bigint, threshold bigint, crossed bigint, automatic_top_up uuid)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_catalog'
AS $function$
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
     if organization is distinct from nullif(current_setting('tamis.organization_id', true), '')::uuid then
       raise exception 'an organization moves its own money' using errcode = 'insufficient_privilege';
     end if;
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
   end $function$;
-- granted to tamis_app

CREATE OR REPLACE FUNCTION public.billing_request_top_up(organization uuid, top_up uuid, cents bigint, payment_method text, given_reference text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_catalog'
AS $function$
   begin
     if organization is distinct from nullif(current_setting('tamis.organization_id', true), '')::uuid then
       raise exception 'an organization moves its own money' using errcode = 'insufficient_privilege';
     end if;
     insert into top_ups (organization_id, id, amount_cents, payment_method_id, reference)
       values (organization, top_up, cents, payment_method, given_reference);
     return exists (select from organizations o where o.id = organization and o.environment = 'sandbox');
   end $function$;
-- granted to tamis_app

CREATE OR REPLACE FUNCTION public.billing_reserve(organization uuid, entries json)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_catalog'
AS $function$
   begin
     if not (select is_posted from billing_post(organization, entries)) then
       raise exception 'the balance does not suffice' using errcode = 'TB005';
     end if;
   end $function$;
-- granted to tamis_app

CREATE OR REPLACE FUNCTION public.billing_reset(organization uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_catalog'
AS $function$
   begin
     if organization is distinct from nullif(current_setting('tamis.organization_id', true), '')::uuid then
       raise exception 'an organization moves its own money' using errcode = 'insufficient_privilege';
     end if;
     if not exists (select from organizations o where o.id = organization and o.environment = 'sandbox') then
       raise exception 'only a sandbox begins its ledger anew' using errcode = 'insufficient_privilege';
     end if;
     delete from billing_accounts where organization_id = organization;
     delete from ledger_postings where organization_id = organization;
     delete from ledger_entries where organization_id = organization;
     delete from top_ups where organization_id = organization;
     perform billing_open(organization);
   end $function$;
-- granted to tamis_app

CREATE OR REPLACE FUNCTION public.count_person_requests(person uuid, wanted integer, most integer)
 RETURNS TABLE(used integer, granted integer, resets_at timestamp with time zone, resets_in_ms double precision)
 LANGUAGE plpgsql
AS $function$
  declare
    counted record;
    setting text;
  begin
    setting := set_config('tamis.lookup', person::text, true);
    setting := set_config('synchronous_commit', 'off', true);
    insert into person_windows as w (user_id, started_at, used, granted)
      select person, clock_timestamp(), least(wanted, most), least(wanted, most)
      on conflict (user_id) do update set (started_at, used, granted) = (
        select case when is_over then excluded.started_at else w.started_at end, taken + more, more
        from (select w.started_at + interval '1 minute' <= excluded.started_at as is_over) ended,
          lateral (select case when is_over then 0 else w.used end as taken) before,
          lateral (select greatest(0, least(wanted, most - taken)) as more) given)
      returning w.started_at, w.used, w.granted into counted;
    used := counted.used;
    granted := counted.granted;
    resets_at := counted.started_at + interval '1 minute';
    resets_in_ms := greatest(0, extract(epoch from resets_at - clock_timestamp()) * 1000)::float8;
    return next;
  end $function$;
-- granted to public

CREATE OR REPLACE FUNCTION public.count_requests(organization uuid, api_key uuid, wanted integer)
 RETURNS TABLE(window_of text, per text, rate_limit integer, used integer, granted integer, free integer, resets_at timestamp with time zone, resets_in_ms double precision)
 LANGUAGE plpgsql
AS $function$
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
  end $function$;
-- granted to public

CREATE OR REPLACE FUNCTION public.external_id_lock(organization uuid, entity uuid)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN hashtextextended(('external ids '::text || (organization)::text), ((hashtext((entity)::text) & 127))::bigint);
-- granted to public

CREATE OR REPLACE FUNCTION public.keep_transaction_keys()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
   end $function$;
-- granted to public

CREATE OR REPLACE FUNCTION public.keep_user_event_keys()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
   end $function$;
-- granted to public

CREATE OR REPLACE FUNCTION public.note_changed_entity()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
   begin
     update entity_monitoring set is_due = true, due_reason = case when is_due then due_reason else 'entity_changed' end,
       due_number = due_number + 1, leased_until = now()
     where organization_id = new.organization_id and entity_id = new.id and is_active;
     return null;
   end $function$;
-- granted to public

CREATE OR REPLACE FUNCTION public.note_confirmed_match()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
   begin
     insert into ownership_changes (organization_id, entity_id) values (new.organization_id, new.entity_id);
     perform pg_notify('tamis_ownership', new.organization_id::text);
     return null;
   end $function$;
-- granted to public

CREATE OR REPLACE FUNCTION public.note_inbox_delete()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
   begin
     insert into inbox_changes (organization_id, kind, status, rank, assignee, change)
       select organization_id, tg_argv[0], status, priority_rank, coalesce(assigned_to, '00000000-0000-0000-0000-000000000000'), sum(change) from (select organization_id, status, priority_rank, assigned_to, -1 as change from went) changed
       group by organization_id, status, priority_rank, coalesce(assigned_to, '00000000-0000-0000-0000-000000000000') having sum(change) <> 0;
     return null;
   end $function$;
-- granted to public

CREATE OR REPLACE FUNCTION public.note_inbox_insert()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
   begin
     insert into inbox_changes (organization_id, kind, status, rank, assignee, change)
       select organization_id, tg_argv[0], status, priority_rank, coalesce(assigned_to, '00000000-0000-0000-0000-000000000000'), sum(change) from (select organization_id, status, priority_rank, assigned_to, 1 as change from came) changed
       group by organization_id, status, priority_rank, coalesce(assigned_to, '00000000-0000-0000-0000-000000000000') having sum(change) <> 0;
     return null;
   end $function$;
-- granted to public

CREATE OR REPLACE FUNCTION public.note_inbox_update()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
   begin
     insert into inbox_changes (organization_id, kind, status, rank, assignee, change)
       select organization_id, tg_argv[0], status, priority_rank, coalesce(assigned_to, '00000000-0000-0000-0000-000000000000'), sum(change) from (select organization_id, status, priority_rank, assigned_to, 1 as change from came union all select organization_id, status, priority_rank, assigned_to, -1 as change from went) changed
       group by organization_id, status, priority_rank, coalesce(assigned_to, '00000000-0000-0000-0000-000000000000') having sum(change) <> 0;
     return null;
   end $function$;
-- granted to public

CREATE OR REPLACE FUNCTION public.note_other_profile()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
   begin
     update entity_monitoring set is_due = true, due_reason = case when is_due then due_reason else 'requested' end,
       due_number = due_number + 1, leased_until = now()
     where organization_id = new.organization_id and entity_id = new.entity_id and is_active;
     return null;
   end $function$;
-- granted to public

CREATE OR REPLACE FUNCTION public.note_owned()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
   begin
     insert into ownership_changes (organization_id, entity_id)
       select distinct organization_id, target_entity_id from came where relationship_type = 'owns' and version_of is null;
     if found then
       perform pg_notify('tamis_ownership', '');
     end if;
     return null;
   end $function$;
-- granted to public

CREATE OR REPLACE FUNCTION public.note_ownership_settings()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
   begin
     insert into ownership_changes (organization_id) values (new.id);
     perform pg_notify('tamis_ownership', new.id::text);
     return null;
   end $function$;
-- granted to public

CREATE OR REPLACE FUNCTION public.note_owning_entity()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
   begin
     if exists (select from relationships r where r.organization_id = new.organization_id and r.relationship_type = 'owns'
       and r.deleted_at is null and (r.source_entity_id = new.id or r.target_entity_id = new.id)) then
       insert into ownership_changes (organization_id, entity_id) values (new.organization_id, new.id);
       perform pg_notify('tamis_ownership', new.organization_id::text);
     end if;
     return null;
   end $function$;
-- granted to public

CREATE OR REPLACE FUNCTION public.note_transactions()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
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
   end $function$;
-- granted to public

CREATE OR REPLACE FUNCTION public.note_user_events()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
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
   end $function$;
-- granted to public

CREATE OR REPLACE FUNCTION public.return_person_requests(person uuid, unused integer)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
  declare setting text;
  begin
    setting := set_config('tamis.lookup', person::text, true);
    setting := set_config('synchronous_commit', 'off', true);
    update person_windows w set used = greatest(0, w.used - unused)
      where w.user_id = person and w.started_at + interval '1 minute' > clock_timestamp();
  end $function$;
-- granted to public

CREATE OR REPLACE FUNCTION public.return_requests(organization uuid, api_key uuid, unused integer)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
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
  end $function$;
-- granted to public

CREATE OR REPLACE FUNCTION public.settle_external_id(organization uuid, entity uuid, named text)
 RETURNS text
 LANGUAGE plpgsql
AS $function$
  declare present text;
  begin
    perform pg_advisory_xact_lock_shared(external_id_lock(organization, entity));
    if exists (select from former_external_ids f
      where f.organization_id = organization and f.entity_id = entity and f.external_id = named) then
      select e.external_id into present from entities e
        where e.organization_id = organization and e.id = entity and e.deleted_at is null;
    end if;
    return coalesce(present, named);
  end $function$;
-- granted to public

CREATE OR REPLACE FUNCTION public.settle_transactions()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
   end $function$;
-- granted to public

CREATE OR REPLACE FUNCTION public.settle_user_events()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
   declare
     locked boolean := false;
   begin
     if new.entity_id is not null and new.entity_external_id is not null then
       locked := pg_advisory_xact_lock_shared(external_id_lock(new.organization_id, new.entity_id)) is not null;
     end if;
     if locked then new.seq := nextval('user_events_seq_seq'); end if;
     return new;
   end $function$;
-- granted to public

CREATE OR REPLACE FUNCTION public.shared_list_memberships(places integer[], asked uuid[], keys text[], for_addresses boolean[], at timestamp with time zone)
 RETURNS TABLE(place integer, "listId" uuid, available boolean, revision integer, listed boolean)
 LANGUAGE plpgsql
AS $function$
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
   end $function$;
-- granted to public

CREATE OR REPLACE FUNCTION public.take_creation_quota(organization uuid, module_name text, requested bigint)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
   declare
     this_month text;
     taken record;
     added_up text;
     setting text;
   begin
     if not exists (select from creation_quotas q where q.organization_id = organization and q.module = module_name) then
       return;
     end if;
     if current_setting('tamis.defer_quotas', true) = 'on' then
       added_up := 'tamis.deferred_' || module_name;
       setting := set_config(
         added_up, (coalesce(nullif(current_setting(added_up, true), '')::bigint, 0) + requested)::text, true);
       return;
     end if;
     select to_char(now() at time zone o.timezone, 'YYYY-MM') into this_month from organizations o where o.id = organization;
     for taken in
       update creation_quotas q
       set used = case when q.period = 'month' and q.period_key < this_month then requested else q.used + requested end,
           period_key = case q.period when 'month' then greatest(q.period_key, this_month) else 'total' end
       where q.organization_id = organization and q.module = module_name
       returning q.quota, q.used, q.period_key as key
     loop
       if taken.used > taken.quota then
         raise exception 'the creation quota is used up' using errcode = 'TQ001', detail = json_build_object(
           'module', module_name,
           'remainingTotal', greatest(taken.quota - (taken.used - requested), 0),
           'periodKey', taken.key,
           'requested', requested)::text;
       end if;
     end loop;
   end $function$;
-- granted to public

CREATE OR REPLACE FUNCTION public.take_deferred_quotas(organization uuid)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
   declare
     name text;
     created bigint;
     setting text;
   begin
     setting := set_config('tamis.defer_quotas', 'off', true);
     foreach name in array array['entities', 'transactions', 'user_events'] loop
       created := nullif(current_setting('tamis.deferred_' || name, true), '')::bigint;
       if created > 0 then
         perform take_creation_quota(organization, name, created);
       end if;
     end loop;
   end $function$;
-- granted to public

CREATE OR REPLACE FUNCTION public.tax_id_key(given text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
     select nullif(upper(regexp_replace(normalize(given, nfkc), '[^[:alnum:]]', '', 'g')), '') $function$;
-- granted to public

-- granted to tamis_app on what is made later: r DELETE, INSERT, SELECT, UPDATE
