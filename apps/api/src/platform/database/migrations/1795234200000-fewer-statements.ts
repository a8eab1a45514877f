import type { MigrationInterface, QueryRunner } from 'typeorm';

import { tenantSettings } from '../app-role.js';
import { currentOrganizationSql } from '../row-security.js';

const told = `told.id, told.event, told."resourceType", told."resourceId", told.actor ->> 'type', told.actor ->> 'id', told.timestamp,
       told."relatedIds" ->> 'transactionId', told."relatedIds" ->> 'entityId'`;

const toldAs = `as told
       (id uuid, event text, "resourceType" text, "resourceId" text, "timestamp" text, actor json, "relatedIds" json)`;

const filed = `organization_id, sequence, content, previous_hash, hash, id, event, resource_type, resource_id, actor_type, actor_id,
       happened_at, related_transaction_id, related_entity_id`;

interface Appending {
  readonly variables: string;
  readonly each: string;
  readonly afterAll: string;
}

const append = ({ variables, each, afterAll }: Appending): string => `
   create or replace function audit_append(organization uuid, contents text[]) returns void
   language plpgsql security definer set search_path = public, pg_catalog as $$
   declare
     head audit_heads;
     content text;
     hashes text[] := array[]::text[];
     ${variables}
   begin
     if organization is distinct from ${currentOrganizationSql} then
       raise exception 'an organization appends to its own audit trail' using errcode = 'insufficient_privilege';
     end if;
     loop
       select * into head from audit_heads where organization_id = organization for update;
       exit when found;
       insert into audit_heads values (organization, 0, repeat('0', 64)) on conflict do nothing;
     end loop;
     foreach content in array contents loop
       ${each}
     end loop;
     ${afterAll}
   end $$`;

/** One statement files the entries and moves the head; the hash before each is kept where it is known. */
const atOnce: Appending = {
  variables: 'previous text[] := array[]::text[];',
  each: `previous := previous || head.hash;
       head.sequence := head.sequence + 1;
       head.hash := encode(sha256(convert_to(concat_ws(e'\\n', head.hash, organization, head.sequence, content), 'UTF8')), 'hex');
       hashes := hashes || head.hash;`,
  afterAll: `with filed as (insert into audit_events (${filed})
       select organization, head.sequence - cardinality(hashes) + place, entry, before, own, ${told}
       from unnest(contents::json[], previous, hashes) with ordinality as entries (entry, before, own, place),
         json_to_record(entry) ${toldAs})
     update audit_heads set sequence = head.sequence, hash = head.hash where organization_id = organization;`,
};

const inTwo: Appending = {
  variables: `previous text;
     first_previous text;`,
  each: `previous := head.hash;
       head.sequence := head.sequence + 1;
       head.hash := encode(sha256(convert_to(concat_ws(e'\\n', previous, organization, head.sequence, content), 'UTF8')), 'hex');
       first_previous := coalesce(first_previous, previous);
       hashes := hashes || head.hash;`,
  afterAll: `insert into audit_events (${filed})
     select organization, head.sequence - cardinality(hashes) + place, entry, lag(own, 1, first_previous) over (order by place), own, ${told}
     from unnest(contents::json[], hashes) with ordinality as entries (entry, own, place), json_to_record(entry) ${toldAs};
     update audit_heads set sequence = head.sequence, hash = head.hash where organization_id = organization;`,
};

interface Naming {
  readonly variable: string;
  readonly lookup: string;
  readonly organization: string;
}

const lookup = `set_config('${tenantSettings.lookup}', encode(hash, 'hex'), true)`;
const asynchronous = `set_config('synchronous_commit', 'off', true)`;
const organization = `set_config('${tenantSettings.organization}', asking.organization_id::text, true)`;

const count = (naming: Naming): string => `create or replace function count_requests(hash bytea, wanted int)
  returns table (rate_limit int, used int, granted int, resets_at timestamptz, resets_in_ms float8)
  language plpgsql as $$
  declare
    asking record;
    length constant interval := interval '1 hour';
    ${naming.variable}
  begin
    ${naming.lookup}
    select k.organization_id, k.id, k.rate_limit into asking from api_keys k where k.key_hash = hash;
    if not found then return; end if;
    ${naming.organization}
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

/** An expression is evaluated without a statement being begun. */
const byExpressions: Naming = {
  variable: 'setting text;',
  lookup: `setting := ${lookup};
    setting := ${asynchronous};`,
  organization: `setting := ${organization};`,
};

const byStatements: Naming = {
  variable: '',
  lookup: `perform ${lookup}, ${asynchronous};`,
  organization: `perform ${organization};`,
};

/** The functions that each payment calls begin fewer statements. */
export class FewerStatements1795234200000 implements MigrationInterface {
  readonly name = 'FewerStatements1795234200000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [append(atOnce), count(byExpressions)]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of [append(inTwo), count(byStatements)]) await runner.query(statement);
  }
}
