import { useOwnTestApi } from '../../../test/support/use-test-api.js';
import { waitUntil } from '../../../test/support/wait-until.js';

/** More than the number of database connections of the server. */
const atOnce = 20;

describe('requests of one organization waiting in the database', () => {
  const api = useOwnTestApi();

  it('leave connections to other organizations, whose requests are answered in the meantime', async () => {
    const body = { type: 'person', name: 'Held', countryCode: 'BR' };
    const { id } = (await api().call('/entities', { body })).body.entity;
    const holder = await api().pool.connect();
    const isWaiting = async (): Promise<boolean> =>
      (await api().pool.query<{ n: number }>(`select count(*)::int as n from pg_locks where not granted`)).rows[0]!.n >
      2;
    try {
      await holder.query('begin');
      await holder.query('select from entities where id = $1 for update', [id]);
      let open = atOnce;
      const changes = Array.from({ length: atOnce }, async (_, n) => {
        const { status } = await api().call(`/entities/${id}`, { method: 'PATCH', body: { metadata: { [n]: n } } });
        open -= 1;
        return status;
      });
      await waitUntil(isWaiting);
      const others = await Promise.all(
        Array.from({ length: atOnce }, () => api().call('/entities', { body, key: api().stranger.key })),
      );
      expect(others.map(({ status }) => status)).toEqual(others.map(() => 201));
      expect(open).toBe(atOnce);
      await holder.query('rollback');
      expect(await Promise.all(changes)).toEqual(changes.map(() => 200));
    } finally {
      await holder.query('rollback');
      holder.release();
    }
  });
});
