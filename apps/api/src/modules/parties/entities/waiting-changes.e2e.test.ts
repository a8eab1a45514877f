import type { Body, Call, TestResponse } from '../../../../test/support/start-test-api.js';
import { useTestApi } from '../../../../test/support/use-test-api.js';
import { waitUntil } from '../../../../test/support/wait-until.js';

describe('a change that waits for another one of the same entity', () => {
  const api = useTestApi();

  const isWaiting = async (): Promise<boolean> => {
    const { rows } = await api().pool.query(
      `select from pg_stat_activity
       where datname = current_database() and application_name = 'tamis-api' and wait_event_type = 'Lock'`,
    );
    return rows.length > 0;
  };

  /** Sends a request while a statement about the same entity is not committed yet. */
  async function afterOther(
    statement: string,
    id: string,
    change: (id: string) => Promise<TestResponse>,
  ): Promise<TestResponse> {
    const other = await api().pool.connect();
    try {
      await other.query('begin');
      await other.query(statement, [id]);
      const changing = change(id);
      await waitUntil(isWaiting);
      await other.query('commit');
      return await changing;
    } finally {
      other.release();
    }
  }

  it('changes nothing if the other one set the same external id', async () => {
    const { id } = (await api().call('/entities', { body: { type: 'company', name: 'A', countryCode: 'BR' } })).body
      .entity;
    const body = { entityId: id, newExternalId: 'the-same', reason: 'by a test' };
    const answer = await afterOther(`update entities set external_id = 'the-same' where id = $1`, id, () =>
      api().call('/entities/change-external-id', { body }),
    );
    expect(answer.body).toMatchObject({ changed: false, entity: { id, externalId: 'the-same' } });
    const { events } = (await api().call(`/entities/${id}/timeline?event=entity_external_id_changed`)).body;
    expect(events).toEqual([]);
  });

  it('is not older than the other one', async () => {
    const body = { type: 'person', name: 'Before', countryCode: 'BR', externalId: 'waits' };
    const { id } = (await api().call('/entities', { body })).body.entity;
    const later = '2100-01-01T00:00:00.000Z';
    await api().pool.query('update entities set updated_at = $2 where id = $1', [id, later]);
    const change = (path: string, call: Call) => api().call(`/entities/${path}`, call);
    const answers = [
      await change(id, { method: 'PATCH', body: { name: 'After', status: 'active' } }),
      await change('change-external-id', { body: { entityId: id, newExternalId: 'waited', reason: 'by a test' } }),
      await change(id, { method: 'DELETE' }),
      await change(`${id}/restore`, { method: 'POST' }),
    ];
    const told = answers.map((answer) => (answer.body.entity?.updatedAt ?? answer.body.deletedAt) as string);
    expect(told).toEqual([later, later, later, later]);
    const { history } = (await change(`${id}/status-history`, {})).body;
    expect(history.map(({ changedAt }: Body) => changedAt as string).slice(0, 3)).toEqual([later, later, later]);
  });

  const routes: readonly (readonly [string, string, (id: string) => Promise<TestResponse>])[] = [
    [
      'a new account',
      'entity.updated',
      (id) => api().call(`/entities/${id}/accounts`, { body: { accountType: 'checking', currency: 'BRL', accountNumber: '1' } }),
    ],
    [
      'a country activation',
      'entity.country_activation_changed',
      (id) => api().call(`/entities/${id}/country-activations/BR`, { method: 'PATCH', body: { status: 'activated' } }),
    ],
  ]; // prettier-ignore
  it.each(routes)('announces the entity as the other one left it: %s', async (_, event, change) => {
    const body = { type: 'company', name: 'Before', countryCode: 'BR' };
    const { id } = (await api().call('/entities', { body })).body.entity;
    const answer = await afterOther(`update entities set name = 'After' where id = $1`, id, change);
    expect(answer.status).toBeLessThan(300);
    const { rows } = await api().pool.query<{ payload: Body }>(
      `select payload from outbox_events where event = $1 and payload -> 'entity' ->> 'id' = $2`,
      [event, id],
    );
    expect(rows.map(({ payload }) => payload.entity.name)).toEqual(['After']);
  });
});
