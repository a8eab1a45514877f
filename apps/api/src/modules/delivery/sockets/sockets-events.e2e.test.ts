import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

import { CheckGuards } from '../../rules/rule-guards/index.js';
import { inTransaction, newId } from '../../../platform/database/index.js';
import { type OutboxEvent, writeEvents } from '../../../platform/outbox/index.js';
import { waitForDryRun } from '../../../../test/support/dry-run-calls.js';
import { createKeyWith } from '../../../../test/support/create-key-with.js';
import { closeAllSockets, openSocket, type TestSocket } from '../../../../test/support/open-socket.js';
import { publishRule } from '../../../../test/support/publish-rule.js';
import { createRule, ruleText } from '../../../../test/support/rule-samples.js';
import { startServer } from '../../../../test/support/start-server.js';
import { type Body, testSecrets } from '../../../../test/support/start-test-api.js';
import { storePolicy } from '../../../../test/support/store-policy.js';
import { useOwnTestApi } from '../../../../test/support/use-test-api.js';

const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

/** The clients are connected to one process, and everything happens in the other. */
describe('sockets receive events from another process', () => {
  const api = useOwnTestApi();
  let child: ChildProcess;
  let url: string;
  let socket: TestSocket;
  let stranger: TestSocket;
  let organizationId: string;
  beforeAll(async () => {
    ({ child, url } = await startServer(api().pool.options.connectionString!, testSecrets));
    organizationId = api().production.organizationId;
    socket = await openSocket(url, { token: api().production.key });
    stranger = await openSocket(url, { token: api().stranger.key });
  });
  afterAll(async () => {
    closeAllSockets();
    const gone = child && once(child, 'exit');
    child?.kill('SIGTERM');
    await gone;
  });

  const post = async (path: string, body: object): Promise<Body> => {
    const answer = await api().call(path, { body });
    if (answer.status >= 300) throw new Error(answer.text);
    return answer.body;
  };
  const patch = async (path: string, body: object): Promise<Body> =>
    (await api().call(path, { method: 'PATCH', body })).body;
  const newEntity = async (more: object = {}): Promise<Body> =>
    (await post('/entities', { type: 'person', name: 'Ana', countryCode: 'BR', externalId: newId(), ...more })).entity;
  const payment = (more: object = {}): object => ({
    externalId: newId(),
    type: 'PAYMENT',
    amount: 500,
    currency: 'USD',
    ...more,
  });
  /** Checks that an event is received with this content and the fields common to all. */
  const checkHeard = async (name: string, fits: object, body: object = fits): Promise<void> => {
    const isIt = (heard: Body): boolean =>
      Object.entries(fits).every(([member, value]) => JSON.stringify(heard[member]) === JSON.stringify(value));
    expect(await socket.waitFor(name, isIt)).toEqual({ organizationId, timestamp, ...body });
  };
  const moved = (number: number, of = organizationId, more: object = {}): OutboxEvent => ({
    organizationId: of,
    event: 'rule_set.activated',
    payload: { ruleSetVersion: 'told', number, previousVersion: null, ...more },
  });
  const write = (...events: readonly OutboxEvent[]): Promise<void> =>
    inTransaction(api().pool, null, (client) => writeEvents(client, events));
  const numbers = ({ received: heard }: TestSocket): number[] =>
    heard.filter(({ body }) => body.ruleSetVersion === 'told').map(({ body }) => body.number as number);

  it('receives entity events', async () => {
    const { id: entityId, externalId, status: first } = await newEntity();
    const begun = { externalId, type: 'person', name: 'Ana', countryCode: 'BR', status: first, riskScore: 0 };
    const changes = Object.fromEntries(
      Object.entries(begun).map(([name, current]) => [name, { previous: null, current }]),
    );
    await checkHeard('entity:created', { entityId }, { entityId, changes });
    await patch(`/entities/${entityId}`, { name: 'Eva', status: 'active', reason: 'asked for' });
    const name = { previous: 'Ana', current: 'Eva' };
    const status = { previous: first, current: 'active' };
    await checkHeard('entity:updated', { entityId }, { entityId, changes: expect.objectContaining({ name }) });
    await checkHeard('entity:status-changed', { entityId }, { entityId, changes: { status } });
  });

  it('receives events of payments, their rule results, alerts and cases', async () => {
    const source = `rule seen "Seen" {
  on transaction (created)
  score 40
  when transaction.amount >= 400 USD
  then alert LOW "seen"
}`;
    const ruleId = await publishRule(api(), { source });
    await checkHeard('rule:status-changed', { ruleId }, { ruleId, status: 'active', version: 2 });
    const { ruleSet } = (await api().call('/rule-sets/active')).body;
    const { version: ruleSetVersion, number } = ruleSet;
    await checkHeard('rule-set:activated', { ruleSetVersion }, { ruleSetVersion, number, previousVersion: null });

    expect((await socket.subscribe('inbox')).success).toBe(true);
    const { externalId: originExternalId, id: entityId } = await newEntity();
    const watcher = await openSocket(url, { token: api().production.key });
    const paid = await post('/transactions', payment({ originExternalId }));
    const { id: transactionId, status } = paid.transaction;
    const { riskScore, decision, evaluationId, alerts } = paid.rulesResult;
    await checkHeard('transaction:created', { transactionId }, { transactionId, status, riskScore });
    const analysis = { evaluationId, ruleSetVersion, transactionId, riskScore, decision };
    await checkHeard('risk-analysis:completed', { transactionId }, analysis);
    const { alertId } = alerts[0];
    const alert = {
      ...{ id: alertId, name: 'seen', severity: 'LOW', priority: 'LOW', status: 'OPEN', category: null },
      ...{ targetEntityId: entityId, transactionId, ruleId, investigationId: null },
      ...{ assignedTo: null, assignedToType: null, createdAt: timestamp },
    };
    await checkHeard('alert:created', { id: alertId }, alert);
    await post(`/intelligence/alerts/${alertId}/acknowledge`, {});
    await checkHeard('alert:updated', { id: alertId }, { ...alert, status: 'IN_PROGRESS' });

    const rooms = [`transaction:${transactionId}`, `entity:${entityId}`];
    expect((await watcher.subscribe(...rooms)).success).toBe(true);
    await patch(`/transactions/${transactionId}/changeStatus`, { status: 'PROCESSING', executeRules: false });
    const now = { transactionId, status: 'PROCESSING', riskScore };
    await checkHeard('transaction:status-changed', { transactionId }, now);
    await checkHeard('transaction:updated', { transactionId }, now);
    // A client in several rooms of an event receives it once.
    await watcher.waitFor('transaction:updated');
    expect(watcher.received.filter(({ name }) => name === 'transaction:updated')).toHaveLength(1);

    const { investigation } = await post('/intelligence/investigations', { name: 'Look', alertIds: [alertId] });
    const { id, investigationNumber, priority, alertCount } = investigation;
    const short = {
      ...{ id, investigationNumber, name: 'Look', status: 'OPEN', priority, riskScore: investigation.riskScore },
      ...{ alertCount, entityId: investigation.entityId, assignedTo: null, assignedToType: null, dueDate: null },
      ...{ outcome: null, createdAt: timestamp, updatedAt: timestamp },
    };
    await checkHeard('case:created', { id }, short);
    await patch(`/intelligence/investigations/${id}/status`, { status: 'IN_PROGRESS' });
    await checkHeard('case:updated', { id }, { ...short, status: 'IN_PROGRESS' });
    await patch(`/rules/${ruleId}`, { status: 'archived' });
    await checkHeard('rule:status-changed', { ruleId, status: 'archived' }, { ruleId, status: 'archived', version: 3 });
  });

  it('receives events of new versions and of changes that await a second approver', async () => {
    const { id: ruleId } = await createRule(api(), { source: ruleText() });
    await patch(`/rules/${ruleId}`, { score: 20 });
    const { rule } = (await api().call(`/rules/${ruleId}`)).body;
    const { key: ruleKey, updatedBy } = rule;
    await checkHeard('rule:changed', { ruleId }, { ruleId, ruleKey, version: 2, updatedBy });
    const reader = await openSocket(url, { token: await createKeyWith(api(), 'rules:read') });
    await storePolicy(api(), { requireSecondPerson: true });
    const { approval } = await patch(`/rules/${ruleId}`, { status: 'active' });
    const { id: approvalId, requestedBy, action } = approval;
    const asked = { approvalId, ruleId, ruleSetVersion: null, riskMatrixId: null, action, requestedBy };
    await checkHeard('rule:approval-requested', { approvalId }, { ...asked, status: 'pending', decidedBy: null });
    await post(`/rules/approvals/${approvalId}/withdraw`, {});
    const decided = { ...asked, status: 'withdrawn', decidedBy: requestedBy };
    await checkHeard('rule:approval-decided', { approvalId }, decided);
    expect(reader.received.filter(({ name }) => name.startsWith('rule:approval'))).toEqual([]);
    await storePolicy(api(), { requireSecondPerson: false });
  });

  it('receives list events, one for all items added together', async () => {
    const made = { name: 'Watched', type: 'custom', source: 'manual_entry' };
    const { id: listId } = (await post('/data-lists', made)).data as { readonly id: string };
    const list = { listId, name: 'Watched', status: 'active' };
    const items = ['a', 'b', 'c'].map((primaryValue) => ({ primaryValue }));
    await post(`/data-lists/${listId}/items`, { items });
    await checkHeard('list:changed', { listId }, { ...list, itemCount: 3, revision: 1 });
    await patch(`/data-lists/${listId}/status`, { status: 'inactive' });
    await checkHeard(
      'list:changed',
      { status: 'inactive' },
      { ...list, status: 'inactive', itemCount: 3, revision: 1 },
    );
    expect(socket.received.filter(({ name, body }) => name === 'list:changed' && body.listId === listId)).toHaveLength(
      2,
    );
    expect(stranger.received.filter(({ name }) => name === 'list:changed')).toEqual([]);
  });

  it('receives guard events', async () => {
    const source = `rule guarded "Guarded" {
  on transaction (created)
  when transaction.amount >= 400 USD
  then alert LOW "seen"
}`;
    const ruleId = await publishRule(api(), { source });
    const limits = [{ metric: 'alerts', operator: 'lte', value: 0, window: '24h' }];
    expect((await api().call(`/rules/${ruleId}/guard`, { method: 'PUT', body: { limits } })).status).toBe(200);
    await post('/transactions', payment());
    expect(await api().app.get(CheckGuards).checkAll(new Date())).toBe(1);
    const { guardState } = (await api().call(`/rules/${ruleId}/guard`)).body;
    const body = { ruleId, status: 'shadow', version: 2, guardState };
    await checkHeard('rule:guard-tripped', { ruleId }, body);
    await checkHeard('rule:status-changed', { ruleId, status: 'shadow' }, body);
    await patch(`/rules/${ruleId}`, { status: 'archived' });
  });

  it('receives progress and end of dry runs, sweeps and batches', async () => {
    const watching = await openSocket(url, { token: await createKeyWith(api(), 'rules:execute') });
    await post('/transactions', payment({ transactedAt: '2026-03-01T10:00:00Z' }));
    const source = `param limit = 50 USD between 10 USD and 100 USD step 10 USD
rule big "Big" {
  on transaction (created)
  when transaction.amount >= limit
  then suggest FLAG
}`;
    const period = { from: '2026-03-01T00:00:00Z', to: '2026-03-02T00:00:00Z' };
    const { dryRunId, jobId } = await heldBack(['dry_run_matches', 'transactions'], async () => {
      const transactions = Array.from({ length: 80 }, () => payment({ executeRules: false }));
      const batchErrorHandling = 'continue_collect_errors';
      const batch = await post('/transactions/batch/background', { transactions, batchErrorHandling });
      const run = await post('/rules/dry-runs', { source, ...period });
      expect((await watching.subscribe(`dry-run:${run.dryRunId}`)).success).toBe(true);
      await watching.waitFor('rule:dry-run-progress');
      return { ...run, ...batch };
    });
    const progress = { recordsDone: 1, recordsTotal: 1, recordsPerSecond: expect.any(Number), secondsLeft: 0 };
    await checkHeard('rule:dry-run-progress', { dryRunId }, { dryRunId, status: 'running', progress });
    const finished = { dryRunId, status: 'completed', progress: { ...progress, secondsLeft: null } };
    await checkHeard('rule:dry-run-finished', { dryRunId }, finished);
    expect((await waitForDryRun(api(), `/rules/dry-runs/${dryRunId}`)).status).toBe('completed');

    const half = await socket.waitFor('batch-job:progress', (body) => body.jobId === jobId);
    expect(half).toMatchObject({ organizationId, timestamp, status: 'running', succeeded: 80, completedAt: null });
    await socket.waitFor('batch-job:finished', (body) => body.jobId === jobId);
    const { job } = (await api().call(`/batch-import/jobs/${jobId}`)).body;
    await checkHeard('batch-job:finished', { jobId }, job);

    const { sweepId } = await post('/rules/sweeps', { source, param: 'limit', steps: 2, ...period });
    const swept = { sweepId, status: 'completed', progress: expect.objectContaining({ recordsDone: 1 }) };
    await checkHeard('rule:dry-run-finished', { sweepId }, swept);
  });

  it('receives only the events its key may read', async () => {
    const reader = await openSocket(url, { token: await createKeyWith(api(), 'entities:read') });
    const { transaction } = await post('/transactions', payment({ executeRules: false }));
    const { id } = await newEntity();
    await reader.waitFor('entity:created', ({ entityId }) => entityId === id);
    await socket.waitFor('transaction:created', ({ transactionId }) => transactionId === transaction.id);
    expect(new Set(reader.received.map(({ name }) => name))).toEqual(new Set(['connected', 'entity:created']));
  });

  it('receives each event once when a transaction commits after later ones, and none that was rolled back', async () => {
    let end: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (end = resolve));
    const late = inTransaction(api().pool, null, async (client) => {
      await writeEvents(client, [moved(101)]);
      await client.query('select 1');
      await gate;
    });
    await write(moved(102));
    await socket.waitFor('rule-set:activated', ({ number }) => number === 102);
    const undone = inTransaction(api().pool, null, async (client) => {
      await writeEvents(client, [moved(103)]);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    await write(moved(104));
    await socket.waitFor('rule-set:activated', ({ number }) => number === 104);
    expect(numbers(socket)).toEqual([102, 104]);
    end();
    await late;
    await socket.waitFor('rule-set:activated', ({ number }) => number === 101);
    await write(moved(105));
    await socket.waitFor('rule-set:activated', ({ number }) => number === 105);
    expect(numbers(socket)).toEqual([102, 104, 101, 105]);
  });

  it('receives events in the order they were written, however many there are', async () => {
    const before = numbers(socket).length;
    const many = Array.from({ length: 400 }, (_, place) =>
      moved(1_000 + place, organizationId, { pad: 'x'.repeat(9_000) }),
    );
    await write(...many);
    await socket.waitFor('rule-set:activated', ({ number }) => number === 1_399);
    expect(numbers(socket).slice(before)).toEqual(many.map((_, place) => 1_000 + place));
  });

  it('receives no event of another organization', async () => {
    const { stranger: other } = api();
    await write(moved(106, other.organizationId));
    await stranger.waitFor('rule-set:activated', ({ number }) => number === 106);
    expect(stranger.received.map(({ body }) => [body.organizationId, body.number])).toEqual([
      [other.organizationId, undefined],
      [other.organizationId, 106],
    ]);
    await write(moved(107));
    await socket.waitFor('rule-set:activated', ({ number }) => number === 107);
    expect(numbers(socket)).not.toContain(106);
    expect(new Set(socket.received.map(({ body }) => body.organizationId as string))).toEqual(
      new Set([organizationId]),
    );
  });

  /** Executes work while nobody can write to these tables. */
  async function heldBack<T>(tables: readonly string[], work: () => Promise<T>): Promise<T> {
    const client = await api().pool.connect();
    try {
      await client.query('select pg_advisory_lock(77)');
      await client.query(`create function wait_for_test() returns trigger language plpgsql as
        $$ begin perform pg_advisory_xact_lock_shared(77); return null; end $$`);
      for (const table of tables)
        await client.query(
          `create trigger wait_for_test before insert on ${table} for each statement execute function wait_for_test()`,
        );
      return await work();
    } finally {
      await client.query('select pg_advisory_unlock(77)');
      client.release();
    }
  }
});
