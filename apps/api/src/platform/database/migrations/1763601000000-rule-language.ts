import type { MigrationInterface, QueryRunner } from 'typeorm';

import { rowSecurity } from '../row-security.js';

const columns = [
  // What a version of a rule's text was bound to when it was saved. `names` is null for versions that are older than the column.
  `alter table rule_versions
     add column matrices json not null default '{}',
     add column names json,
     add column shared text not null default ''`,
  `alter table rules add column risk_matrix_ids uuid[] not null default '{}'`,
  `alter table transactions add column risk_matrix_ids uuid[] not null default '{}'`,
];

const tables = [
  `create table risk_matrices (
     organization_id uuid not null references organizations (id),
     id uuid not null,
     key text not null,
     name text not null,
     description text not null,
     category text not null,
     status text not null check (status in ('draft', 'active', 'shadow', 'inactive', 'archived')),
     target_entity_types text[] not null,
     scoring_config json,
     decisions json,
     tags text[] not null,
     version integer not null,
     created_by text,
     created_at timestamptz(3) not null,
     updated_by text,
     updated_at timestamptz(3) not null,
     primary key (organization_id, id))`,
  `create unique index risk_matrices_key on risk_matrices (organization_id, key) where status <> 'archived'`,
  `create unique index risk_matrices_name on risk_matrices (organization_id, name) where status <> 'archived'`,
  // The matrices that run when neither a request nor an entity names one, in order.
  `create table risk_matrix_defaults (
     organization_id uuid not null references organizations (id),
     target text not null check (target in ('person', 'company', 'transaction', 'user_event')),
     position integer not null,
     risk_matrix_id uuid not null,
     primary key (organization_id, target, position),
     foreign key (organization_id, risk_matrix_id) references risk_matrices (organization_id, id))`,
  // One row per change: what a rule set was made of stays readable.
  `create table library_names (
     organization_id uuid not null references organizations (id),
     version integer not null,
     source text not null,
     parameters json not null,
     reason text,
     created_by text,
     created_at timestamptz(3) not null,
     primary key (organization_id, version))`,
];

/** Risk matrices, shared names and parameters, and what of them a rule's text is bound to. */
export class RuleLanguage1763601000000 implements MigrationInterface {
  readonly name = 'RuleLanguage1763601000000';

  async up(runner: QueryRunner): Promise<void> {
    const policies = ['risk_matrices', 'risk_matrix_defaults', 'library_names'].flatMap((table) => rowSecurity(table));
    for (const statement of [...columns, ...tables, ...policies]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table library_names, risk_matrix_defaults, risk_matrices');
    await runner.query('alter table transactions drop column risk_matrix_ids');
    await runner.query('alter table rules drop column risk_matrix_ids');
    await runner.query('alter table rule_versions drop column shared, drop column names, drop column matrices');
  }
}
