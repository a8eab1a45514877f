import type { MigrationInterface, QueryRunner } from 'typeorm';

import { appRole } from '../app-role.js';
import { currentLookupSql, currentOrganizationSql, rowSecurity } from '../row-security.js';

const tenantTables = [
  'entities',
  'data_lists',
  'data_list_items',
  'data_list_keys',
  'alerts',
  'rules',
  'rule_versions',
  'rule_sets',
  'active_rule_sets',
  'rule_set_activations',
  'transactions',
  'evaluations',
];

const forAdministrators = `let an administrator run: create role ${appRole} nologin; grant ${appRole} to %`;

// The role belongs to the whole server, which other databases and their migrations share: somebody else may just have made it.
const role = [
  `do $$ begin
     if not exists (select from pg_roles where rolname = '${appRole}') then create role ${appRole} nologin; end if;
   exception
     when duplicate_object or unique_violation then null;
     when insufficient_privilege then raise exception 'the role % may not create roles; ${forAdministrators}', current_user, current_user;
   end $$`,
  // A superuser may take every role. Whoever else logs in must be a member, and who made the role is none by that.
  `do $$ declare before text := current_setting('role'); begin
     begin
       perform set_config('role', '${appRole}', true);
     exception when insufficient_privilege then
       begin
         execute format('grant ${appRole} to %I', current_user);
       exception when insufficient_privilege then
         raise exception 'the role % may not take the role ${appRole}; ${forAdministrators}', current_user, current_user;
       end;
     end;
     perform set_config('role', before, true);
   end $$`,
  `do $$ begin execute format('grant usage on schema %I to ${appRole}', current_schema()); end $$`,
  `do $$ begin
     execute format('grant select, insert, update, delete on all tables in schema %I to ${appRole}', current_schema());
     execute format('alter default privileges in schema %I grant select, insert, update, delete on tables to ${appRole}', current_schema());
   end $$`,
  `revoke insert, update, delete on schema_migrations from ${appRole}`,
];

const policies = [
  // An organization sees itself, its pair and its children; it changes itself and its pair.
  ...rowSecurity('organizations', {
    visible: `id = ${currentOrganizationSql} or paired_organization_id = ${currentOrganizationSql} or slug = ${currentLookupSql}`,
    writable: `id = ${currentOrganizationSql} or paired_organization_id = ${currentOrganizationSql}`,
  }),
  ...rowSecurity('api_keys', {
    visible: `organization_id = ${currentOrganizationSql} or encode(key_hash, 'hex') = ${currentLookupSql}`,
    writable: `organization_id = ${currentOrganizationSql}`,
  }),
  ...tenantTables.flatMap((table) => rowSecurity(table)),
];

/** Row-level security, and the role that is subject to it. */
export class RowSecurity1763600400000 implements MigrationInterface {
  readonly name = 'RowSecurity1763600400000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [...role, ...policies]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['organizations', 'api_keys', ...tenantTables]) {
      const found = (await runner.query('select policyname from pg_policies where tablename = $1', [table])) as {
        policyname: string;
      }[];
      for (const { policyname } of found) await runner.query(`drop policy ${policyname} on ${table}`);
      await runner.query(`alter table ${table} disable row level security`);
      await runner.query(`alter table ${table} no force row level security`);
    }
  }
}
