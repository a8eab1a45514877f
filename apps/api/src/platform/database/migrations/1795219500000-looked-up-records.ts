import type { MigrationInterface, QueryRunner } from 'typeorm';

// Columns, because under row-level security nothing is looked up by an expression. What is no text is null, as it is to rules.
const textBelow = (column: string, key: string): string =>
  `text generated always as (case json_typeof(${column} -> '${key}') when 'string' then ${column} ->> '${key}' end) stored`;

/** By column, what it holds. */
const columns: Readonly<Record<string, string>> = {
  origin_card: textBelow('origin_details', 'cardFingerprint'),
  destination_card: textBelow('destination_details', 'cardFingerprint'),
  origin_account: textBelow('origin_details', 'accountNumber'),
  destination_account: textBelow('destination_details', 'accountNumber'),
};

const names = Object.keys(columns);

const index = (column: string): string =>
  `create index transactions_of_${column} on transactions (organization_id, ${column}, transacted_at, seq)
     where ${column} is not null`;

const statements = [
  `alter table transactions ${names.map((name) => `add column ${name} ${columns[name]!}`).join(', ')}`,
  ...names.map(index),
  `alter table entities add column person_email text generated always as (lower(entity_data #>> '{person,email}')) stored`,
  `create index entities_person_email on entities (organization_id, person_email) where person_email is not null`,
];

/** Payments by cards and account numbers, people by their e-mail address: what rules link and ask by. */
export class LookedUpRecords1795219500000 implements MigrationInterface {
  readonly name = 'LookedUpRecords1795219500000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table entities drop column person_email');
    await runner.query(`alter table transactions ${names.map((name) => `drop column ${name}`).join(', ')}`);
  }
}
