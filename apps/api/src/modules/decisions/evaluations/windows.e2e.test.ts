import type { FactRequests } from '@tamis/engine';
import pg from 'pg';

import { limits } from '../../../platform/limits.js';
import { windowLockKeys } from './persistence/window-watermarks.js';
import { publishRule } from '../../../../test/support/publish-rule.js';
import { type TestResponse, type Body, startTestApi, type TestApi } from '../../../../test/support/start-test-api.js';

const counting = (key: string, window: string): object => ({
  source: `rule ${key} "${key}" {
  on transaction (created)
  let n = ${window}
  when n >= 0
  then alert LOW "{n}"
}`,
});

let sent = 0;
const payment = (more: object = {}): Record<string, unknown> => ({
  externalId: `w-${(sent += 1)}`,
  type: 'PAYMENT',
  amount: 10,
  currency: 'USD',
  transactedAt: '2026-03-01T10:00:00Z',
  ...more,
});

/** Returns what the rule counted, from the title of its alert. */
const counted = ({ status, body, text }: TestResponse, ruleId: string): string => {
  if (status !== 201) throw new Error(text);
  return body.rulesResult.alerts.find((alert: Body) => alert.ruleId === ruleId).title;
};

const upTo = (n: number): string[] => Array.from({ length: n }, (_, index) => String(index + 1));
const inOrder = (counts: readonly string[]): string[] => [...counts].sort((a, b) => Number(a) - Number(b));

type Statement = string | { readonly name?: string };
/** Name of the first statement of a group of payments. */
const settings = `payment-settings-${limits.paymentGroupLockMs}`;

const nameOf = (sent: Statement): string | undefined => (typeof sent === 'string' ? sent.split(/[ ;]/)[0] : sent.name);

/** Returns the statements that the connection for reading windows sends meanwhile. Other connections may be doing other work. */
async function statementsOf<T>(work: () => Promise<T>): Promise<{ readonly sent: Statement[]; readonly result: T }> {
  const clients = pg.Client.prototype as unknown as { query: (...call: unknown[]) => unknown };
  const { query } = clients;
  const sent: { client: unknown; statement: Statement }[] = [];
  clients.query = function (this: unknown, ...call) {
    sent.push({ client: this, statement: call[0] as Statement });
    return query.apply(this, call);
  };
  try {
    const result = await work();
    const reader = sent.find(({ statement }) => nameOf(statement) === settings)?.client;
    return { sent: sent.flatMap(({ client, statement }) => (client === reader ? [statement] : [])), result };
  } finally {
    clients.query = query;
  }
}

describe('windows', () => {
  let api: TestApi;
  let sentCount: string;
  let receivedCount: string;
  let priorSum: string;
  beforeAll(async () => {
    api = await startTestApi();
    for (const externalId of ['ana', 'ben', 'eva', 'shop']) {
      await api.call('/entities', { body: { type: 'person', name: externalId, countryCode: 'BR', externalId } });
    }
    sentCount = await publishRule(api, counting('sent', 'count(transactions from origin in last 24h)'));
    receivedCount = await publishRule(api, counting('received', 'count(transactions to destination in last 24h)'));
    priorSum = await publishRule(api, {
      source: `rule spent "spent" {
  on transaction (created)
  let total = sum(amount of prior transactions from origin in last 7d where category = "food")
  when total >= 0 USD
  then alert LOW "{total}"
}`,
    });
  });
  afterAll(() => api?.stop());

  it('counts 1 to 100 when one customer makes 100 payments concurrently', async () => {
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => api.call('/transactions', { body: payment({ originExternalId: 'ana' }) })),
    );
    expect(inOrder(answers.map((answer) => counted(answer, sentCount)))).toEqual(upTo(100));
  });

  it('counts each payment at a shop once when many customers pay there concurrently', async () => {
    const customers = ['ana', 'ben', 'eva'];
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        api.call('/transactions', {
          body: payment({ originExternalId: customers[index % 3], destinationExternalId: 'shop' }),
        }),
      ),
    );
    expect(inOrder(answers.map((answer) => counted(answer, receivedCount)))).toEqual(upTo(60));
  });

  it('bounds the window by payment time: start excluded, end included, later payments not seen', async () => {
    const at = (transactedAt: string) =>
      api.call('/transactions', { body: payment({ originExternalId: 'ben', transactedAt }) });
    expect(counted(await at('2026-05-01T10:00:00.000Z'), sentCount)).toBe('1');
    expect(counted(await at('2026-05-02T10:00:00.000Z'), sentCount)).toBe('1');
    expect(counted(await at('2026-05-02T09:59:59.999Z'), sentCount)).toBe('2');
    expect(counted(await at('2026-05-02T10:00:00.000Z'), sentCount)).toBe('3');
  });

  it('sums exactly the earlier payments, by category, excluding the current payment', async () => {
    const pay = (amount: string, category: string) =>
      api.call('/transactions', {
        body: JSON.stringify(
          payment({ originExternalId: 'eva', category, transactedAt: '2026-06-01T00:00:00Z' }),
        ).replace('"amount":10', `"amount":${amount}`),
      });
    expect(counted(await pay('0.1', 'food'), priorSum)).toBe('0.00 USD');
    expect(counted(await pay('0.2', 'food'), priorSum)).toBe('0.10 USD');
    expect(counted(await pay('5', 'fuel'), priorSum)).toBe('0.30 USD');
    expect(counted(await pay('1', 'food'), priorSum)).toBe('0.30 USD');
  });

  it('ignores payments of other organizations, and counts none for a payment without a sender', async () => {
    const stranger = await api.call('/transactions', {
      key: api.stranger.key,
      body: payment({ originExternalId: 'ana' }),
    });
    expect(stranger.body.rulesResult).toMatchObject({ decision: 'APPROVE', rulesTriggered: 0 });
    const nobody = await api.call('/transactions', { body: payment() });
    expect(nobody.body.rulesExecutionSummary.rulesNoHit).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          ruleKey: 'sent',
          outcome: 'unknown',
          unknownBecause: [expect.objectContaining({ cause: 'missing_key' })],
        }),
      ]),
    );
  });

  it('reads windows in one statement, and stores the payment, its evaluation and events in another', async () => {
    const { sent, result: answer } = await statementsOf(() =>
      api.call('/transactions', { body: payment({ originExternalId: 'ben' }) }),
    );
    expect(answer.body.rulesResult.rulesTriggered).toBe(2);
    const names = sent.map(nameOf);
    const run = ['begin', settings, 'resolve_all_parties_1', 'window-locks', 'facts'];
    const alerts = ['insert-2-alerts'];
    const store = ['1-transactions-insert-and-1-runs-announced', 'audit-append', 'commit'];
    // Leaves out the counting of requests for a busy key, which happened before.
    const asked = names.filter((name) => !/^(count|return)_requests$/.test(name ?? ''));
    const all = asked.map((name) => name?.replace(/^facts-.*/, 'facts'));
    // Work after the previous request may still be ending, and a key not used for long is looked up again. The server also searches for its
    // own work meanwhile.
    const from = all.lastIndexOf('begin', all.indexOf(settings));
    const read = all.slice(from, all.indexOf('commit', all.indexOf('audit-append')) + 1);
    expect(read).toEqual([...run, ...alerts, ...store]);
  });

  it('includes user events of a customer and the alerts about it', async () => {
    const failed = await publishRule(
      api,
      counting('failed', 'count(userEvents from origin in last 1h where eventType = "LOGIN_FAILED")'),
    );
    const devices = await publishRule(
      api,
      counting('devices', 'count(distinct deviceDetails.model of userEvents from origin in last 1h)'),
    );
    const warned = await publishRule(
      api,
      counting('warned', 'count(alerts involving origin in last 30d where name = "warning")'),
    );
    await publishRule(api, {
      source: `rule warns "warns" {
  on userEvent (created)
  when event.failedAttemptsCount >= 3
   and count(userEvents from entity in last 1h) = 2
  then alert HIGH "warning"
}`,
    });
    const at = (minutes: number): string =>
      new Date(Date.parse('2026-07-01T10:00:00Z') + minutes * 60_000).toISOString();
    const act = (more: object): Promise<TestResponse> =>
      api.call('/events/user', { body: { userId: 'eva-1', entityExternalId: 'eva', ...more } });
    const attempts = { eventType: 'LOGIN_FAILED', failedAttemptsCount: 3 };
    await act({ ...attempts, timestamp: at(-61), deviceDetails: { model: 'A54' } });
    await act({ ...attempts, timestamp: at(-59), deviceDetails: { model: 'A55' } });
    await act({ eventType: 'LOGIN_SUCCESS', timestamp: at(-1), deviceDetails: { model: 'A54' } });
    await act({ ...attempts, timestamp: at(0), entityExternalId: 'ana' });
    const answer = await api.call('/transactions', { body: payment({ originExternalId: 'eva', transactedAt: at(0) }) });
    expect([failed, devices, warned].map((id) => counted(answer, id))).toEqual(['1', '2', '1']);
  });

  it('includes accounts, relationships and cases of an entity, and records from one device or address', async () => {
    const ids = await Promise.all(
      ['count(accounts from origin where currency = "USD" and isPrimary)',
        'sum(strength of relationships from origin where related.name = "shop" and role = "shareholder")',
        'count(relationships to destination)',
        'count(cases involving origin in last 30d where status = "OPEN")',
        'count(transactions per deviceDetails.deviceId in last 1h)',
        'count(transactions per deviceDetails.ipAddress in last 1h)',
        'count(transactions per metadata.branch in last 1h)'].map((text, index) =>
        publishRule(api, counting(`held_${index}`, text)),
      ),
    ); // prettier-ignore
    const owner = {
      type: 'person',
      name: 'Owner',
      countryCode: 'BR',
      externalId: 'owner',
      relationships: [{ relatedExternalId: 'shop', relationshipType: 'owns', role: 'shareholder', strength: 0.25 }],
    };
    const { id } = (await api.call('/entities', { body: owner })).body.entity as { id: string };
    for (const currency of ['USD', 'EUR']) {
      const account = { accountType: 'checking', currency, isPrimary: true, accountNumber: `000123456${currency}` };
      await api.call(`/entities/${id}/accounts`, { body: { ...account, externalAccountId: currency } });
    }
    await api.call('/intelligence/investigations', { body: { name: 'a case', entityId: id } });
    const pay = (ipAddress: string, branch: number): Promise<TestResponse> =>
      api.call('/transactions', {
        body: payment({
          originExternalId: 'owner',
          destinationExternalId: 'shop',
          transactedAt: new Date().toISOString(),
          deviceDetails: { deviceId: 'phone', ipAddress },
          metadata: { branch },
        }),
      });
    await pay('2001:DB8::1', 7);
    const answer = await pay('2001:db8:0:0::1', 7.0);
    expect(ids.map((id) => counted(answer, id))).toEqual(['1', '0.25', '1', '1', '2', '2', '2']);
    const { rulesResult } = answer.body;
    const { body } = await api.call(`/evaluations/${rulesResult.evaluationId}?include=inputs`);
    expect(body.evaluation.inputs.context.originEntity.accounts).toHaveLength(2);
    expect(JSON.stringify(body)).not.toContain('000123456');
    expect((await api.call(`/evaluations/${rulesResult.evaluationId}/replay`, { body: {} })).body.equal).toBe(true);
  });

  it('waits for concurrent payments with exact window consistency, but not with relaxed', async () => {
    const { organizationId } = api.production;
    const { id } = (await api.call('/entities/by-external-id/ben')).body as { id: string };
    const links = [[[{ recordPath: ['originEntityId'], type: { kind: 'entity' }, key: id }]]];
    const requests = { windows: [{ links }], reads: [], rates: [] } as unknown as FactRequests;
    const keys = windowLockKeys(organizationId, requests, { originEntityId: id, destinationEntityId: null });
    const prefer = (windowConsistency: string): Promise<TestResponse> =>
      api.call(`/organizations/${organizationId}`, { method: 'PATCH', body: { settings: { windowConsistency } } });
    const pay = (): Promise<TestResponse> => api.call('/transactions', { body: payment({ originExternalId: 'ben' }) });
    const waiting = `select 1 from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`;
    const other = await api.pool.connect();
    try {
      await other.query('begin');
      await other.query('select pg_advisory_xact_lock(key) from unnest($1::bigint[]) key', [keys]);
      expect((await prefer('relaxed')).status).toBe(200);
      expect((await pay()).status).toBe(201);
      expect((await prefer('exact')).status).toBe(200);
      const exact = pay();
      while ((await api.pool.query(waiting)).rowCount === 0) await new Promise((resolve) => setTimeout(resolve, 10));
      await other.query('commit');
      expect((await exact).status).toBe(201);
    } finally {
      other.release();
    }
  });
});
