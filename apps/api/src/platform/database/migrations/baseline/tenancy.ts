import { currentLookupSql, currentOrganizationSql, rowSecurity } from '../../roles/row-security.js';

const organizations = [
  `create table organizations (
    id uuid primary key,
    slug text not null,
    name text not null,
    environment text not null check (environment in ('production', 'sandbox')),
    paired_organization_id uuid not null references organizations (id) deferrable initially deferred,
    timezone text not null default 'UTC',
    base_currency text not null default 'USD',
    status text not null default 'active',
    created_at timestamptz(3) not null default now(),
    parent_organization_id uuid references organizations (id),
    country_code text,
    plan text not null default 'professional' check (plan in ('free', 'starter', 'professional', 'enterprise')),
    language text not null default 'en',
    reporting_currencies text[] not null default '{}',
    currency_codes text[] not null default '{}',
    rate_max_age_days int not null default 4,
    settings jsonb not null default '{}',
    version int not null default 1,
    agreed_requests_per_hour int check (agreed_requests_per_hour > 0),
    requests_per_hour int not null,
    requests_per_minute int
  )`,
  `create index organizations_parent on organizations (parent_organization_id) where parent_organization_id is not null`,
  // A slug is unique among the accounts of a parent. Children of two different parents may have the same slug.
  `create unique index organizations_slug on organizations (slug, environment, coalesce(parent_organization_id, '00000000-0000-0000-0000-000000000000'::uuid))`,
  // An organization sees itself, its paired organization and its children. It may change itself and its pair.
  ...rowSecurity('organizations', {
    visible: `id = ${currentOrganizationSql} or paired_organization_id = ${currentOrganizationSql} or parent_organization_id = ${currentOrganizationSql} or slug = ${currentLookupSql}`,
    writable: `id = ${currentOrganizationSql} or paired_organization_id = ${currentOrganizationSql}`,
  }),
];

const people = [
  // A person does not belong to an organization. Members do, and each references its person.
  `create table users (
    id uuid primary key,
    email text not null,
    first_name text,
    last_name text,
    password_hash text not null,
    created_at timestamptz(3) not null default now()
  )`,
  `create unique index users_email on users (lower(email))`,
  // A row is visible only to queries that know its identifying value, so nobody can list people.
  ...rowSecurity('users', {
    visible: `lower(email) = ${currentLookupSql} or id::text = ${currentLookupSql}`,
  }),
  // Emails to people outside any organization. Tokens are not stored: they are derived from the id and a master key. Presenting one proves
  // access to the mailbox.
  `create table person_emails (
    id uuid primary key,
    recipient text not null,
    event text not null,
    user_id uuid references users (id) on delete cascade,
    token_hash bytea,
    master_key_id text,
    created_at timestamptz(3) not null default now(),
    expires_at timestamptz(3) not null
  )`,
  `create index person_emails_recipient on person_emails (recipient, event, created_at)`,
  `create unique index person_emails_token on person_emails (token_hash) where token_hash is not null`,
  `create index person_emails_expired on person_emails (expires_at)`,
  `create index person_emails_user on person_emails (user_id) where user_id is not null`,
  ...rowSecurity('person_emails', {
    visible: `recipient = ${currentLookupSql} or encode(token_hash, 'hex') = ${currentLookupSql} or user_id::text = ${currentLookupSql} or (expires_at < now() and ${currentLookupSql} = 'expired emails')`,
  }),
  // A one-time sign-in link, created by the administrator of the server.
  `create table sign_in_links (
    user_id uuid primary key references users (id) on delete cascade,
    token_hash bytea not null,
    expires_at timestamptz(3) not null
  )`,
  `create unique index sign_in_links_token on sign_in_links (token_hash)`,
  ...rowSecurity('sign_in_links', {
    visible: `encode(token_hash, 'hex') = ${currentLookupSql} or user_id::text = ${currentLookupSql}`,
  }),
  `create table sign_in_attempts (
    subject text primary key,
    attempts float8 not null,
    last_at timestamptz not null,
    locked_until timestamptz not null
  )`,
  `create index sign_in_attempts_last on sign_in_attempts (last_at)`,
  ...rowSecurity('sign_in_attempts', {
    visible: `subject = ${currentLookupSql} or (last_at < now() - interval '1 day' and ${currentLookupSql} = 'old attempts')`,
  }),
];

const personRequests = [
  // One row per person, shared by all of their sessions: signing in again does not grant further requests.
  `create table person_windows (
    user_id uuid primary key references users (id) on delete cascade,
    started_at timestamptz not null,
    used int not null,
    granted int not null
  ) with (fillfactor = 20, autovacuum_vacuum_threshold = 1000)`,
  ...rowSecurity('person_windows', { visible: `user_id::text = ${currentLookupSql}` }),
  // Like `count_requests`, but for a person.
  `create function count_person_requests(person uuid, wanted integer, most integer) returns table(used integer, granted integer, resets_at timestamptz, resets_in_ms double precision) language plpgsql as $$
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
  end $$`,
  `create function return_person_requests(person uuid, unused integer) returns void language plpgsql as $$
  declare setting text;
  begin
    setting := set_config('tamis.lookup', person::text, true);
    setting := set_config('synchronous_commit', 'off', true);
    update person_windows w set used = greatest(0, w.used - unused)
      where w.user_id = person and w.started_at + interval '1 minute' > clock_timestamp();
  end $$`,
];

const visibleToBoth = `organization_id = ${currentOrganizationSql} or
      organization_id = (select o.paired_organization_id from organizations o where o.id = ${currentOrganizationSql})`;

const members = [
  // Members and roles belong to both organizations of an account. They are stored once, under the production organization.
  `create table members (
    organization_id uuid not null references organizations (id),
    id uuid not null,
    user_id uuid,
    email text not null,
    first_name text,
    last_name text,
    role_id uuid not null,
    environment_access text not null check (environment_access in ('both', 'production', 'sandbox', 'none')),
    status text not null check (status in ('invited', 'active', 'deactivated')),
    invitation_hash bytea,
    invitation_expires_at timestamptz(3),
    last_login_at timestamptz(3),
    version int not null default 1,
    created_at timestamptz(3) not null default now(),
    updated_at timestamptz(3) not null default now(),
    primary key (organization_id, id)
  )`,
  `create index members_created on members (organization_id, created_at, id)`,
  `create unique index members_email on members (organization_id, lower(email))`,
  `create unique index members_invitation on members (invitation_hash) where invitation_hash is not null`,
  `create index members_user on members (user_id) where user_id is not null`,
  ...rowSecurity('members', {
    visible: `organization_id = ${currentOrganizationSql} or
      organization_id = (select o.paired_organization_id from organizations o where o.id = ${currentOrganizationSql}) or user_id::text = ${currentLookupSql} or encode(invitation_hash, 'hex') = ${currentLookupSql}`,
    writable: visibleToBoth,
  }),
  `create table roles (
    organization_id uuid not null references organizations (id),
    id uuid not null,
    name text not null,
    description text,
    permissions text[] not null,
    version int not null default 1,
    created_at timestamptz(3) not null default now(),
    updated_at timestamptz(3) not null default now(),
    primary key (organization_id, id)
  )`,
  `create unique index roles_name on roles (organization_id, lower(name))`,
  ...rowSecurity('roles', {
    visible: visibleToBoth,
  }),
];

const teams = [
  // Like members, teams belong to both organizations of an account. They are stored under the production organization.
  `create table teams (
    organization_id uuid not null references organizations (id),
    id uuid not null,
    name text not null,
    description text,
    version int not null default 1,
    created_at timestamptz(3) not null default now(),
    updated_at timestamptz(3) not null default now(),
    primary key (organization_id, id)
  )`,
  `create unique index teams_name on teams (organization_id, lower(name))`,
  `create index teams_created on teams (organization_id, created_at, id)`,
  ...rowSecurity('teams', { visible: visibleToBoth }),
  `create table team_members (
    organization_id uuid not null,
    team_id uuid not null,
    member_id uuid not null,
    added_at timestamptz(3) not null default now(),
    primary key (organization_id, team_id, member_id),
    foreign key (organization_id, team_id) references teams (organization_id, id) on delete cascade,
    foreign key (organization_id, member_id) references members (organization_id, id) on delete cascade
  )`,
  `create index team_members_member on team_members (organization_id, member_id)`,
  ...rowSecurity('team_members', { visible: visibleToBoth }),
  // Assignees whose work may have to be released, because their rights have changed or they were removed.
  `create table work_releases (
    organization_id uuid not null references organizations (id),
    assignee_type text not null check (assignee_type in ('user', 'role', 'team')),
    assignee_id uuid not null,
    starts_at timestamptz not null,
    primary key (organization_id, assignee_id)
  )`,
  ...rowSecurity('work_releases', {
    visible: `${visibleToBoth} or ${currentLookupSql} = 'work releases'`,
    writable: visibleToBoth,
  }),
];

const apiKeys = [
  // Keys are found only by their hash: a request names its key before its organization is known.
  `create table api_keys (
    organization_id uuid not null references organizations (id),
    id uuid not null,
    name text not null,
    environment text not null,
    key_hash bytea not null,
    prefix text not null,
    last_four text not null,
    scopes text[] not null,
    rate_limit int not null,
    burst_limit int,
    status text not null default 'active' check (status in ('active', 'revoked')),
    expires_at timestamptz(3),
    last_used_at timestamptz(3),
    created_at timestamptz(3) not null default now(),
    ip_allowlist text[] not null default '{}',
    created_by text,
    revoked_at timestamptz(3),
    announced_expiry timestamptz(3),
    replaced_by uuid,
    version int not null default 1,
    primary key (organization_id, id),
    constraint api_keys_key_hash unique (key_hash)
  )`,
  `create index api_keys_expiring on api_keys (expires_at) where status = 'active' and expires_at is distinct from announced_expiry`,
  ...rowSecurity('api_keys', {
    visible: `organization_id = ${currentOrganizationSql} or encode(key_hash, 'hex') = ${currentLookupSql} or (expires_at is not null and ${currentLookupSql} = 'expired keys')`,
    writable: `organization_id = ${currentOrganizationSql}`,
  }),
];

const creationQuotas = [
  `create table creation_quotas (
    organization_id uuid not null references organizations (id),
    module text not null check (module in ('entities', 'transactions', 'user_events')),
    period text not null check (period in ('month', 'total')),
    quota bigint not null check (quota >= 0),
    used bigint not null default 0 check (used >= 0),
    period_key text not null,
    created_at timestamptz(3) not null default now(),
    updated_at timestamptz(3) not null default now(),
    primary key (organization_id, module, period)
  )`,
  ...rowSecurity('creation_quotas'),
  // Counts and refuses in a single update: a concurrent transaction waits for the row, and sees what the first one has left. Months follow
  // the organization’s time zone and never go back, so that changing the time zone gains nothing. Most organizations have no quota. With
  // `tamis.defer_quotas`, a transaction sums up what it creates, without what its savepoints undo, and consumes the quota at its end.
  `create function take_creation_quota(organization uuid, module_name text, requested bigint) returns void language plpgsql as $$
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
   end $$`,
  `create function take_deferred_quotas(organization uuid) returns void language plpgsql as $$
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
   end $$`,
];

export const tenancyTables = [
  ...organizations,
  ...people,
  ...personRequests,
  ...members,
  ...teams,
  ...apiKeys,
  ...creationQuotas,
];
