import type { MigrationInterface, QueryRunner } from 'typeorm';

import { currentLookupSql, currentOrganizationSql, rowSecurity } from '../row-security.js';

// A person belongs to no organization: members do, and each names the person it is.
const tables = [
  `create table users (
     id uuid primary key,
     email text not null,
     first_name text,
     last_name text,
     password_hash text not null,
     password_changed_at timestamptz(3) not null default now(),
     reset_hash bytea,
     reset_expires_at timestamptz(3),
     created_at timestamptz(3) not null default now())`,
  `create unique index users_email on users (lower(email))`,
  `create unique index users_reset on users (reset_hash) where reset_hash is not null`,
  `create table sessions (
     id uuid primary key,
     user_id uuid not null references users (id) on delete cascade,
     token_hash bytea not null unique,
     ip_address text not null,
     user_agent text,
     created_at timestamptz(3) not null default now(),
     last_used_at timestamptz(3) not null default now(),
     ends_at timestamptz(3) not null)`,
  `create index sessions_user on sessions (user_id, created_at)`,
  `create table sign_in_attempts (
     subject text primary key,
     attempts int not null,
     last_at timestamptz not null,
     locked_until timestamptz not null)`,
];

const membersOfPeople = [
  `create index members_user on members (user_id) where user_id is not null`,
  `create unique index members_invitation on members (invitation_hash) where invitation_hash is not null`,
  `drop policy tenant on members`,
];

const ofAccount = `organization_id = ${currentOrganizationSql} or organization_id =
  (select o.paired_organization_id from organizations o where o.id = ${currentOrganizationSql})`;

// Whoever knows the value that names a row may see it: nobody can list people.
const policies = [
  ...rowSecurity('users', {
    visible: `lower(email) = ${currentLookupSql} or id::text = ${currentLookupSql} or encode(reset_hash, 'hex') = ${currentLookupSql}`,
  }),
  ...rowSecurity('sessions', {
    visible: `encode(token_hash, 'hex') = ${currentLookupSql} or user_id::text = ${currentLookupSql}`,
  }),
  ...rowSecurity('sign_in_attempts', { visible: `subject = ${currentLookupSql}` }),
  ...rowSecurity('members', {
    visible: `${ofAccount} or user_id::text = ${currentLookupSql} or encode(invitation_hash, 'hex') = ${currentLookupSql}`,
    writable: ofAccount,
  }),
];

/** People who sign in, their sessions, and how often somebody tried. */
export class People1763653200000 implements MigrationInterface {
  readonly name = 'People1763653200000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [...tables, ...membersOfPeople, ...policies]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table sign_in_attempts, sessions, users');
    await runner.query('drop index members_user, members_invitation');
    for (const command of ['read', 'insert', 'update', 'delete']) {
      await runner.query(`drop policy tenant_${command} on members`);
    }
    for (const statement of rowSecurity('members', { visible: ofAccount })) await runner.query(statement);
  }
}
