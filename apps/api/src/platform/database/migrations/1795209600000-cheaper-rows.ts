import type { MigrationInterface, QueryRunner } from 'typeorm';

import { currentOrganizationSql } from '../row-security.js';

/** Tables that every payment writes to, with their partitions. */
const written = `select relid from pg_partition_tree('transactions') union all select relid from pg_partition_tree('evaluations')
  union all values ('outbox'::regclass), ('audit_events'::regclass)`;

// A server may have been built without lz4: then new rows are compressed as before.
const compressBy = (method: string): string => `do $$
  declare stored record;
  begin
    for stored in select attrelid::regclass as relation, attname as name from pg_attribute
      where attrelid in (${written}) and atttypid = 'json'::regtype and attnum > 0 and not attisdropped
    loop
      execute format('alter table %s alter column %I set compression ${method}', stored.relation, stored.name);
    end loop;
  exception when feature_not_supported then null;
  end $$`;

interface Appending {
  readonly variables: string;
  /** After the sequence and the hash of one entry are known. */
  readonly each: string;
  readonly afterAll: string;
}

// Whoever appends waits for the one before: the head is locked until the transaction ends, and goes back with one that fails.
const append = ({ variables, each, afterAll }: Appending): string => `
   create or replace function audit_append(organization uuid, contents text[]) returns void
   language plpgsql security definer set search_path = public, pg_catalog as $$
   declare
     head audit_heads;
     content text;
     previous text;
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
       previous := head.hash;
       head.sequence := head.sequence + 1;
       head.hash := encode(sha256(convert_to(concat_ws(e'\\n', previous, organization, head.sequence, content), 'UTF8')), 'hex');
       ${each}
     end loop;
     ${afterAll}
     update audit_heads set sequence = head.sequence, hash = head.hash where organization_id = organization;
   end $$`;

/** One statement for all entries: to begin one costs more than a row. */
const together: Appending = {
  variables: `first_previous text;
     hashes text[] := array[]::text[];`,
  each: `first_previous := coalesce(first_previous, previous);
       hashes := hashes || head.hash;`,
  afterAll: `insert into audit_events (organization_id, sequence, content, previous_hash, hash)
       select organization, head.sequence - cardinality(hashes) + place, entry::json, lag(own, 1, first_previous) over (order by place), own
       from unnest(contents, hashes) with ordinality as entries (entry, own, place);`,
};

const oneByOne: Appending = {
  variables: '',
  each: `insert into audit_events (organization_id, sequence, content, previous_hash, hash)
         values (organization, head.sequence, content::json, previous, head.hash);`,
  afterAll: '',
};

/** Long JSON is compressed by the faster method, and the entries of one append are stored by one statement. */
export class CheaperRows1795209600000 implements MigrationInterface {
  readonly name = 'CheaperRows1795209600000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(compressBy('lz4'));
    await runner.query(append(together));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(append(oneByOne));
    await runner.query(compressBy('default'));
  }
}
