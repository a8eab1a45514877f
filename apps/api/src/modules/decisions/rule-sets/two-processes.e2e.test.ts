import type { NestFastifyApplication } from '@nestjs/platform-fastify';

import { createApp } from '../../../create-app.js';
import { RuleEngine } from './index.js';
import { readConfig } from '../../../platform/config/index.js';
import { publishRule } from '../../../../test/support/publish-rule.js';
import {
  type TestResponse,
  type Body,
  send,
  startOwnTestApi,
  type TestApi,
} from '../../../../test/support/start-test-api.js';

const counting = (key: string): object => ({
  source: `rule ${key} "${key}" {
  on transaction (created)
  let n = count(transactions from origin in last 24h)
  when n >= 1
  then alert LOW "{n}"
}`,
});

/** Number of payments of one customer sent at the same time. */
const atOnce = 200;

let sent = 0;
const payment = (): object => ({
  externalId: `p-${(sent += 1)}`,
  type: 'PAYMENT',
  amount: 10,
  currency: 'USD',
  originExternalId: 'ana',
  transactedAt: '2026-03-01T10:00:00Z',
});

describe('two servers on one database', () => {
  let api: TestApi;
  let second: NestFastifyApplication;
  let url: string;
  beforeAll(async () => {
    api = await startOwnTestApi();
    const config = readConfig({ DATABASE_URL: api.pool.options.connectionString, PORT: '0', LOG: 'silent' });
    if (!config.ok) throw new Error(config.error.join());
    second = await createApp(config.value);
    await second.listen(0, '127.0.0.1');
    url = await second.getUrl();
    await api.call('/entities', { body: { type: 'person', name: 'Ana', countryCode: 'BR', externalId: 'ana' } });
  });
  afterAll(async () => {
    await second?.close();
    await api?.stop();
  });

  const elsewhere = (method: string, path: string, body: object): Promise<TestResponse> =>
    send(url + path, api.production.key, { method, body });
  const payHere = () => api.call('/transactions', { body: payment() });
  const payElsewhere = () => elsewhere('POST', '/transactions', payment());

  it('applies a rule to the very next payment after either server publishes it', async () => {
    const before = (await payElsewhere()).body.rulesResult;
    const id = await publishRule(api, counting('published'));
    const after = (await payElsewhere()).body;
    expect(after.rulesResult.ruleSetVersion).not.toBe(before.ruleSetVersion);
    expect(after.rulesExecutionSummary.rulesHit).toMatchObject([{ ruleId: id }]);
    expect((await elsewhere('PATCH', `/rules/${id}`, { status: 'inactive' })).status).toBe(200);
    expect((await payHere()).body.rulesResult).toMatchObject({
      ruleSetVersion: before.ruleSetVersion,
      rulesTriggered: 0,
    });
  });

  it('counts concurrent payments of one customer at both servers 1, 2, 3 …', async () => {
    await api.call('/entities', { body: { type: 'person', name: 'Eva', countryCode: 'BR', externalId: 'eva' } });
    const told = await publishRule(api, counting('both'));
    const often = await publishRule(api, {
      source: `rule often "often" {
  on transaction (created)
  when count(transactions from origin in last 1h) >= 5
  then suggest FLAG
}`,
    });
    const answers = await Promise.all(
      Array.from({ length: atOnce }, (_, index) => {
        const body = { ...payment(), originExternalId: 'eva' };
        return index % 2 ? api.call('/transactions', { body }) : elsewhere('POST', '/transactions', body);
      }),
    );
    const counts = answers.map(({ body }) => Number(body.rulesResult.alerts[0].title)).sort((a, b) => a - b);
    expect(counts).toEqual(Array.from({ length: atOnce }, (_, index) => index + 1));
    expect(answers.filter(({ body }) => body.rulesResult.decision === 'REVIEW_REQUIRED')).toHaveLength(atOnce - 4);
    for (const id of [told, often]) await api.call(`/rules/${id}`, { method: 'PATCH', body: { status: 'inactive' } });
  });

  it('counts concurrent late payments at both servers for a customer whose totals are stored in parts', async () => {
    const person = { type: 'person', name: 'Max', countryCode: 'BR', externalId: 'max' };
    const { id } = (await api.call('/entities', { body: person })).body.entity;
    await api.pool.query(
      `insert into transactions (organization_id, id, external_id, type, status, reason, amount, currency, origin_entity_id,
         metadata, status_history, transacted_at, created_at, updated_at)
       select $1, gen_random_uuid(), 'max-' || n, 'PAYMENT', 'CREATED', 'OTHER', 1, 'USD', $2, '{}', '[]', at, at, at
       from generate_series(1, 1100) n, lateral (select timestamptz '2026-02-01Z' + n * interval '30 minutes' as at) times`,
      [api.production.organizationId, id],
    );
    const told = await publishRule(api, {
      source: `rule month "month" {
  on transaction (created)
  let n = count(transactions from origin in last 30d)
  when n >= 1
  then alert LOW "{n}"
}`,
    });
    const pay = async (place: number, transactedAt: string): Promise<number> => {
      const body = { ...payment(), originExternalId: 'max', transactedAt };
      const path = '/transactions';
      const answer = place % 2 ? await api.call(path, { body }) : await elsewhere('POST', path, body);
      const { title } = answer.body.rulesResult.alerts.find((alert: Body) => alert.ruleId === told);
      return Number(title.replace(',', ''));
    };
    const now = '2026-03-01T10:00:00Z';
    for (const place of [1, 2, 3]) expect(await pay(place, now)).toBe(1_100 + place);
    // Every second payment belongs to a day that is counted as a whole.
    const late = Array.from({ length: 60 }, (_, place) => pay(place, place % 4 < 2 ? now : '2026-02-20T10:30:00Z'));
    const counts = (await Promise.all(late)).filter((_, place) => place % 4 < 2);
    expect(new Set(counts).size).toBe(30);
    expect(await pay(0, now)).toBe(1_100 + 3 + 60 + 1);
    const { rows } = await api.pool.query('select sum(row_count)::int as n from window_parts');
    expect(rows[0].n).toBeGreaterThan(1_000);
    await api.call(`/rules/${told}`, { method: 'PATCH', body: { status: 'inactive' } });
  });

  it('stores nothing and answers 503 when the workers have stopped', async () => {
    // Without any rules, the workers would not be used.
    await publishRule(api, counting('needed'));
    await second.get(RuleEngine, { strict: false }).onApplicationShutdown();
    const before = await api.pool.query('select count(*)::int as n from transactions');
    expect(await payElsewhere()).toMatchObject({
      status: 503,
      body: { error: { code: 'SERVICE_UNAVAILABLE' }, reason: 'closed' },
    });
    expect((await api.pool.query('select count(*)::int as n from transactions')).rows).toEqual(before.rows);
    expect((await payHere()).status).toBe(201);
  });
});
