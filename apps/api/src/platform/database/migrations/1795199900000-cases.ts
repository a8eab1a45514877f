import type { MigrationInterface, QueryRunner } from 'typeorm';

import { rowSecurity } from '../row-security.js';

// Most urgent first, as a column: under row-level security the planner looks nothing up by an expression.
const rank = `smallint generated always as
  (case priority when 'CRITICAL' then 0 when 'HIGH' then 1 when 'MEDIUM' then 2 else 3 end) stored`;

const tables = [
  `create table cases (
     organization_id uuid not null references organizations (id),
     id uuid not null,
     number text not null,
     name text not null,
     description text,
     status text not null,
     priority text not null,
     priority_rank ${rank},
     risk_score double precision,
     alert_count int not null,
     entity_id uuid,
     entity jsonb,
     assigned_to uuid,
     assigned_to_type text,
     due_date timestamptz(3),
     closure_reason text,
     outcome text,
     tags text[] not null default '{}',
     created_by text,
     created_at timestamptz(3) not null,
     updated_at timestamptz(3) not null,
     closed_at timestamptz(3),
     closed_by text,
     primary key (organization_id, id),
     constraint cases_number unique (organization_id, number))`,
  `create index cases_created on cases (organization_id, created_at, id)`,
  `create index cases_entity on cases (organization_id, entity_id, created_at) where entity_id is not null`,
  `create index cases_inbox on cases (organization_id, status, priority_rank, created_at desc, id desc)`,
  `create index cases_assigned on cases (organization_id, assigned_to, status, priority_rank, created_at desc, id desc)`,
  // The last number of each year: its row is locked until the case that took it is committed, so that none is left out.
  `create table case_numbers (
     organization_id uuid not null references organizations (id),
     year int not null,
     last int not null,
     primary key (organization_id, year))`,
  `create table notes (
     organization_id uuid not null references organizations (id),
     id uuid not null,
     about_type text not null,
     about_id uuid not null,
     body text not null,
     author jsonb not null,
     created_at timestamptz(3) not null,
     primary key (organization_id, id))`,
  `create index notes_about on notes (organization_id, about_type, about_id, created_at, id)`,
  ...['cases', 'case_numbers', 'notes'].flatMap((table) => rowSecurity(table)),
];

const ofAlerts = [
  `alter table alerts add column due_date timestamptz(3), add column consolidated_at timestamptz(3), add column priority_rank ${rank}`,
  `create index alerts_case on alerts (organization_id, investigation_id) where investigation_id is not null`,
  `create index alerts_inbox on alerts (organization_id, status, priority_rank, created_at desc, id desc)`,
  `create index alerts_assigned on alerts (organization_id, assigned_to, status, priority_rank, created_at desc, id desc)`,
];

/** Cases, notes, and the inbox of what people have to look at. */
export class Cases1795199900000 implements MigrationInterface {
  readonly name = 'Cases1795199900000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [...tables, ...ofAlerts]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index alerts_case, alerts_inbox, alerts_assigned');
    await runner.query(
      'alter table alerts drop column due_date, drop column consolidated_at, drop column priority_rank',
    );
    await runner.query('drop table notes, case_numbers, cases');
  }
}
