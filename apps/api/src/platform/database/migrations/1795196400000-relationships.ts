import type { MigrationInterface, QueryRunner } from 'typeorm';

import { rowSecurity } from '../row-security.js';

const statements = [
  `create table relationships (
     organization_id uuid not null,
     id uuid not null,
     source_entity_id uuid not null,
     target_entity_id uuid not null,
     relationship_type text not null,
     role text,
     strength double precision check (strength between 0 and 1),
     metadata json not null default '{}',
     created_at timestamptz(3) not null,
     deleted_at timestamptz(3),
     primary key (organization_id, id),
     foreign key (organization_id, source_entity_id) references entities (organization_id, id),
     foreign key (organization_id, target_entity_id) references entities (organization_id, id),
     check (source_entity_id <> target_entity_id))`,
  `create unique index relationships_once on relationships
     (organization_id, source_entity_id, target_entity_id, relationship_type, coalesce(role, '')) where deleted_at is null`,
  `create index relationships_source on relationships (organization_id, source_entity_id, created_at, id)`,
  `create index relationships_target on relationships (organization_id, target_entity_id, created_at, id)`,
  ...rowSecurity('relationships'),
];

/** How entities stand to each other. */
export class Relationships1795196400000 implements MigrationInterface {
  readonly name = 'Relationships1795196400000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table relationships');
  }
}
