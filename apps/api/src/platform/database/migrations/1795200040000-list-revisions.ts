import type { MigrationInterface, QueryRunner } from 'typeorm';

import { rowSecurity } from '../row-security.js';

// An item stands in `data_list_items` as it is now, since `from_revision` of its list; what it was before stands beside, with the
// revisions it was so. Items older than this migration count as having been there always.
const statements = [
  'alter table data_list_items add column from_revision int not null default 0',
  'alter table data_list_items alter column from_revision drop default',
  `create table data_list_past_items (
     organization_id uuid not null,
     list_id uuid not null,
     id uuid not null,
     from_revision int not null,
     to_revision int not null,
     primary_value text not null,
     normalized_primary_value text not null,
     secondary_value text,
     search_keys text[] not null,
     category text,
     risk_score double precision,
     severity text,
     reason text,
     source_reference text,
     item_data json not null,
     metadata json not null,
     is_active boolean not null,
     expires_at timestamptz(3),
     added_by jsonb not null,
     created_by text not null,
     created_at timestamptz(3) not null,
     updated_at timestamptz(3) not null,
     primary key (organization_id, list_id, id, from_revision),
     foreign key (organization_id, list_id) references data_lists (organization_id, id),
     check (from_revision < to_revision))`,
  // A look-up reads keys alone, so they say what of their item it must know. They name no item by a foreign key: checking it for each
  // of a million keys costs as much as storing them, and where a table is new the database checks by the wrong index.
  `alter table data_list_keys drop constraint data_list_keys_organization_id_list_id_item_id_fkey`,
  `alter table data_list_keys add column is_active boolean, add column expires_at timestamptz(3), add column from_revision int`,
  `update data_list_keys k set is_active = i.is_active, expires_at = i.expires_at, from_revision = i.from_revision
   from data_list_items i
   where i.organization_id = k.organization_id and i.list_id = k.list_id and i.id = k.item_id`,
  'alter table data_list_keys alter column is_active set not null, alter column from_revision set not null',
  `alter table data_list_keys add foreign key (organization_id, list_id) references data_lists (organization_id, id)`,
  // No second index begins as the first does: as long as a table has no statistics, the database may take either.
  'drop index data_list_keys_item',
  'create index data_list_keys_item on data_list_keys (organization_id, item_id)',
  `create table data_list_past_keys (
     organization_id uuid not null,
     list_id uuid not null,
     key text not null,
     item_id uuid not null,
     from_revision int not null,
     to_revision int not null,
     is_active boolean not null,
     expires_at timestamptz(3),
     primary key (organization_id, list_id, key, item_id, from_revision),
     foreign key (organization_id, list_id) references data_lists (organization_id, id))`,
  ...rowSecurity('data_list_past_items'),
  ...rowSecurity('data_list_past_keys'),
  // The categories of a list are read from here one by one, however many items it has.
  `create index data_list_items_category on data_list_items (organization_id, list_id, category) where category is not null`,
  // How often rules found a value on a list, by the hour. What a process has counted is added from time to time.
  `create table data_list_matches (
     organization_id uuid not null,
     list_id uuid not null,
     hour timestamptz(0) not null,
     matches bigint not null,
     primary key (organization_id, list_id, hour),
     foreign key (organization_id, list_id) references data_lists (organization_id, id))`,
  ...rowSecurity('data_list_matches'),
];

/** Items of lists as they were at every revision, and how often they matched. */
export class ListRevisions1795200040000 implements MigrationInterface {
  readonly name = 'ListRevisions1795200040000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table data_list_matches, data_list_past_keys, data_list_past_items');
    await runner.query(
      'alter table data_list_keys drop column is_active, drop column expires_at, drop column from_revision',
    );
    await runner.query('alter table data_list_keys drop constraint data_list_keys_organization_id_list_id_fkey');
    await runner.query(`alter table data_list_keys add foreign key (organization_id, list_id, item_id)
      references data_list_items (organization_id, list_id, id) on delete cascade`);
    await runner.query('alter table data_list_items drop column from_revision');
    await runner.query('drop index data_list_items_category');
    await runner.query('drop index data_list_keys_item');
    await runner.query('create index data_list_keys_item on data_list_keys (organization_id, list_id, item_id)');
  }
}
