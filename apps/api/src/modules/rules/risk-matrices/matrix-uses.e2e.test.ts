import { useOwnTestApi } from '../../../../test/support/use-test-api.js';
import { waitUntil } from '../../../../test/support/wait-until.js';

describe('a risk matrix archived while it is assigned to an entity', () => {
  const api = useOwnTestApi();
  const waiting = async (): Promise<number> => {
    const { rows } = await api().pool.query<{ n: number }>(
      `select count(*)::int as n from pg_stat_activity
       where datname = current_database() and application_name = 'tamis-api' and wait_event_type = 'Lock'`,
    );
    return rows[0]!.n;
  };

  it('answers RISK_MATRIX_IN_USE', async () => {
    const matrix = { key: 'ends', name: 'Ends', status: 'active' };
    const { id } = (await api().call('/risk-matrices', { body: matrix })).body.riskMatrix;
    const other = await api().pool.connect();
    try {
      await other.query('begin');
      // Both wait for the end of the audit trail, and neither sees what the other has stored.
      await other.query('select from audit_heads where organization_id = $1 for update', [
        api().production.organizationId,
      ]);
      const person = { type: 'person', name: 'Ana', countryCode: 'BR', riskMatrixIds: [id] };
      const creating = api().call('/entities', { body: person });
      await waitUntil(async () => (await waiting()) === 1);
      const ending = api().call(`/risk-matrices/${id}`, { method: 'DELETE' });
      await waitUntil(async () => (await waiting()) === 2);
      await other.query('commit');
      expect([(await creating).status, (await ending).body.error?.code]).toEqual([201, 'RISK_MATRIX_IN_USE']);
    } finally {
      other.release();
    }
  });
});
