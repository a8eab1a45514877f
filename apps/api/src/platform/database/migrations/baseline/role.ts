import { appRole } from '../../roles/app-role.js';

const forAdministrators = `let an administrator run: create role ${appRole} nologin; grant ${appRole} to %`;

/** The role subject to row-level security, and its privileges on every table created from here on. */
export const role = [
  // Roles belong to the entire server, which other databases and their migrations share. Another migration may have just created this one.
  `do $$ begin
     if not exists (select from pg_roles where rolname = '${appRole}') then create role ${appRole} nologin; end if;
   exception
     when duplicate_object or unique_violation then null;
     when insufficient_privilege then raise exception 'the role % may not create roles; ${forAdministrators}', current_user, current_user;
   end $$`,
  // A superuser may assume any role. Any other login must be a member, which the creator of a role is not automatically.
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
     execute format('alter default privileges in schema %I grant select, insert, update, delete on tables to ${appRole}', current_schema());
   end $$`,
  `grant select on schema_migrations to ${appRole}`,
];

/** Compresses the long JSON and bytes written with every payment by the faster method. A server may have been built without it. */
export const compression = `do $$
  declare stored record;
  begin
    for stored in select attrelid::regclass as relation, attname as name from pg_attribute
      where attrelid in (select relid from pg_partition_tree('transactions') union all select relid from pg_partition_tree('evaluations')
        union all values ('audit_events'::regclass)) and atttypid in ('json'::regtype, 'bytea'::regtype) and attnum > 0 and not attisdropped
    loop
      execute format('alter table %s alter column %I set compression lz4', stored.relation, stored.name);
    end loop;
  exception when feature_not_supported then null;
  end $$`;
