import type { MigrationInterface, QueryRunner } from 'typeorm';

import { rowSecurity } from '../row-security.js';

const statements = [
  `create table creation_quotas (
     organization_id uuid not null references organizations (id),
     module text not null check (module in ('entities', 'transactions', 'user_events')),
     period text not null check (period in ('month', 'total')),
     quota bigint not null check (quota >= 0),
     used bigint not null default 0 check (used >= 0),
     period_key text not null,
     created_at timestamptz(3) not null default now(),
     updated_at timestamptz(3) not null default now(),
     primary key (organization_id, module, period))`,
  ...rowSecurity('creation_quotas'),
  // Counts and refuses in one update: whoever comes second waits for the row, and sees what the first has left. A month is that of
  // the organization's time zone and never goes back, so that moving the zone gives nothing. Most organizations have no quota.
  `create function take_creation_quota(organization uuid, module_name text, requested bigint) returns void
   language plpgsql as $$
   declare
     this_month text;
     taken record;
   begin
     if not exists (select from creation_quotas q where q.organization_id = organization and q.module = module_name) then
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
];

/** How much of what an organization may create, and the function that counts it. */
export class CreationQuotas1795196100000 implements MigrationInterface {
  readonly name = 'CreationQuotas1795196100000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop function take_creation_quota');
    await runner.query('drop table creation_quotas');
  }
}
