import { newId, TenantDatabase, type Transaction } from '../../../platform/database/index.js';
import { mapEvent } from '../../delivery/sockets/domain/socket-events.js';
import { createKeyWith } from '../../../../test/support/create-key-with.js';
import type { Body, Call, TestResponse } from '../../../../test/support/start-test-api.js';
import { useTestApi } from '../../../../test/support/use-test-api.js';
import { Ledger, type Reservation } from './index.js';

describe('shapes 20: balance and billing', () => {
  const api = useTestApi();
  const ledger = (): Ledger => api().app.get(Ledger);

  const ask = (path: string, key = api().sandbox.key, more: Call = {}): Promise<TestResponse> =>
    api().call(`/billing/${path}`, { key, ...more });
  const get = async (path: string, key?: string): Promise<Body> => {
    const { status, text, body } = await ask(path, key);
    if (status !== 200) throw new Error(text);
    return body;
  };
  const topUp = (body: object | string, key?: string, headers: Record<string, string> = {}): Promise<TestResponse> =>
    ask('top-ups', key, { body, headers });
  const inSandbox = <T>(work: (client: Transaction) => Promise<T>): Promise<T> =>
    api().app.get(TenantDatabase).transaction(api().sandbox.organizationId, work);
  const reservation = (more: Partial<Reservation> = {}): Reservation => ({
    organizationId: api().sandbox.organizationId,
    executionId: newId(),
    integrationCode: 'br_cnpj_basic_data',
    entityId: null,
    apiKeyId: null,
    amountCents: 100,
    ...more,
  });
  const execute = async (more: Partial<Reservation>, outcome: 'charge' | 'release' | 'open' = 'charge') => {
    const reserved = reservation(more);
    await inSandbox((client) => ledger().reserve(client, [reserved]));
    if (outcome !== 'open') await inSandbox((client) => ledger()[outcome](client, [reserved]));
    return reserved;
  };
  const eventsOf = async (organizationId: string): Promise<Body[]> => {
    const { rows } = await api().pool.query(
      `select event, payload from outbox_events where organization_id = $1 and event like 'billing%' order by seq, place`,
      [organizationId],
    );
    return rows;
  };

  it('starts with a balance of 0 in production and with play money in a sandbox', async () => {
    const { organizationId, key } = api().production;
    expect((await get('balance', key)).data).toEqual({
      organizationId,
      balanceCents: 0,
      balanceTokens: 0,
      reservedCents: 0,
      availableCents: 0,
      currency: 'USD',
      lowBalanceThresholdCents: 0,
      updatedAt: expect.any(String),
    });
    expect((await get('balance')).data).toMatchObject({ balanceCents: 100_000, balanceTokens: 1_000 });
    expect((await get('ledger')).entries).toMatchObject([
      { type: 'top_up', amountCents: 100_000, balanceAfterCents: 100_000, description: 'play money' },
    ]);
  });

  it('tops up immediately in a sandbox and announces it', async () => {
    const topped = await topUp({ tokens: '12.35', reference: 'r', paymentMethodId: 'card' });
    expect(topped).toMatchObject({
      status: 201,
      body: {
        topUp: { amountCents: 1_235, tokens: 12.35, status: 'completed', reference: 'r', paymentMethodId: 'card' },
        balance: { balanceCents: 101_235, balanceTokens: 1_012.35, availableCents: 101_235 },
      },
    });
    const { organizationId } = api().sandbox;
    const events = await eventsOf(organizationId);
    expect(events.slice(-2)).toEqual([
      { event: 'billing:balance-updated', payload: { organizationId, balanceCents: 101_235 } },
      {
        event: 'billing.topped_up',
        payload: {
          topUp: { id: topped.body.topUp.id, amountCents: 1_235, reference: 'r', status: 'completed' },
          balanceCents: 101_235,
          availableCents: 101_235,
          thresholdCents: 0,
        },
      },
    ]);
    expect(mapEvent(events.at(-2))).toMatchObject({
      name: 'billing:balance-updated',
      permission: 'billing:read',
      rooms: ['org'],
      body: { balanceCents: 101_235 },
    });
  });

  it.each<[object | string, string]>([
    [{}, 'amountCents'],
    [{ amountCents: 100, tokens: '1' }, 'amountCents'],
    [{ amountCents: 99 }, 'amountCents'],
    [{ amountCents: 100.5 }, 'amountCents'],
    [{ amountCents: -100 }, 'amountCents'],
    [{ amountCents: '100' }, 'amountCents'],
    [{ amountCents: 10_000_000_001 }, 'amountCents'],
    ['{"amountCents":9007199254740993}', 'body'],
    ['{"amountCents":1e300}', 'amountCents'],
    [{ tokens: '0.005' }, 'tokens'],
    [{ tokens: 0.005 }, 'tokens'],
    [{ tokens: '0.99' }, 'tokens'],
    [{ tokens: -1 }, 'tokens'],
    [{ tokens: '1e3' }, 'tokens'],
    ['{"tokens":9007199254740993}', 'body'],
    [{ tokens: '100000000.01' }, 'tokens'],
    [{ tokens: ['1'] }, 'tokens'],
    [{ amountCents: 100, reference: '' }, 'reference'],
  ])('rejects a top-up of %j', async (body, member) => {
    const answer = await topUp(body);
    expect([answer.status, answer.body.error.code, Object.keys(answer.body.error.details)]).toEqual([
      400,
      'VALIDATION_ERROR',
      [member],
    ]);
  });

  it('tops up once for 50 requests with the same idempotency key', async () => {
    const before = (await get('balance')).data.balanceCents;
    const headers = { 'idempotency-key': newId() };
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => topUp({ amountCents: 500 }, undefined, headers)),
    );
    const kept = answers.filter(({ status }) => status === 201);
    expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true);
    expect(new Set(kept.map(({ body }) => body.topUp.id)).size).toBe(1);
    expect((await get('balance')).data.balanceCents).toBe(before + 500);
  });

  it('shows the ledger with paging and filters, and its signed amounts add up to the balance', async () => {
    const entityId = newId();
    const apiKeyId = api().sandbox.apiKeyId;
    const charged = await execute({ entityId, apiKeyId, amountCents: 35 });
    await execute({ integrationCode: 'eu_vies_check', amountCents: 0 });
    await execute({ integrationCode: 'eu_vies_check' }, 'release');
    await execute({ amountCents: 40 }, 'open');
    const all = (await get('ledger?limit=100')).entries as Body[];
    const counted = all.filter(({ type }) => !['reserve', 'release'].includes(type));
    const { data } = await get('balance');
    expect(counted.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(data.balanceCents);
    expect([data.reservedCents, data.availableCents]).toEqual([40, data.balanceCents - 40]);
    const paged: Body[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: Body = await get(`ledger?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`);
      paged.push(...page.entries);
      cursor = page.pagination.nextCursor;
    }
    expect(paged).toEqual(all);
    expect((await get('ledger?limit=2&offset=2')).entries).toEqual(all.slice(2, 4));
    const { entries } = await get(`ledger?entityId=${entityId}`);
    const of = {
      enrichmentId: charged.executionId,
      entityId,
      apiKeyId,
      integrationCode: 'br_cnpj_basic_data',
      description: null,
    };
    expect(entries).toMatchObject([
      { type: 'charge', amountCents: -35, ...of },
      { type: 'reserve', amountCents: -35, ...of },
    ]);
    expect(entries[1].balanceAfterCents - entries[0].balanceAfterCents).toBe(35);
    const typesOf = async (query: string): Promise<string[]> =>
      (await get(`ledger?${query}`)).entries.map(({ type }: Body) => type);
    expect(await typesOf('integrationCode=eu_vies_check')).toEqual(['release', 'reserve', 'charge', 'reserve']);
    expect(await typesOf('integrationCode=eu_vies_check&type=charge,release')).toEqual(['release', 'charge']);
    expect(await typesOf('from=2999-01-01T00:00:00Z')).toEqual([]);
    expect((await typesOf('to=2999-01-01T00:00:00Z&limit=100')).length).toBe(all.length);
    for (const wrong of ['type=gift', 'entityId=x', 'from=yesterday', 'cursor=x', 'limit=0', 'page=1'])
      expect([wrong, (await ask(`ledger?${wrong}`)).status]).toEqual([wrong, 400]);
  });

  it('sums up usage by integration, day and API key', async () => {
    const today = new Date().toISOString().slice(0, 10);
    expect(await get('usage?groupBy=integration')).toMatchObject({
      success: true,
      usage: [
        { key: 'br_cnpj_basic_data', executions: 2, successes: 1, costCents: 35 },
        { key: 'eu_vies_check', executions: 2, successes: 1, costCents: 0 },
      ],
    });
    expect((await get('usage?groupBy=day')).usage).toEqual([
      { key: today, executions: 4, successes: 2, costCents: 35 },
    ]);
    expect((await get('usage?groupBy=apiKey')).usage).toEqual([
      { key: api().sandbox.apiKeyId, executions: 1, successes: 1, costCents: 35 },
      { key: null, executions: 3, successes: 1, costCents: 0 },
    ]);
    expect((await get('usage?from=2020-01-01T00:00:00Z&to=2020-02-01T00:00:00Z')).usage).toEqual([]);
    for (const wrong of [
      'groupBy=hour',
      'to=2020-01-01T00:00:00Z&from=2020-01-01T00:00:00Z',
      'from=2020-01-01T00:00:00Z',
    ])
      expect([wrong, (await ask(`usage?${wrong}`)).status]).toEqual([wrong, 400]);
  });

  it('stores settings and records their changes in the audit log', async () => {
    const change = (body: object): Promise<TestResponse> => ask('settings', undefined, { method: 'PATCH', body });
    expect((await change({ lowBalanceThresholdCents: 101_000 })).body.settings).toEqual({
      lowBalanceThresholdCents: 101_000,
      autoTopUp: { enabled: false, thresholdCents: 0, amountCents: 0 },
      version: 2,
    });
    expect((await change({ autoTopUp: { enabled: true } })).body.error).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { 'autoTopUp.amountCents': expect.any(String) },
    });
    const autoTopUp = { enabled: true, thresholdCents: 100_000, amountCents: 700 };
    expect((await change({ autoTopUp })).status).toBe(200);
    expect((await change({ autoTopUp })).status).toBe(200);
    expect((await get('settings')).settings).toEqual({
      ...{ lowBalanceThresholdCents: 101_000, autoTopUp, version: 3 },
    });
    const { body } = await api().call('/audit/events?event=billing_settings_updated', { key: api().sandbox.key });
    expect(body.events.map(({ changes }: Body) => changes)).toEqual([
      { autoTopUp: { previous: { enabled: false, thresholdCents: 0, amountCents: 0 }, current: autoTopUp } },
      { lowBalanceThresholdCents: { previous: 0, current: 101_000 } },
    ]);
  });

  it('announces once that the balance is below a threshold, requests an automatic top-up, announces exhaustion', async () => {
    const { organizationId } = api().sandbox;
    const lowEvents = async (): Promise<Body[]> =>
      (await eventsOf(organizationId)).filter(({ event }) => /low|depleted/.test(event));
    const { balanceCents } = (await get('balance')).data;
    await execute({ amountCents: balanceCents - 101_000 });
    expect(await lowEvents()).toEqual([]);
    await execute({ amountCents: 300 }, 'release');
    await execute({ amountCents: 300 });
    await execute({ amountCents: 300 });
    const low = { event: 'billing.balance_low' };
    expect(await lowEvents()).toMatchObject([
      { ...low, payload: { balanceCents: 100_700, availableCents: 100_660, thresholdCents: 101_000, topUpId: null } },
    ]);
    await execute({ amountCents: 500 });
    const [automatic] = (await get('top-ups?status=pending')).topUps;
    expect(automatic).toMatchObject({ amountCents: 700, isAutomatic: true, completedAt: null });
    expect((await lowEvents()).slice(1)).toMatchObject([
      { ...low, payload: { balanceCents: 99_900, thresholdCents: 100_000, topUpId: automatic.id } },
    ]);
    await topUp({ amountCents: 200 });
    await execute({ amountCents: 200 });
    expect((await get('top-ups?status=pending')).pagination.total).toBe(1);
    expect((await lowEvents()).slice(2)).toMatchObject([
      { ...low, payload: { thresholdCents: 100_000, topUpId: null } },
    ]);
    expect((await get('balance')).data.balanceCents).toBe(99_900);
    await execute({ amountCents: 99_860 });
    const kept = {
      executionId: (await get('ledger?type=reserve&limit=100')).entries.find((e: Body) => e.amountCents === -40)
        .enrichmentId,
    };
    await inSandbox((client) => ledger().charge(client, [{ organizationId, ...kept, amountCents: 40 }]));
    expect((await lowEvents()).slice(3)).toEqual([
      { event: 'billing.balance_depleted', payload: { balanceCents: 0, availableCents: 0, thresholdCents: 101_000 } },
    ]);
  });

  it('is reset together with the sandbox', async () => {
    const { organizationId, key } = api().sandbox;
    const { status } = await api().call(`/organizations/${organizationId}/reset`, { method: 'POST', key });
    expect(status).toBe(200);
    expect((await get('balance')).data).toMatchObject({ balanceCents: 100_000, lowBalanceThresholdCents: 0 });
    expect((await get('ledger')).pagination.total).toBe(1);
    expect((await get('top-ups')).pagination.total).toBe(1);
  });

  it('requires the read permission for the balance and the manage permission for a top-up', async () => {
    const reader = await createKeyWith(api(), 'billing:read');
    expect((await ask('balance', reader)).status).toBe(200);
    const refused = [
      await topUp({ amountCents: 100 }, reader),
      await ask('settings', reader, { method: 'PATCH', body: {} }),
    ];
    for (const { status, body } of refused)
      expect([status, body.error.message]).toEqual([403, expect.stringContaining('billing:manage')]);
    const none = await createKeyWith(api(), 'entities:read');
    for (const path of ['balance', 'ledger', 'usage', 'top-ups', 'settings'])
      expect([path, (await ask(path, none)).status]).toEqual([path, 403]);
  });
});
