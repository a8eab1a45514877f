import type { MigrationInterface, QueryRunner } from 'typeorm';

import { rowSecurity } from '../row-security.js';

const statements = [
  // What the columns of a file are in a record, as it was sent.
  `create table column_mappings (
     organization_id uuid not null,
     id uuid not null,
     name text not null,
     target text not null,
     column_mapping json not null,
     default_fields json not null,
     headers_snapshot text[],
     created_by text not null,
     created_at timestamptz(3) not null,
     updated_at timestamptz(3) not null,
     primary key (organization_id, id),
     constraint column_mappings_name unique (organization_id, name))`,
  ...rowSecurity('column_mappings'),
];

/** Mappings of columns that uploads name. */
export class ColumnMappings1795244400000 implements MigrationInterface {
  readonly name = 'ColumnMappings1795244400000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table column_mappings');
  }
}
