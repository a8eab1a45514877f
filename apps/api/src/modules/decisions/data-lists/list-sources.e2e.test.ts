import { apiKeyLocation } from './domain/list-config.js';
import { TenantDatabase } from '../../../platform/database/index.js';
import { Secrets } from '../../../platform/secrets/index.js';
import type { TestResponse } from '../../../../test/support/start-test-api.js';
import { useLists } from '../../../../test/support/use-lists.js';

describe('platform 4.12: API key of the external source of a list', () => {
  const { api, create, listOf, auditOf } = useLists();
  const key = 'sk-live-0123456789';
  const dots = '••••';

  const patch = (id: string, body: object): Promise<TestResponse> =>
    api().call(`/data-lists/${id}`, { method: 'PATCH', body });
  /** Returns the encrypted key; `null` if there is none. */
  const storedKey = async (id: string): Promise<string | null> => {
    const { organizationId } = api().production;
    const client = api().app.get(TenantDatabase).forOrganization(organizationId);
    const { rows } = await client.query<{ sealed: Buffer | null }>(
      'select api_key as sealed from data_lists where id = $1',
      [id],
    );
    const { sealed } = rows[0]!;
    return sealed && api().app.get(Secrets).open(client, apiKeyLocation(organizationId, id), sealed);
  };

  it('is encrypted and never returned in a response about the list', async () => {
    const config = { externalUrl: 'https://example.com/list', apiKey: key, autoSync: true };
    const id = await create({ config });
    expect(await storedKey(id)).toBe(key);
    expect((await listOf(id)).config).toEqual({ ...config, apiKey: dots });
    await patch(id, { name: 'Renamed' });
    expect(await storedKey(id)).toBe(key);
    for (const path of [`/data-lists/${id}`, '/data-lists', `/audit/events?resourceId=${id}`])
      expect((await api().call(path)).text).not.toContain(key);
    const { rows } = await api().pool.query<{ n: number }>(
      `select (select count(*) from data_lists l where l::text like $1)::int
         + (select count(*) from outbox o where o.events::text like $1)::int as n`,
      [`%${key}%`],
    );
    expect(rows).toEqual([{ n: 0 }]);
  });

  it('is kept when its mask is sent back, replaced by a new value, and removed when omitted', async () => {
    const id = await create({ config: { apiKey: key } });
    const { config } = await listOf(id);
    await patch(id, { config: { ...config, syncFrequency: 'daily' } });
    expect(await storedKey(id)).toBe(key);
    const replaced = await patch(id, { config: { ...config, syncFrequency: 'daily', apiKey: 'another' } });
    expect(replaced.body.data.config).toEqual({ apiKey: dots, syncFrequency: 'daily' });
    expect(await storedKey(id)).toBe('another');
    expect(await auditOf(id)).toEqual(['data_list_created', 'data_list_updated', 'data_list_updated']);
    await patch(id, { config: { syncFrequency: 'daily' } });
    expect([await storedKey(id), (await listOf(id)).config]).toEqual([null, { syncFrequency: 'daily' }]);
    const refused = await patch(id, { config: { apiKey: dots } });
    expect([refused.status, refused.body.error.details]).toEqual([
      400,
      { 'config.apiKey': 'looks like a masked key, but the list has no key; send the key itself' },
    ]);
  });

  it('is removed when it is null, whatever the spelling of its name', async () => {
    const id = await create();
    const sent = `{"config":{"api\\u004bey":"${key}","n":1e1}}`;
    const { text } = await api().call(`/data-lists/${id}`, { method: 'PATCH', body: sent });
    expect(text).toContain(`"config":{"api\\u004bey":"${dots}","n":1e1}`);
    expect(await storedKey(id)).toBe(key);
    await patch(id, { config: { apiKey: null } });
    expect([await storedKey(id), (await listOf(id)).config]).toEqual([null, { apiKey: null }]);
  });

  it.each([
    ['a number', 7],
    ['nothing', ''],
    ['two lines', 'a\nb'],
    ['too much', 'x'.repeat(2_001)],
    ['dots', dots],
  ])('is rejected as %s', async (_, apiKey) => {
    const body = { name: 'L', type: 'custom', source: 'sync', config: { apiKey } };
    const { status, body: answer } = await api().call('/data-lists', { body });
    expect([status, Object.keys(answer.error.details)]).toEqual([400, ['config.apiKey']]);
  });

  it('platform 4.12: rejects a tenant creating a marketplace list, which is reserved for the platform', async () => {
    const body = { name: 'L', type: 'custom', source: 'marketplace' };
    const { status, body: answer } = await api().call('/data-lists', { body });
    expect([status, answer.error.details]).toEqual([400, { source: 'marketplace is reserved for the platform' }]);
  });
});
