import type { MigrationInterface, QueryRunner } from 'typeorm';

// `seq` is the arrival number: windows are cut by `transacted_at` and ordered by (transacted_at, seq). Free objects are `json`,
// not `jsonb`, because what is read must equal what was written, key order and digits included.
const tables = [
  `create table transactions (
     organization_id uuid not null references organizations (id),
     id uuid not null,
     seq bigint generated always as identity,
     external_id text not null,
     type text not null,
     status text not null,
     reason text not null,
     payment_method text,
     channel text,
     amount numeric not null,
     currency text not null,
     amount_in_usd numeric,
     description text,
     category text,
     origin_entity_id uuid,
     origin_external_id text,
     origin_tax_id text,
     origin_name text,
     origin_country text,
     origin_details json,
     destination_entity_id uuid,
     destination_external_id text,
     destination_tax_id text,
     destination_name text,
     destination_country text,
     destination_details json,
     location_details json,
     device_details json,
     metadata json not null,
     risk_score numeric,
     decision text,
     flagged boolean not null default false,
     last_evaluation_id uuid,
     rule_set_version text,
     last_risk_evaluation_at timestamptz(3),
     status_history json not null,
     batch_job_id uuid,
     transacted_at timestamptz(3) not null,
     created_at timestamptz(3) not null,
     updated_at timestamptz(3) not null,
     primary key (organization_id, id),
     constraint transactions_external_id unique (organization_id, external_id))`,
  `create index transactions_origin on transactions (organization_id, origin_entity_id, transacted_at, seq)`,
  `create index transactions_destination on transactions (organization_id, destination_entity_id, transacted_at, seq)`,
  `create index transactions_time on transactions (organization_id, transacted_at, id)`,
  `create index transactions_arrival on transactions (organization_id, created_at, id)`,
  `create table evaluations (
     organization_id uuid not null references organizations (id),
     id uuid not null,
     record_type text not null,
     record_id uuid not null,
     external_id text,
     entity_ids uuid[] not null,
     trigger text not null,
     evaluation_type text not null,
     stage text not null,
     parent_evaluation_id uuid,
     rule_set_version text not null,
     rule_set_revision integer not null,
     now timestamptz(3) not null,
     evaluated_at timestamptz(3) not null,
     decision text not null,
     risk_score numeric not null,
     risk_level text not null,
     total_score numeric not null,
     outcome json not null,
     applied json not null,
     context json not null,
     facts json not null,
     request_id text,
     triggered_by text,
     execution_time_ms double precision not null,
     primary key (organization_id, id))`,
  `create index evaluations_record on evaluations (organization_id, record_id, evaluated_at)`,
];

/** Transactions and the evaluations that decided them. */
export class Transactions1763600200000 implements MigrationInterface {
  readonly name = 'Transactions1763600200000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [...tables]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table evaluations, transactions');
  }
}
