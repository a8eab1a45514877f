import { inTransaction, type Transaction } from '../../../platform/database/index.js';
import { useOwnTestApi } from '../../../../test/support/use-test-api.js';
import { claimFollowUp, followUpDeletion } from './persistence/follow-up-queue.js';

const waiting = 20_000;

describe('Queue of evaluations waiting for their asynchronous part', () => {
  const api = useOwnTestApi();

  const rowsRead = async (client: Transaction): Promise<number> => {
    const { rows } = await client.query<{ read: number }>(
      `select coalesce(max(seq_tup_read + idx_tup_fetch), 0)::int as read from pg_stat_xact_user_tables
       where relname = 'waiting_runs'`,
    );
    return rows[0]!.read;
  };

  it('has a constant cost per item taken, however many are waiting', async () => {
    // Closes the application, so that no one else takes them meanwhile.
    await api().app.close();
    const { organizationId } = api().production;
    await api().pool.query(
      `insert into waiting_runs (organization_id, evaluation_id, due_at)
       select $1, gen_random_uuid(), now() - n * interval '1 millisecond' from generate_series(1, $2::int) n`,
      [organizationId, waiting],
    );
    await api().pool.query('analyze waiting_runs');
    const read: number[] = [];
    for (let round = 0; round < 7; round += 1) {
      await inTransaction(api().pool, organizationId, async (client) => {
        const taken = await claimFollowUp(client, organizationId);
        const deletion = followUpDeletion(organizationId, taken!.evaluationId);
        await client.query({ ...deletion, values: [...deletion.values] });
        read.push(await rowsRead(client));
      });
    }
    expect(Math.max(...read)).toBeLessThan(20);
    expect(Math.min(...read)).toBeGreaterThan(0);
  });
});
