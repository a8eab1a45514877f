import type { TestResponse } from '../../../test/support/start-test-api.js';
import { useOwnTestApi } from '../../../test/support/use-test-api.js';
import { waitUntilFound } from '../../../test/support/wait-until.js';

describe('a request aborted by a database deadlock', () => {
  const api = useOwnTestApi();
  const waits = `select from pg_stat_activity
    where datname = current_database() and application_name = 'tamis-api' and wait_event_type = 'Lock'`;

  /** Sends a request while another transaction holds the end of the audit trail and then requests a row that the request has changed. */
  async function deadlocked(ask: () => Promise<TestResponse>, wanted: string, id: string): Promise<TestResponse> {
    const other = await api().pool.connect();
    try {
      await other.query('begin');
      await other.query('select from audit_heads where organization_id = $1 for update', [
        api().production.organizationId,
      ]);
      const answer = ask();
      await waitUntilFound(async () => (await other.query(waits)).rows);
      await other.query(`select from ${wanted} where id = $1 for update`, [id]);
      await other.query('commit');
      return await answer;
    } finally {
      other.release();
    }
  }

  it('is retried after the other, also with an idempotency key', async () => {
    const list = { name: 'watched', type: 'custom', source: 'internal' };
    const { id } = (await api().call('/data-lists', { body: list })).body.data;
    const add = () =>
      api().call(`/data-lists/${id}/items`, {
        body: { items: [{ primaryValue: 'once' }] },
        headers: { 'idempotency-key': 'deadlock' },
      });
    expect((await deadlocked(add, 'data_lists', id)).status).toBe(201);
    expect((await add()).headers.get('idempotency-replayed')).toBe('true');
    expect((await api().call(`/data-lists/${id}/items`)).body.items).toHaveLength(1);
  });

  it('is retried after the other when it consists of several steps', async () => {
    const person = { type: 'person', name: 'Ana', countryCode: 'BR' };
    const { id } = (await api().call('/entities', { body: person })).body.entity;
    const ask = () =>
      api().call('/api/kyc/document-requests', { body: { entityId: id, documents: [{ label: 'Proof' }] } });
    expect((await deadlocked(ask, 'entities', id)).status).toBe(201);
    expect((await api().call(`/api/kyc/document-requests?entityId=${id}`)).body.pagination.total).toBe(1);
  });
});
