import type { MigrationInterface, QueryRunner } from 'typeorm';

import { rowSecurity } from '../row-security.js';

const statements = [
  `create table creation_blocks (
     organization_id uuid not null,
     id uuid not null,
     list_id uuid not null,
     field_path text not null,
     scope text not null check (scope in ('all', 'person', 'company', 'payment_method')),
     created_by text not null,
     created_at timestamptz(3) not null,
     primary key (organization_id, id),
     constraint creation_blocks_once unique (organization_id, list_id, field_path, scope),
     foreign key (organization_id, list_id) references data_lists (organization_id, id))`,
  ...rowSecurity('creation_blocks'),
];

/** Lists that keep entities from being created. */
export class CreationBlocks1795196500000 implements MigrationInterface {
  readonly name = 'CreationBlocks1795196500000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table creation_blocks');
  }
}
