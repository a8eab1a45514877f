import type { MigrationInterface, QueryRunner } from 'typeorm';

const statements = [
  // Rates that a bank publishes for everybody. One `base` is worth `rate` of `quote` from `holds_from` on, which is when it was known.
  `create table provided_rates (
     id uuid not null,
     source text not null,
     base text not null,
     quote text not null,
     date date not null,
     rate numeric not null,
     holds_from timestamptz(3) not null,
     loaded_at timestamptz(3) not null,
     primary key (source, base, quote, date))`,
  'create index provided_rates_dates on provided_rates (date, id)',
  // When each source is asked next, and what came of it: whichever process comes first asks.
  `create table rate_fetches (
     source text primary key,
     next_at timestamptz(3) not null,
     failures integer not null default 0,
     problem text,
     fetched_at timestamptz(3),
     newest date)`,
];

/** Rates of currencies that are fetched. */
export class ProvidedRates1795236300000 implements MigrationInterface {
  readonly name = 'ProvidedRates1795236300000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['rate_fetches', 'provided_rates']) await runner.query(`drop table ${table}`);
  }
}
