import { createKeyWith } from '../../../../test/support/create-key-with.js';
import { deliverEnrichment } from '../../../../test/support/deliver-enrichment.js';
import { closeAllSockets, openSocket, type TestSocket } from '../../../../test/support/open-socket.js';
import { publishRule } from '../../../../test/support/publish-rule.js';
import { cnpjOf, companyPartner, registered, useRegister } from '../../../../test/support/register-source.js';
import type { Body } from '../../../../test/support/start-test-api.js';
import { useOwnTestApi } from '../../../../test/support/use-test-api.js';
import { waitUntil } from '../../../../test/support/wait-until.js';
import { setQuota } from '../../tenancy/creation-quotas/index.js';
import { setIntegrationPrice } from '../../enrichment/integrations/index.js';

const nobody = '00000000-0000-7000-8000-0000000000f2';

describe('platform 4.9, 7: materialize errors and events', () => {
  const api = useOwnTestApi();
  const register = useRegister(api);
  let count = 2_000;
  const nextCnpj = (): string => cnpjOf((count += 1));
  const entity = async (body: object): Promise<Body> =>
    (await api().call('/entities', { body: { name: 'Somebody', countryCode: 'BR', ...body } })).body.entity;
  const company = async (partners: number, taxId = nextCnpj()): Promise<Body> => {
    const qsa = Array.from({ length: partners }, () => companyPartner(nextCnpj()));
    register().companies.set(taxId, registered(taxId, qsa));
    return entity({ type: 'company', taxId });
  };
  const path = (id: string): string => `/entities/${id}/relationships/materialize`;
  const materialize = (id: string, body: object = {}, more: object = {}) =>
    api().call(path(id), { body: { runInBackground: false, ...body }, ...more });
  const edges = async (id: string) =>
    (await api().call(`/entities/${id}/relationships?limit=100`)).body.relationships as Body[];

  afterAll(() => closeAllSockets());
  const listen = (): Promise<TestSocket> => openSocket(api().url, { token: api().production.key });
  const isOf =
    (id: string) =>
    ({ entityId }: Body): boolean =>
      entityId === id;
  const name = (which: string): string => `entity:relationship-materialize-${which}`;

  const children = { enrichments: { company: ['br_receita_cnpj'] } };
  const refusals: readonly (readonly [string, () => Promise<string>, object, number, string])[] = [
    ['nobody', () => Promise.resolve(nobody), {}, 404, 'ENTITY_NOT_FOUND'],
    [
      'a payment method',
      async () =>
        (
          await api().call('/entities', {
            body: { entityType: 'payment_method', entityData: { paymentMethod: { type: 'pix' } } },
          })
        ).body.id as string,
      {},
      400,
      'INVALID_ENTITY_TYPE',
    ],
    [
      'a country without a strategy',
      async () => (await entity({ type: 'company', countryCode: 'JP' })).id as string,
      {},
      400,
      'COUNTRY_NOT_SUPPORTED',
    ],
    [
      'a person of whom nobody can be asked',
      async () => (await entity({ type: 'person' })).id as string,
      { runEnrichmentFirst: true },
      400,
      'NO_DEFAULT_RELATIONSHIP_ENRICHMENTS',
    ],
    [
      'a company of a register that is not loaded',
      async () => (await entity({ type: 'company', countryCode: 'GB', taxId: '00987123' })).id as string,
      { runEnrichmentFirst: true },
      400,
      'NO_DEFAULT_RELATIONSHIP_ENRICHMENTS',
    ],
    ['what nobody was asked about', async () => (await company(1)).id as string, {}, 422, 'NO_NORMALIZED_ENRICHMENT'],
    ['a depth of 6', async () => (await company(1)).id as string, { depth: 6 }, 422, config()],
    ['a depth below 0', async () => (await company(1)).id as string, { depth: -1 }, 422, config()],
    [
      'a depth that is not a number',
      async () => (await company(1)).id as string,
      { depth: '1' },
      400,
      'VALIDATION_ERROR',
    ],
    [
      'root data alone, with questions about children',
      async () => (await company(1)).id as string,
      { executeOnlyRootData: true, autoExecuteIntegrationsShareholders: children },
      422,
      config(),
    ],
    [
      'root data alone, two levels down',
      async () => (await company(1)).id as string,
      { executeOnlyRootData: true, depth: 2 },
      422,
      config(),
    ],
    [
      'an unknown integration for children',
      async () => (await company(1)).id as string,
      { autoExecuteIntegrationsShareholders: { enrichments: { person: ['nothing'] } } },
      422,
      config(),
    ],
    [
      'an unknown group for children',
      async () => (await company(1)).id as string,
      { autoExecuteIntegrationsShareholders: { enrichmentGroupRefs: ['nothing'] } },
      422,
      config(),
    ],
    [
      'a matrix without saying whether it runs',
      async () => (await company(1)).id as string,
      { riskMatrix: {} },
      400,
      'VALIDATION_ERROR',
    ],
  ];
  it.each(refusals)('rejects %s, and requests and stores nothing', async (_title, make, body, status, code) => {
    const id = await make();
    const asked = register().asked.length;
    const answer = await materialize(id, body);
    expect([answer.status, answer.body.code, register().asked.length]).toEqual([status, code, asked]);
    expect((await api().pool.query('select from materialize_runs where root_entity_id = $1', [id])).rowCount).toBe(0);
  });

  it('requires both permissions, and reveals nothing to a caller of another organization', async () => {
    const { id } = await company(1);
    for (const permission of ['entities:edit', 'enrichments:execute']) {
      const key = await createKeyWith(api(), permission, 'entities:read');
      expect((await materialize(id, { runEnrichmentFirst: true }, { key })).status).toBe(403);
    }
    expect((await materialize(id, {}, { key: api().stranger.key })).body.code).toBe('ENTITY_NOT_FOUND');
  });

  it('fails when the register fails: 500 to a waiting caller, an event to others, and no cost', async () => {
    const { id } = await company(1);
    const socket = await listen();
    register().respond = (response) => void response.writeHead(500).end();
    const answer = await materialize(id, { runEnrichmentFirst: true });
    expect(answer).toMatchObject({ status: 500, body: { code: 'ENRICHMENT_FAILED', error: expect.any(String) } });
    expect((await materialize(id, { runEnrichmentFirst: true, runInBackground: true })).status).toBe(202);
    const failures = () => socket.received.filter((each) => each.name === name('failed') && isOf(id)(each.body));
    await waitUntil(() => failures().length >= 2);
    register().respond = null;
    expect(failures()[0]!.body).toMatchObject({
      entityId: id,
      userId: null,
      error: { code: 'ENRICHMENT_FAILED', message: expect.any(String) },
    });
    expect(await edges(id)).toEqual([]);
  });

  it('tells sockets and webhooks when it starts and ends, with the rules that ran', async () => {
    const source = `rule partners_known "Partners known" {
  on company (materialized)
  score 10
  when entity.countryCode == "BR"
  then suggest FLAG
}
`;
    await publishRule(api(), { source });
    const { id } = await company(2);
    const socket = await listen();
    const body = { runEnrichmentFirst: true, runInBackground: true, riskMatrix: { execute: true } };
    expect(await materialize(id, body)).toMatchObject({
      status: 202,
      body: { success: true, data: { status: 'processing', entityId: id, countryCode: 'BR', entityType: 'company' } },
    });
    const completed = await socket.waitFor(name('completed'), isOf(id));
    expect(await socket.waitFor(name('started'), isOf(id))).toMatchObject({
      entityId: id,
      mainEntityName: 'Somebody',
      mainEntityTaxId: expect.any(String),
      mainEntityType: 'company',
      userId: null,
    });
    const told = {
      entityId: id,
      success: true,
      entitiesCreated: 2,
      relationshipsCreated: 2,
      enrichmentExecuted: true,
      enrichmentProviders: ['br_receita_cnpj'],
      riskMatrixExecuted: true,
      evaluationId: expect.any(String),
      ruleSetVersion: expect.any(String),
      decision: expect.any(String),
    };
    expect(completed).toMatchObject(told);
    const { rows } = await api().pool.query<{ payload: Body }>(
      `select payload::jsonb as payload from outbox_events where event = 'entity.relationships_materialized' and payload ->> 'entityId' = $1`,
      [id],
    );
    expect(rows.map(({ payload }) => payload as object)).toEqual([told]);
  });

  it('creates as many entities as the quota allows, and names the missing ones', async () => {
    const root = await company(10);
    const quota = {
      organizationId: api().production.organizationId,
      module: 'entities' as const,
      period: 'total' as const,
    };
    await setQuota(api().pool, { ...quota, quota: 3 });
    const { data } = (await materialize(root.id, { runEnrichmentFirst: true })).body;
    await setQuota(api().pool, { ...quota, quota: null });
    expect(data).toMatchObject({ entitiesCreated: 3, relationshipsCreated: 3 });
    expect(data.creationFailed.map(({ code }: Body) => code as string)).toEqual(
      new Array(7).fill('CREATION_CONTRACT_QUOTA_EXCEEDED'),
    );
    expect((await materialize(root.id, { runEnrichmentFirst: true })).body.data).toMatchObject({
      entitiesCreated: 7,
      relationshipsCreated: 7,
      creationFailed: [],
    });
  });

  it('runs once for concurrent requests', async () => {
    const root = await company(5);
    register().delayMs = 100;
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => materialize(root.id, { runEnrichmentFirst: true })),
    );
    register().delayMs = 0;
    for (const { status, body } of answers) expect([status, body.data.entitiesCreated]).toEqual([200, 5]);
    expect(register().asked.filter((cnpj) => cnpj === root.taxId)).toHaveLength(1);
    expect(await edges(root.id)).toHaveLength(5);
  });

  it('rejects a partner whose tax id belongs to another kind of entity, and continues', async () => {
    await entity({ type: 'person', countryCode: 'FR', taxId: 'FR-1', name: 'Taken' });
    const root = await entity({ type: 'company' });
    const shareholders = [
      { name: 'Taken SA', type: 'company', taxId: 'FR-1', countryCode: 'FR' },
      { name: 'Free SA', type: 'company', taxId: 'FR-2', countryCode: 'FR', ownershipPercent: 12.5 },
      { name: 'Itself', type: 'company', taxId: 'FR-3', countryCode: 'FR', role: 'owner' },
    ];
    await deliverEnrichment(api(), root.id, { normalizedPart: { shareholders }, provides: ['shareholders'] });
    const { data } = (await materialize(root.id)).body;
    expect(data).toMatchObject({ entitiesCreated: 2, creationFailed: [{ code: 'DUPLICATE_TAX_ID', taxId: 'FR1' }] });
    const found = await edges(root.id);
    expect(found.map(({ strength }) => strength as number | null).sort()).toEqual([0.125, null]);
  });

  it('stops when its root is deleted midway, and leaves nothing behind', async () => {
    const root = await company(3);
    register().delayMs = 300;
    const waiting = materialize(root.id, { runEnrichmentFirst: true });
    await waitUntil(() => register().asked.includes(root.taxId));
    expect((await api().call(`/entities/${root.id}`, { method: 'DELETE' })).status).toBe(200);
    expect((await waiting).body.code).toBe('ENTITY_NOT_FOUND');
    register().delayMs = 0;
    for (const table of ['materialize_runs where root_entity_id', 'relationships where target_entity_id'])
      expect((await api().pool.query(`select from ${table} = $1`, [root.id])).rowCount).toBe(0);
  });

  it('rejects a disabled integration, and a root without enough balance', async () => {
    const root = await company(1);
    const off = (enabled: boolean) =>
      api().call('/marketplace/integrations/br_receita_cnpj', { method: 'PUT', body: { enabled } });
    await off(false);
    expect(await materialize(root.id, { runEnrichmentFirst: true })).toMatchObject({
      status: 403,
      body: { code: 'INTEGRATION_NOT_ENABLED' },
    });
    await off(true);
    const { organizationId } = api().production;
    const price = { organizationId, code: 'br_receita_cnpj', priceCents: 100_000_000 };
    await setIntegrationPrice(api().pool, price);
    expect(await materialize(root.id, { runEnrichmentFirst: true })).toMatchObject({
      status: 402,
      body: { code: 'INSUFFICIENT_BALANCE' },
    });
    const body = { type: 'company', country: 'BR', taxId: nextCnpj() };
    expect((await api().call('/entities/automatic', { body })).body.code).toBe('INSUFFICIENT_BALANCE');
    expect((await api().pool.query('select from materialize_runs where root_entity_id = $1', [root.id])).rowCount).toBe(
      0,
    );
  });
});

function config(): string {
  return 'INVALID_RELATIONSHIP_ENRICHMENT_CONFIG';
}
