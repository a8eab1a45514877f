import type { MigrationInterface, QueryRunner } from 'typeorm';

import { currentLookupSql, currentOrganizationSql, rowSecurity } from '../row-security.js';

const organizations = [
  `alter table organizations
     add column parent_organization_id uuid references organizations (id),
     add column country_code text,
     add column plan text not null default 'professional' check (plan in ('free', 'starter', 'professional', 'enterprise')),
     add column language text not null default 'en',
     add column reporting_currencies text[] not null default '{}',
     add column currency_codes text[] not null default '{}',
     add column rate_max_age_days int not null default 4,
     add column settings jsonb not null default '{}',
     add column sandbox_expires_at timestamptz(3)`,
  // A slug names an account among its parent's; children may be called alike in two families.
  `alter table organizations drop constraint organizations_slug_environment_key`,
  `create unique index organizations_slug on organizations
     (slug, environment, coalesce(parent_organization_id, '00000000-0000-0000-0000-000000000000'))`,
  `create index organizations_parent on organizations (parent_organization_id) where parent_organization_id is not null`,
  `alter policy tenant_read on organizations using (id = ${currentOrganizationSql} or paired_organization_id = ${currentOrganizationSql}
     or parent_organization_id = ${currentOrganizationSql} or slug = ${currentLookupSql})`,
];

const apiKeys = [
  `alter table api_keys
     add column ip_allowlist text[] not null default '{}',
     add column created_by text,
     add column revoked_at timestamptz(3)`,
];

// Members and roles belong to both organizations of an account: one row, kept under the production organization.
const members = [
  `create table roles (
     organization_id uuid not null references organizations (id),
     id uuid not null,
     name text not null,
     description text,
     permissions text[] not null,
     created_at timestamptz(3) not null default now(),
     updated_at timestamptz(3) not null default now(),
     primary key (organization_id, id))`,
  `create unique index roles_name on roles (organization_id, lower(name))`,
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
     teams text[] not null default '{}',
     invitation_hash bytea,
     invitation_expires_at timestamptz(3),
     last_login_at timestamptz(3),
     created_at timestamptz(3) not null default now(),
     updated_at timestamptz(3) not null default now(),
     primary key (organization_id, id))`,
  `create unique index members_email on members (organization_id, lower(email))`,
  `create index members_created on members (organization_id, created_at, id)`,
];

// What is to be announced, written in the transaction that makes it true.
const outbox = [
  `create table outbox (
     organization_id uuid not null references organizations (id),
     id uuid not null,
     seq bigint generated always as identity,
     event text not null,
     payload json not null,
     created_at timestamptz(3) not null default now(),
     primary key (organization_id, id))`,
  `create index outbox_order on outbox (organization_id, seq)`,
];

const ofAccount = `organization_id = ${currentOrganizationSql} or organization_id =
  (select o.paired_organization_id from organizations o where o.id = ${currentOrganizationSql})`;

/** Parents and children, settings, members and their roles, allow lists of keys, and the outbox. */
export class Accounts1763600500000 implements MigrationInterface {
  readonly name = 'Accounts1763600500000';

  async up(runner: QueryRunner): Promise<void> {
    const policies = [
      ...rowSecurity('roles', { visible: ofAccount }),
      ...rowSecurity('members', { visible: ofAccount }),
      ...rowSecurity('outbox'),
    ];
    for (const statement of [...organizations, ...apiKeys, ...members, ...outbox, ...policies]) {
      await runner.query(statement);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table outbox, members, roles');
    await runner.query('alter table api_keys drop column ip_allowlist, drop column created_by, drop column revoked_at');
    await runner.query(
      `alter policy tenant_read on organizations using (id = ${currentOrganizationSql} or paired_organization_id = ${currentOrganizationSql}
         or slug = ${currentLookupSql})`,
    );
    await runner.query('drop index organizations_slug, organizations_parent');
    await runner.query(
      `alter table organizations drop column parent_organization_id, drop column country_code, drop column plan, drop column language,
         drop column reporting_currencies, drop column currency_codes, drop column rate_max_age_days, drop column settings,
         drop column sandbox_expires_at, add constraint organizations_slug_environment_key unique (slug, environment)`,
    );
  }
}
