import type { MigrationInterface, QueryRunner } from 'typeorm';

import { currentLookupSql, currentOrganizationSql, rowSecurity } from '../row-security.js';

const own = `organization_id = ${currentOrganizationSql}`;

/** Whoever removes old events looks for the organizations that have some. */
export class OldEvents1795236900000 implements MigrationInterface {
  readonly name = 'OldEvents1795236900000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('drop policy tenant on outbox');
    const policy = { visible: `${own} or ${currentLookupSql} = 'old events'`, writable: own };
    for (const statement of rowSecurity('outbox', policy)) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of ['read', 'insert', 'update', 'delete'])
      await runner.query(`drop policy tenant_${name} on outbox`);
    for (const statement of rowSecurity('outbox')) await runner.query(statement);
  }
}
