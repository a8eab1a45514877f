import { createKey } from '../../tenancy/organizations/index.js';
import type { Body, TestResponse } from '../../../../test/support/start-test-api.js';
import { formCall } from '../../../../test/support/send-form.js';
import { useTestApi } from '../../../../test/support/use-test-api.js';

describe('parent matrix not enabled by the child', () => {
  const api = useTestApi();
  let key: string;
  let matrix: string;
  let entity: string;

  beforeAll(async () => {
    const children = `/organizations/${api().production.organizationId}/children`;
    const { production } = (await api().call(children, { body: { name: 'Child', countryCode: 'BR' } })).body;
    const made = await createKey(api().pool, { organizationId: production.id, name: 'k', deployment: 'development' });
    if (!made.ok) throw new Error('no key');
    key = made.value.key;
    const decisions = [{ decision: 'REJECT', from: 50 }];
    const shape = { key: 'lent', name: 'Lent', status: 'active', decisions };
    matrix = (await api().call('/risk-matrices', { body: shape })).body.riskMatrix.id;
    const body = { childOrganizationIds: [production.id] };
    expect(await api().call(`/risk-matrices/${matrix}/child-share`, { body })).toMatchObject({ status: 200 });
    const company = { type: 'company', name: 'C', countryCode: 'BR', taxId: '11.222.333/0001-81' };
    entity = (await api().call('/entities', { body: company, key })).body.entity.id;
  });

  const company = { type: 'company', country: 'BR', taxId: '11.444.777/0001-61' };
  it.each([
    ['/entities', () => ({ type: 'person', name: 'P', countryCode: 'BR', riskMatrixIds: [matrix] })],
    [
      '/transactions',
      () => ({ externalId: 't', type: 'PAYMENT', amount: 1, currency: 'USD', riskMatrixIds: [matrix] }),
    ],
    ['/entities/:id/analyze', () => ({ riskMatrixIds: [matrix] })],
    ['/entities/automatic', () => ({ ...company, riskMatrixIds: [matrix] })],
    ['/entities/automatic/bulk', () => ({ items: [company], country: 'BR', riskMatrixCompanyId: matrix })],
    ['/entities/:id/relationships/materialize', () => ({ riskMatrix: { execute: true, riskMatrixId: matrix } })],
  ])('is rejected by POST %s', async (path, body) => {
    const answer = await api().call(path.replace(':id', entity), { body: body(), key });
    expect([answer.status, answer.body.code ?? answer.body.error.code]).toEqual([403, 'SHARED_RESOURCE_NOT_ENABLED']);
  });

  it('is listed only for callers with permission to read matrices', async () => {
    const typesFor = async (permission: string): Promise<string[]> => {
      const body = { name: permission, permissions: [permission] };
      const made = (await api().call('/api-keys', { body, key })).body.key as string;
      const { resources } = (await api().call('/shared-resources', { key: made })).body;
      return resources.map(({ resourceType }: Body) => resourceType as string);
    };
    expect(await typesFor('risk_matrices:read')).toEqual(['risk_matrix']);
    expect(await typesFor('data_lists:read')).toEqual([]);
    expect(await typesFor('webhooks:read')).toEqual([]);
  });

  it('is rejected in an entity import, leaving no job', async () => {
    const file = 'type,name,country_code\nperson,A,BR';
    const call = await formCall([['a.csv', file]], { riskMatrixPersonId: matrix });
    const answer = await api().call('/batch-import/import/entities', { ...call, key });
    expect([answer.status, answer.body.error.code]).toEqual([403, 'SHARED_RESOURCE_NOT_ENABLED']);
    expect((await api().call('/batch-import/jobs', { key })).body.jobs).toEqual([]);
  });
});

describe('matrix archived by its parent', () => {
  const api = useTestApi();

  it('is revoked from children like an unshared one, and only with force if a child has assigned it', async () => {
    const send = (method: string, path: string, body?: object, by?: string): Promise<TestResponse> =>
      api().call(path, { method, ...(body && { body }), ...(by !== undefined && { key: by }) });
    const children = `/organizations/${api().production.organizationId}/children`;
    const { production } = (await api().call(children, { body: { name: 'Heir', countryCode: 'BR' } })).body;
    const made = await createKey(api().pool, { organizationId: production.id, name: 'k', deployment: 'development' });
    if (!made.ok) throw new Error('no key');
    const { key } = made.value;
    const shape = { key: 'ending', name: 'Ending', status: 'active' };
    const { id } = (await api().call('/risk-matrices', { body: shape })).body.riskMatrix;
    await api().call(`/risk-matrices/${id}/child-share`, { body: { childOrganizationIds: [production.id] } });
    await send('PUT', `/shared-resources/risk_matrix/${id}`, { sharedEnabled: true }, key);
    const defaults = async (): Promise<unknown> =>
      (await send('GET', '/risk-matrices/defaults', undefined, key)).body.defaults.transaction;
    await send('PUT', '/risk-matrices/defaults', { transaction: [id] }, key);
    expect(await send('DELETE', `/risk-matrices/${id}`)).toMatchObject({
      status: 409,
      body: { error: { code: 'SHARE_IN_USE', details: { childOrganizationIds: [production.id] } } },
    });
    expect(await defaults()).toEqual([id]);
    const before = (await send('GET', '/rule-sets/active', undefined, key)).body.ruleSet;
    expect((await send('DELETE', `/risk-matrices/${id}?force=true`)).status).toBe(200);
    expect(await defaults()).toEqual([]);
    expect((await send('GET', '/shared-resources', undefined, key)).body.resources).toEqual([]);
    const after = (await send('GET', '/rule-sets/active', undefined, key)).body.ruleSet;
    expect([before.matrices.length, after.matrices.length]).toEqual([1, 0]);
  });
});
