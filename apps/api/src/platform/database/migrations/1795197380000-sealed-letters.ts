import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The owner of a table that is shut to it too opens it for one statement. */
async function ofAllOrganizations(runner: QueryRunner, table: string, statement: string): Promise<void> {
  await runner.query(`alter table ${table} no force row level security`);
  await runner.query(statement);
  await runner.query(`alter table ${table} force row level security`);
}

/** What a letter of the outbox says to nobody but its reader, sealed. Secrets of letters that were written before are void. */
export class SealedLetters1795197380000 implements MigrationInterface {
  readonly name = 'SealedLetters1795197380000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table outbox add column secret bytea');
    await runner.query('create index outbox_secret on outbox (organization_id, id) where secret is not null');
    await ofAllOrganizations(
      runner,
      'outbox',
      `delete from outbox where event in ('mail.invitation', 'mail.password_reset')`,
    );
    await ofAllOrganizations(
      runner,
      'members',
      'update members set invitation_expires_at = now() where invitation_hash is not null',
    );
    await ofAllOrganizations(runner, 'users', 'update users set reset_hash = null, reset_expires_at = null');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table outbox drop column secret');
  }
}
