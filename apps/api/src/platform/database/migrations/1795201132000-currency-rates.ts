import type { MigrationInterface, QueryRunner } from 'typeorm';

import { rowSecurity } from '../row-security.js';

// One `base` is worth `rate` of `quote` from the beginning of `date`, UTC, on.
const statements = [
  `create table currency_rates (
     organization_id uuid not null references organizations (id),
     id uuid not null,
     base text not null,
     quote text not null,
     date date not null,
     rate numeric not null,
     source text not null,
     loaded_at timestamptz(3) not null,
     primary key (organization_id, base, quote, date))`,
  `create index currency_rates_dates on currency_rates (organization_id, date, id)`,
  ...rowSecurity('currency_rates'),
  `alter table transactions add column currencies_exchange json not null default '[]'`,
];

/** Dated rates that an organization loaded, and what a transaction was worth by them. */
export class CurrencyRates1795201132000 implements MigrationInterface {
  readonly name = 'CurrencyRates1795201132000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table transactions drop column currencies_exchange');
    await runner.query('drop table currency_rates');
  }
}
