import type { MigrationInterface, QueryRunner } from 'typeorm';

import { rowSecurity } from '../row-security.js';

// `id` is that of the payment method: what is sealed is bound to its row.
const statements = [
  `create table payment_account_numbers (
     organization_id uuid not null,
     id uuid not null,
     account_number bytea not null,
     account_number_hash bytea not null,
     primary key (organization_id, id),
     foreign key (organization_id, id) references entities (organization_id, id))`,
  `create index payment_account_numbers_hash on payment_account_numbers (organization_id, account_number_hash)`,
  ...rowSecurity('payment_account_numbers'),
];

/** Account numbers of payment methods, sealed, and a hash that equal ones share. */
export class PaymentMethods1795198500000 implements MigrationInterface {
  readonly name = 'PaymentMethods1795198500000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table payment_account_numbers');
  }
}
