import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { type KillableServer, startKillable } from '../../../../test/support/killable-server.js';
import { formCall } from '../../../../test/support/send-form.js';
import type { Call, TestResponse } from '../../../../test/support/start-test-api.js';
import { useOwnTestApi } from '../../../../test/support/use-test-api.js';
import { waitUntil } from '../../../../test/support/wait-until.js';
import { limits } from '../../../platform/limits.js';

const payment = (externalId: string) => ({ externalId, type: 'FEE', amount: 1, currency: 'USD' });
const lines = ['externalId,type,amount,currency', 'file-1,FEE,1,USD'].join('\n');

describe('batches that cannot be stored', () => {
  const api = useOwnTestApi();
  const folder = mkdtempSync(join(tmpdir(), 'tamis-unkept-'));
  const uploads = join(folder, 'uploads');
  let server: KillableServer;
  beforeAll(async () => {
    await api().app.close();
    server = await startKillable(api(), { LOG: 'silent', TMPDIR: uploads });
  });
  afterAll(async () => {
    await server.kill();
    rmSync(folder, { recursive: true, force: true });
  });

  const jobs = async (): Promise<number> => (await api().pool.query('select from batch_jobs')).rowCount!;
  const hasEnded = async (): Promise<boolean> =>
    (await api().pool.query('select from batch_jobs where completed_at is null')).rowCount === 0;
  const expectRefusal = (answer: TestResponse | null, code: string): void => {
    expect([answer?.status, answer?.body.error.code]).toEqual([503, code]);
    expect(Number(answer!.headers.get('retry-after'))).toBeGreaterThan(0);
  };

  /** Each is written to disk in a different way. */
  const sent: readonly (readonly [string, () => Promise<Call>, string])[] = [
    ['a file', () => formCall([['a.csv', lines]]), '/batch-import/import/transactions'],
    ['a file of entities', () => formCall([['a.csv', 'type,name,country_code\nperson,A,BR']]), '/batch-import/import/entities'],
    ['a file that is only checked', () => formCall([['a.csv', lines]], { target: 'transaction' }), '/batch-import/validate-csv'],
    ['a large body', () => Promise.resolve({ body: { transactions: Array.from({ length: 30_000 }, (_, n) => payment(`body-${n}`)) } }), '/transactions/batch/background'],
  ]; // prettier-ignore

  it.each(sent)('are rejected when the disk has no space for %s, and leave nothing behind', async (_, call, path) => {
    expectRefusal(await server.ask(path, await call()), 'ARTIFACT_UPLOAD_FAILED');
    expect(await jobs()).toBe(0);
  });

  it('are accepted once there is disk space again', async () => {
    mkdirSync(uploads);
    const answer = await server.ask('/batch-import/import/transactions', await formCall([['a.csv', lines]]));
    expect(answer?.status).toBe(202);
    await waitUntil(hasEnded);
    expect(await jobs()).toBe(1);
  });

  it.each([
    ['payments', '/transactions/batch/background', { transactions: [payment('queue-1')] }],
    ['entities', '/entities/batch/background', { entities: [{ type: 'person', name: 'A', countryCode: 'BR' }] }],
  ])(
    'of %s are rejected when the database closes the connection before every commit of the job',
    async (_, path, body) => {
      const before = await jobs();
      const client = await api().pool.connect();
      await client.query('begin; lock table batch_jobs in access exclusive mode');
      let answer: TestResponse | null | undefined;
      const asking = server.ask(path, { body });
      void asking.then((given) => (answer = given));
      await waitUntil(async () => {
        // Does not use the connection that holds the lock, since within a transaction it always sees the same sessions.
        await api().pool.query(
          `select pg_terminate_backend(pid) from pg_stat_activity where query like 'insert into batch_jobs%' and wait_event_type = 'Lock'`,
        );
        return answer !== undefined;
      });
      await client.query('rollback');
      client.release();
      expectRefusal(answer!, 'QUEUE_ERROR');
      expect(await jobs()).toBe(before);
      const again = await server.ask(path, { body });
      expect(again?.status).toBe(202);
      await waitUntil(hasEnded);
      expect(await jobs()).toBe(before + 1);
    },
  );

  it('end as failed and report it when every attempt fails', async () => {
    const { pool } = api();
    await pool.query(`create function refuse_progress() returns trigger language plpgsql as
      $$ begin if new.next_item > old.next_item then raise 'no progress'; end if; return new; end $$`);
    await pool.query(
      'create trigger refuse_progress before update on batch_jobs for each row execute function refuse_progress()',
    );
    const answer = await server.ask('/entities/batch/background', { body: { entities: [{ type: 'person', name: 'Never', countryCode: 'BR' }] } }); // prettier-ignore
    expect(answer?.status).toBe(202);
    const { jobId } = answer!.body as { readonly jobId: string };
    // Avoids waiting for the leases of all attempts but the last.
    await pool.query('update batch_jobs set attempt = $2, lease_expires_at = now() where id = $1', [
      jobId,
      limits.batchAttempts - 1,
    ]);
    await waitUntil(hasEnded);
    await pool.query('drop function refuse_progress cascade');
    const told = await server.ask(`/batch-import/jobs/${jobId}`);
    expect(told?.body.job).toMatchObject({
      ...{ status: 'failed', succeeded: 0, jobFailure: { code: 'WORKER_ERROR', message: expect.any(String) } },
    });
    expect((await pool.query(`select from entities where name = 'Never'`)).rowCount).toBe(0);
  });
});
