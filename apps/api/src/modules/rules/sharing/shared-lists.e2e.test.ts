import { createKey } from '../../tenancy/organizations/index.js';
import { unknownId } from '../../../../test/support/rule-samples.js';
import type { Body, TestResponse } from '../../../../test/support/start-test-api.js';
import { useLists } from '../../../../test/support/use-lists.js';

describe('list shared by a parent', () => {
  const { api, create, add } = useLists();
  let child: { readonly id: string; readonly key: string };
  let lent: string;

  const ask = (path: string, body: object, method = 'POST'): Promise<TestResponse> =>
    api().call(path, { method, body, key: child.key });
  const enable = (id: string, sharedEnabled: boolean): Promise<TestResponse> =>
    ask(`/shared-resources/data_list/${id}`, { sharedEnabled }, 'PUT');
  const check = async (value: string): Promise<Body> => (await ask('/data-lists/ip_blocklist/check', { value })).body;
  const lentMatch = () => ({
    ...{ listId: lent, listName: 'Lent', itemId: null, primaryValue: null, matchedOn: null },
    ...{ riskScore: null, severity: null, category: null },
  });

  beforeAll(async () => {
    const path = `/organizations/${api().production.organizationId}/children`;
    const { production } = (await api().call(path, { body: { name: 'One', countryCode: 'BR' } })).body;
    const key = await createKey(api().pool, { organizationId: production.id, name: 'k', deployment: 'development' });
    if (!key.ok) throw new Error('no key');
    child = { id: production.id as string, key: key.value.key };
    lent = await create({ name: 'Lent', type: 'ip_blocklist' });
    await add(lent, { primaryValue: '10.1.0.0/16', riskScore: 7, category: 'c' });
    await api().call(`/data-lists/${lent}/child-share`, { body: { childOrganizationIds: [child.id] } });
  });
  afterEach(() => enable(lent, false));

  it('is checked along with own lists once enabled, and reveals nothing else of its items', async () => {
    expect(await check('10.1.2.3')).toMatchObject({ matched: false, matches: [] });
    await enable(lent, true);
    expect(await check('10.1.2.3')).toMatchObject({ matched: true, matches: [lentMatch()] });
    expect(await check('10.2.2.3')).toMatchObject({ matched: false });
    const own = await create({ name: 'Own', type: 'ip_blocklist' }, child.key);
    const item = { items: [{ primaryValue: '10.1.2.3' }] };
    expect((await ask(`/data-lists/${own}/items`, item)).status).toBe(201);
    expect((await check('10.1.2.3')).matches).toMatchObject([{ listId: own, primaryValue: '10.1.2.3' }, lentMatch()]);
    await api().call(`/data-lists/${lent}/status`, { method: 'PATCH', body: { status: 'inactive' } });
    expect((await check('10.1.2.3')).matches).toMatchObject([{ listId: own }]);
    await api().call(`/data-lists/${lent}/status`, { method: 'PATCH', body: { status: 'active' } });
  });

  it('is checked by its id with many values at once', async () => {
    const checks = [
      { listId: lent, value: '10.1.9.9' },
      { listId: lent, value: '11.1.9.9' },
      { listId: lent, type: 'custom', value: '10.1.9.9' },
    ];
    const refused = await ask('/data-lists/bulk-check', { checks });
    expect([refused.status, refused.body.error.code]).toEqual([403, 'SHARED_RESOURCE_NOT_ENABLED']);
    await enable(lent, true);
    expect((await ask('/data-lists/bulk-check', { checks })).body.results).toEqual([
      { index: 0, matched: true, matches: [lentMatch()] },
      { index: 1, matched: false, matches: [] },
      { index: 2, matched: false, matches: [] },
    ]);
    const unknown = await ask('/data-lists/bulk-check', { checks: [{ listId: unknownId, value: 'x' }] });
    expect([unknown.status, unknown.body.error.code]).toEqual([404, 'LIST_NOT_FOUND']);
    const { results } = (await api().call('/data-lists/bulk-check', { body: { checks: checks.slice(0, 1) } })).body;
    expect(results).toMatchObject([{ matches: [{ primaryValue: '10.1.0.0/16', riskScore: 7 }] }]);
  });

  it('is revoked when it is archived', async () => {
    const gone = await create({ name: 'Gone', type: 'ip_blocklist' });
    const sharing = `/data-lists/${gone}/child-share`;
    await api().call(sharing, { body: { childOrganizationIds: [child.id] } });
    await api().call(`/data-lists/${gone}`, { method: 'DELETE' });
    expect((await api().call(sharing)).body.data.sharedWith).toMatchObject([{ organizationId: child.id }]);
    const taken = await api().call(sharing, { body: { childOrganizationIds: [] } });
    expect(taken.body.data).toMatchObject({ sharedWith: [], removed: [child.id] });
  });

  it('is deleted with the data of a sandbox, like matrices', async () => {
    const { organizationId, key } = api().sandbox;
    const { rows } = await api().pool.query<{ id: string }>(
      'select paired_organization_id as id from organizations where id = $1',
      [child.id],
    );
    const { id } = rows[0]!;
    const made = await createKey(api().pool, { organizationId: id, name: 'k', deployment: 'development' });
    if (!made.ok) throw new Error('no key');
    const send = (method: string, path: string, body?: object): Promise<TestResponse> =>
      api().call(path, { method, key: made.value.key, ...(body && { body }) });
    const list = await create({ name: 'Tried' }, key);
    const shape = { key: 'tried', name: 'Tried', status: 'active' };
    const matrix = (await api().call('/risk-matrices', { body: shape, key })).body.riskMatrix.id as string;
    for (const [path, type, lentId] of [
      ['data-lists', 'data_list', list],
      ['risk-matrices', 'risk_matrix', matrix],
    ] as const) {
      await api().call(`/${path}/${lentId}/child-share`, { body: { childOrganizationIds: [id] }, key });
      await send('PUT', `/shared-resources/${type}/${lentId}`, { sharedEnabled: true });
    }
    expect((await send('PUT', '/risk-matrices/defaults', { person: [matrix] })).status).toBe(200);
    expect((await api().call(`/organizations/${organizationId}/reset`, { body: {}, key })).status).toBe(200);
    expect((await send('GET', '/shared-resources')).body.resources).toEqual([]);
    expect((await send('GET', '/data-lists')).body.data).toEqual([]);
    expect((await send('GET', '/risk-matrices/defaults')).body.defaults.person).toEqual([]);
  });
});
