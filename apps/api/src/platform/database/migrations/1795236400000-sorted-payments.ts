import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Lists of payments by amount and by score are read in the order of an index. What is compared as `numeric` no index finds under
 * row-level security, as that comparison is not leakproof; the order it gives.
 */
export class SortedPayments1795236400000 implements MigrationInterface {
  readonly name = 'SortedPayments1795236400000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create index transactions_amount on transactions (organization_id, amount, id)');
    await runner.query(
      'create index transactions_risk on transactions (organization_id, coalesce(risk_score, -1), id)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index transactions_risk, transactions_amount');
  }
}
