import type { MigrationInterface, QueryRunner } from 'typeorm';

// One row per rule with what is listed and filtered by; one row per version with the rule itself, in both forms.
const rules = [
  `create table rules (
     organization_id uuid not null references organizations (id),
     id uuid not null,
     key text not null,
     name text not null,
     external_id text,
     description text not null,
     category text not null,
     status text not null,
     enabled boolean not null,
     priority double precision not null,
     score double precision not null,
     target_entity_types text[] not null,
     owner text,
     reference text,
     tags text[] not null,
     meta json,
     creation_provenance json not null,
     version integer not null,
     active_version integer,
     shadow_version integer,
     created_by text,
     created_at timestamptz(3) not null,
     updated_by text,
     updated_at timestamptz(3) not null,
     primary key (organization_id, id))`,
  `create unique index rules_name on rules (organization_id, name) where status <> 'archived'`,
  `create unique index rules_key on rules (organization_id, key) where status <> 'archived'`,
  `create unique index rules_external_id on rules (organization_id, external_id) where external_id is not null`,
  `create index rules_status on rules (organization_id, status, updated_at)`,
  `create table rule_versions (
     organization_id uuid not null,
     rule_id uuid not null,
     version integer not null,
     id uuid not null,
     previous_version_id uuid,
     source text not null,
     form json not null,
     lists json not null,
     content_hash text not null,
     errors integer not null,
     cost integer,
     unknownable json not null,
     status text not null,
     reason text,
     created_by text,
     created_at timestamptz(3) not null,
     primary key (organization_id, rule_id, version),
     unique (organization_id, id),
     foreign key (organization_id, rule_id) references rules (organization_id, id))`,
];

// `rule_sets` holds every content that ever decided something and is only added to; `active_rule_sets` points at the one in force.
// `revision` rises with every publication, also with one that changes only texts shown to people and so keeps the version.
const ruleSets = [
  `create table rule_sets (
     organization_id uuid not null references organizations (id),
     version text not null,
     number integer not null,
     content json not null,
     previous_version text,
     created_at timestamptz(3) not null default now(),
     primary key (organization_id, version),
     unique (organization_id, number))`,
  `create table active_rule_sets (
     organization_id uuid primary key,
     version text not null,
     revision integer not null,
     foreign key (organization_id, version) references rule_sets (organization_id, version))`,
  `create table rule_set_activations (
     organization_id uuid not null,
     revision integer not null,
     version text not null,
     reason text,
     activated_by text,
     activated_at timestamptz(3) not null default now(),
     deactivated_at timestamptz(3),
     primary key (organization_id, revision),
     foreign key (organization_id, version) references rule_sets (organization_id, version))`,
];

/** Rules, their versions, and the rule sets they make. */
export class Rules1763600100000 implements MigrationInterface {
  readonly name = 'Rules1763600100000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [...rules, ...ruleSets]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table rule_set_activations, active_rule_sets, rule_sets, rule_versions, rules');
  }
}
