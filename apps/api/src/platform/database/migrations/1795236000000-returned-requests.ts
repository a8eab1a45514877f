import type { MigrationInterface, QueryRunner } from 'typeorm';

import { tenantSettings } from '../app-role.js';

/** Takes back requests that were counted before they came and did not come, where their window has not ended. */
const giveBack = `create function return_requests(hash bytea, unused int) returns void
  language plpgsql as $$
  declare
    asking record;
    setting text;
  begin
    setting := set_config('${tenantSettings.lookup}', encode(hash, 'hex'), true);
    setting := set_config('synchronous_commit', 'off', true);
    select k.organization_id, k.id into asking from api_keys k where k.key_hash = hash;
    if not found then return; end if;
    setting := set_config('${tenantSettings.organization}', asking.organization_id::text, true);
    update rate_windows set used = greatest(0, used - unused)
      where organization_id = asking.organization_id and api_key_id = asking.id
        and started_at + interval '1 hour' > clock_timestamp();
  end $$`;

/** Requests of a busy key are counted some at a time, before they come. */
export class ReturnedRequests1795236000000 implements MigrationInterface {
  readonly name = 'ReturnedRequests1795236000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(giveBack);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop function return_requests(bytea, int)');
  }
}
