import type pg from 'pg';

import { newId } from '../database/index.js';
import { closeAllSockets, openSocket } from '../../../test/support/open-socket.js';
import { createWebhook, type CreatedWebhook } from '../../../test/support/create-webhook.js';
import { publishRule } from '../../../test/support/publish-rule.js';
import { ruleText } from '../../../test/support/rule-samples.js';
import { useReceivers } from '../../../test/support/use-receivers.js';
import { useOwnTestApi } from '../../../test/support/use-test-api.js';
import { waitUntil } from '../../../test/support/wait-until.js';

/** Uses the setting of real servers. Other tests write all events and inspect them. */
describe('events of payments', () => {
  const api = useOwnTestApi({ OUTBOX_EVENTS: 'read' });
  const openReceiver = useReceivers();
  afterAll(closeAllSockets);

  const pay = async (more: object = {}): Promise<string> => {
    const body = { externalId: newId(), type: 'PAYMENT', amount: 500, currency: 'USD', ...more };
    const answer = await api().call('/transactions', { body });
    if (answer.status !== 201) throw new Error(answer.text);
    return (answer.body as { transaction: { id: string } }).transaction.id;
  };
  const toldOf = async (id: string): Promise<readonly string[]> => {
    const { rows } = await api().pool.query<{ event: string }>(
      `select event from outbox_events where $1 in (payload ->> 'transactionId', payload -> 'transaction' ->> 'id') order by seq, place`,
      [id],
    );
    return rows.map(({ event }) => event);
  };
  const hook = async (): Promise<CreatedWebhook> =>
    createWebhook((path, call) => api().call(path, call), (await openReceiver()).url);
  const setHook = async ({ id }: CreatedWebhook, enabled: boolean): Promise<void> => {
    const answer = await api().call(`/webhook-config/${id}`, { method: 'PATCH', body: { enabled } });
    expect(answer.status).toBe(200);
  };
  const all = ['transaction.created', 'transaction.flagged', 'risk_analysis_transaction_executed', 'rule.triggered'];

  beforeAll(() => publishRule(api(), { source: ruleText().replace('suggest', 'alert LOW "Large" suggest') }));
  afterEach(() => api().pool.query('update webhooks set enabled = false'));

  it('are not written without a reader, and the decision is the same', async () => {
    const quiet = await pay();
    expect(await toldOf(quiet)).toEqual([]);
    const of = (id: string) =>
      api().pool.query<object>(
        `select t.decision, t.flagged, e.hit_rule_ids, (select count(*) from alerts a where a.transaction_id = t.id) as alerts,
           (select array_agg(event order by sequence) from audit_events where related_transaction_id = t.id::text) as trail
         from transactions t join evaluations e on e.id = t.last_evaluation_id where t.id = $1`,
        [id],
      );
    await hook();
    const told = await pay();
    expect((await of(quiet)).rows).toEqual((await of(told)).rows);
    expect((await of(quiet)).rows).toMatchObject([{ flagged: true, alerts: '1' }]);
  });

  it('are written for a webhook while it is enabled', async () => {
    const webhook = await hook();
    expect(await toldOf(await pay())).toEqual(expect.arrayContaining(all));
    expect(await toldOf(await pay({ executeRules: false }))).toEqual(['transaction.created']);
    await setHook(webhook, false);
    expect(await toldOf(await pay())).toEqual([]);
    await setHook(webhook, true);
    expect(await toldOf(await pay())).toEqual(expect.arrayContaining(all));
  });

  it('are written for a webhook of the parent that a child has enabled', async () => {
    expect(await toldOf(await pay())).toEqual([]);
    await api().pool.query(
      `with shared as (insert into child_shares (organization_id, parent_organization_id, resource_type, resource_id, name, content, shared_at)
         values ($1, $2, 'webhook', $3, 'Hook', '{}', now()) returning *)
       insert into child_opt_ins (organization_id, resource_type, resource_id, parent_organization_id, enabled_at)
         select organization_id, resource_type, resource_id, parent_organization_id, now() from shared`,
      [api().production.organizationId, api().stranger.organizationId, newId()],
    );
    expect(await toldOf(await pay())).toEqual(expect.arrayContaining(all));
    await api().pool.query('delete from child_shares');
  });

  it('are written for an enabled automation', async () => {
    const body = {
      ...{ name: 'Watch', triggerType: 'transaction_created' },
      actions: [{ type: 'create_alert', config: { name: 'Look', severity: 'HIGH' } }],
    };
    const made = await api().call('/automations', { body });
    expect(made.status).toBe(201);
    expect(await toldOf(await pay())).toEqual(expect.arrayContaining(all));
    await api().pool.query('update automations set enabled = false');
    expect(await toldOf(await pay())).toEqual([]);
  });

  it('are written and received while a socket is connected', async () => {
    const socket = await openSocket(api().url, { token: api().production.key });
    const id = await pay();
    expect(await toldOf(id)).toEqual(expect.arrayContaining(all));
    expect(await socket.waitFor('transaction:created', ({ transactionId }) => transactionId === id)).toBeDefined();
    await api().pool.query(`update socket_listeners set listens_until = now() - interval '1 second'`);
    expect(await toldOf(await pay())).toEqual([]);
  });

  it('are written for every payment sent after its reader was added, whatever payments are in progress', async () => {
    let begun: CreatedWebhook | null = null;
    const after: string[] = [];
    const caller = async (): Promise<void> => {
      while (after.length < 100) {
        const isAfter = begun !== null;
        const id = await pay();
        if (isAfter) after.push(id);
      }
    };
    const callers = Array.from({ length: 16 }, caller);
    await pay();
    begun = await hook();
    await Promise.all(callers);
    for (const id of after) expect(await toldOf(id)).toEqual(expect.arrayContaining(all));
  });

  describe('for payments in progress while their first reader is added', () => {
    let holder: pg.PoolClient;
    beforeAll(async () => (holder = await api().pool.connect()));
    afterAll(() => holder.release());

    /** Returns how many statements wait for a lock of this kind. */
    const countWaiting = async (kind: string): Promise<number> => {
      const { rows } = await api().pool.query<{ n: number }>(
        `select count(*)::int as n from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock' and wait_event = $1`,
        [kind],
      );
      return rows[0]!.n;
    };
    const holdBack = async (statement: string): Promise<() => Promise<void>> => {
      await holder.query('begin');
      await holder.query(statement);
      return () => holder.query('commit').then(() => undefined);
    };
    const storeEvaluationsLater = (): Promise<() => Promise<void>> => holdBack('lock table evaluations in share mode');
    const readersByKind: readonly [string, () => Promise<unknown>][] = [
      ['a webhook', hook],
      ['a socket', () => openSocket(api().url, { token: api().production.key })],
    ];

    it.each(readersByKind)('delay adding %s until the payments are stored', async (_, begin) => {
      await api().pool.query('delete from socket_listeners');
      const proceed = await storeEvaluationsLater();
      const ended: string[] = [];
      const paid = pay().finally(() => ended.push('payment'));
      await waitUntil(async () => (await countWaiting('relation')) === 1);
      const begun = begin().finally(() => ended.push('reader'));
      await waitUntil(async () => ended.length > 0 || (await countWaiting('advisory')) === 1);
      expect(ended).toEqual([]);
      await proceed();
      await begun;
      expect(await toldOf(await paid)).toEqual([]);
      expect(await toldOf(await pay())).toEqual(expect.arrayContaining(all));
      closeAllSockets();
    });

    it('are written while it is not yet known whether there is a reader', async () => {
      await api().pool.query('delete from socket_listeners');
      const { organizationId } = api().production;
      const proceed = await holdBack(`select from audit_heads where organization_id = '${organizationId}' for update`);
      const begun = hook();
      await waitUntil(async () => (await countWaiting('transactionid')) === 1);
      const paid = pay();
      await waitUntil(async () => (await countWaiting('tuple')) === 1);
      await proceed();
      await begun;
      expect(await toldOf(await paid)).toEqual(expect.arrayContaining(all));
    });

    it('cause a batch to be stored again when a reader was added meanwhile', async () => {
      await api().pool.query('delete from socket_listeners');
      const externalIds = [newId(), newId()];
      const transactions = externalIds.map((externalId) => ({
        ...{ externalId, type: 'PAYMENT', amount: 500, currency: 'USD' },
      }));
      const proceed = await storeEvaluationsLater();
      const stored = api().call('/transactions/batch', { body: { transactions, batchErrorHandling: 'rollback_all' } });
      await waitUntil(async () => (await countWaiting('relation')) === 1);
      await hook();
      await proceed();
      expect((await stored).status).toBe(200);
      const { rows } = await api().pool.query<{ id: string }>(
        'select id from transactions where external_id = any($1)',
        [externalIds],
      );
      expect(rows).toHaveLength(2);
      for (const { id } of rows) expect(await toldOf(id)).toEqual(expect.arrayContaining(all));
    });
  });
});
