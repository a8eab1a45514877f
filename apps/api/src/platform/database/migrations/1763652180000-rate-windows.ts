import type { MigrationInterface, QueryRunner } from 'typeorm';

import { tenantSettings } from '../app-role.js';
import { rowSecurity } from '../row-security.js';

const agreed = 'alter table organizations add column agreed_requests_per_hour int check (agreed_requests_per_hour > 0)';

const table = [
  // One row a key, rewritten by most requests: room in each page keeps every version of a row on it, without index entries.
  `create table rate_windows (
     organization_id uuid not null,
     api_key_id uuid not null,
     started_at timestamptz not null,
     used int not null,
     granted int not null,
     primary key (organization_id, api_key_id),
     foreign key (organization_id, api_key_id) references api_keys (organization_id, id) on delete cascade)
   with (fillfactor = 20, autovacuum_vacuum_threshold = 1000)`,
  ...rowSecurity('rate_windows'),
];

// One statement from the hash of a key to its count. The organization is found on the way, so the function names it for the rest
// of its transaction. `excluded.started_at` is one reading of the clock for all columns. Counts of the last moment may be lost when
// the database crashes: no request waits for the disk because it was counted.
const count = `create function count_requests(hash bytea, wanted int)
  returns table (rate_limit int, used int, granted int, resets_at timestamptz, resets_in_ms float8)
  language plpgsql as $$
  declare
    asking record;
    length constant interval := interval '1 hour';
  begin
    perform set_config('${tenantSettings.lookup}', encode(hash, 'hex'), true), set_config('synchronous_commit', 'off', true);
    select k.organization_id, k.id, k.rate_limit into asking from api_keys k where k.key_hash = hash;
    if not found then return; end if;
    perform set_config('${tenantSettings.organization}', asking.organization_id::text, true);
    return query insert into rate_windows as w (organization_id, api_key_id, started_at, used, granted)
      values (asking.organization_id, asking.id, clock_timestamp(), least(wanted, asking.rate_limit), least(wanted, asking.rate_limit))
      on conflict (organization_id, api_key_id) do update set
        started_at = case when w.started_at + length <= excluded.started_at then excluded.started_at else w.started_at end,
        used = case when w.started_at + length <= excluded.started_at then excluded.used
          else greatest(w.used, least(w.used + wanted, asking.rate_limit)) end,
        granted = case when w.started_at + length <= excluded.started_at then excluded.used
          else greatest(0, least(wanted, asking.rate_limit - w.used)) end
      returning asking.rate_limit, w.used, w.granted, w.started_at + length,
        greatest(0, extract(epoch from w.started_at + length - clock_timestamp()) * 1000)::float8;
  end $$`;

/** The windows in which the requests of keys are counted, and limits that were agreed upon. */
export class RateWindows1763652180000 implements MigrationInterface {
  readonly name = 'RateWindows1763652180000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [agreed, ...table, count]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop function count_requests(bytea, int)');
    await runner.query('drop table rate_windows');
    await runner.query('alter table organizations drop column agreed_requests_per_hour');
  }
}
