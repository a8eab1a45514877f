import type { MigrationInterface, QueryRunner } from 'typeorm';

import { currentOrganizationSql, rowSecurity } from '../row-security.js';

// What a parent shares, as its child sees it: `content` is all the child ever reads of a matrix, `list_ids` the lists whose keys it may
// ask for. Written by the parent alone; whether the child uses it stands in a table that the child alone writes.
const statements = [
  `create table child_shares (
     organization_id uuid not null references organizations (id),
     parent_organization_id uuid not null references organizations (id),
     resource_type text not null check (resource_type in ('risk_matrix', 'data_list')),
     resource_id uuid not null,
     name text not null,
     content json not null,
     list_ids uuid[] not null default '{}',
     shared_by text,
     shared_at timestamptz(3) not null,
     primary key (organization_id, resource_type, resource_id))`,
  `create index child_shares_of on child_shares (parent_organization_id, resource_type, resource_id)`,
  `create table child_opt_ins (
     organization_id uuid not null references organizations (id),
     resource_type text not null,
     resource_id uuid not null,
     parent_organization_id uuid not null,
     enabled_by text,
     enabled_at timestamptz(3) not null,
     primary key (organization_id, resource_type, resource_id),
     foreign key (organization_id, resource_type, resource_id) references child_shares on delete cascade)`,
  ...rowSecurity('child_shares', {
    visible: `organization_id = ${currentOrganizationSql} or parent_organization_id = ${currentOrganizationSql}`,
    writable: `parent_organization_id = ${currentOrganizationSql} and exists (select from organizations o
      where o.id = child_shares.organization_id and o.parent_organization_id = ${currentOrganizationSql})`,
  }),
  ...rowSecurity('child_opt_ins', {
    visible: `organization_id = ${currentOrganizationSql} or parent_organization_id = ${currentOrganizationSql}`,
    writable: `organization_id = ${currentOrganizationSql}`,
  }),
  // A matrix of the parent may be a default of its child.
  `alter table risk_matrix_defaults drop constraint risk_matrix_defaults_organization_id_risk_matrix_id_fkey`,
  // Whether keys are on lists of the parent: of those that are shared and switched on, and nothing else of them.
  `create function shared_list_memberships(places int[], asked uuid[], keys text[], for_addresses boolean[], at timestamptz)
     returns table (place int, "listId" uuid, available boolean, revision int, listed boolean) language plpgsql as $$
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
   end $$`,
];

/** What parents share with their children. */
export class ChildShares1795208820000 implements MigrationInterface {
  readonly name = 'ChildShares1795208820000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop function shared_list_memberships');
    await runner.query('drop table child_opt_ins, child_shares');
    await runner.query(`delete from risk_matrix_defaults d where not exists (
      select from risk_matrices m where m.organization_id = d.organization_id and m.id = d.risk_matrix_id)`);
    await runner.query(`alter table risk_matrix_defaults add constraint risk_matrix_defaults_organization_id_risk_matrix_id_fkey
      foreign key (organization_id, risk_matrix_id) references risk_matrices (organization_id, id)`);
  }
}
