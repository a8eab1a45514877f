import { RequestMethod, type Type } from '@nestjs/common';
import { INTERCEPTORS_METADATA, METHOD_METADATA } from '@nestjs/common/constants.js';
import { ApplicationConfig, ModulesContainer } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { reportPromise } from '@tamis/testkit';

import { createApp } from '../../create-app.js';
import { TenantDatabase } from '../database/index.js';
import { ExpiredResponsesCleanup } from './index.js';
import { readConfig } from '../config/index.js';
import { permissions } from '../auth/index.js';
import { listRoutes } from '../../../test/support/list-routes.js';
import {
  type TestResponse,
  type Call,
  send,
  startOwnTestApi,
  type TestApi,
} from '../../../test/support/start-test-api.js';

const person = (name: string, more: object = {}): object => ({ type: 'person', name, countryCode: 'BR', ...more });

/** Rules ran only for the first request, and the responses to the others say so. */
const firstText = ({ text }: TestResponse): string => text.replace('"isNewEvaluation":false', '"isNewEvaluation":true');

let used = 0;
const newKey = (): string => `key-${(used += 1)}-5d1c0f52`;

const withKey = (key: string, more: object = {}): Record<string, string> => ({ 'idempotency-key': key, ...more });

/** Returns the methods of all controllers, each with its class. */
function handlersOf(app: NestFastifyApplication): readonly { readonly controller: object; readonly handle: object }[] {
  const controllers = [...app.get(ModulesContainer).values()].flatMap((module) => [...module.controllers.values()]);
  return controllers.flatMap(({ metatype }) => {
    const { prototype } = metatype as Type<Record<string, object>>;
    return Object.getOwnPropertyNames(prototype).map((name) => ({ controller: metatype!, handle: prototype[name]! }));
  });
}

describe('a request with an Idempotency-Key', () => {
  let api: TestApi;
  let second: NestFastifyApplication;
  let secondUrl: string;
  beforeAll(async () => {
    api = await startOwnTestApi();
    const own = { PORT: '0', LOG: 'silent', OUTBOX_EVENTS: 'all' };
    const config = readConfig({ DATABASE_URL: api.pool.options.connectionString, ...own });
    if (!config.ok) throw new Error(config.error.join());
    second = await createApp(config.value);
    await second.listen(0, '127.0.0.1');
    secondUrl = await second.getUrl();
  });
  afterAll(async () => {
    await second?.close();
    await api?.stop();
  });

  const here = (path: string, call: Call): Promise<TestResponse> => api.call(path, call);
  const there = (path: string, call: Call): Promise<TestResponse> => send(secondUrl + path, api.production.key, call);

  const count = async (table: string, where: string): Promise<number> =>
    (await api.pool.query<{ n: number }>(`select count(*)::int as n from ${table} where ${where}`)).rows[0]!.n;

  const age = (interval: string): Promise<unknown> =>
    api.pool.query(`update idempotent_answers set created_at = created_at - interval '${interval}'`);

  it('promise 21: sent 50 times at once to two processes acts once, and is answered alike or with 409 while the first runs', async () => {
    const wrong: unknown[] = [];
    let [requests, effects, same, running] = [0, 0, 0, 0];
    for (let round = 0; round < 10; round += 1) {
      const headers = withKey(newKey());
      const name = `Fifty ${round}`;
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, n) => (n % 2 ? here : there)('/entities', { body: person(name), headers })),
      );
      const made = answers.filter(({ status }) => status === 201);
      requests += answers.length;
      effects += await count('entities', `name = '${name}'`);
      same += made.length;
      running += answers.length - made.length;
      const firsts = made.filter((answer) => answer.headers.get('idempotency-replayed') === null);
      const texts = new Set(made.map(({ text }) => text));
      const others = answers.filter(
        ({ status, body }) => status !== 201 && !(status === 409 && body.code === 'IDEMPOTENCY_IN_PROGRESS'),
      );
      if (firsts.length !== 1 || texts.size !== 1 || others.length > 0) wrong.push({ firsts, texts, others });
      const again = await here('/entities', { body: person(name), headers });
      if (again.text !== [...texts][0]) wrong.push(again);
    }
    reportPromise(21, {
      figure: `${requests} simultaneous requests with 10 keys over two processes: ${effects} effects, ${same} equal answers, ${running} told that the first runs`,
      target: '10 effects, every answer equal or 409',
      holds: effects === 10 && wrong.length === 0,
    });
    expect([effects, wrong]).toEqual([10, []]);
  });

  it('is answered byte for byte as the first time, with its status and a replay header', async () => {
    const headers = withKey(newKey());
    const call = { body: { name: 'A list', type: 'custom', source: 'internal' }, headers };
    const first = await here('/data-lists', call);
    expect([first.status, first.headers.get('idempotency-replayed')]).toEqual([201, null]);
    const again = await there('/data-lists', call);
    expect([again.status, again.text, again.headers.get('idempotency-replayed')]).toEqual([201, first.text, 'true']);
    expect(again.headers.get('content-type')).toBe(first.headers.get('content-type'));
    const aliased = await here('/data-lists', {
      ...call,
      headers: { 'x-idempotency-key': headers['idempotency-key']! },
    });
    expect(aliased.text).toBe(first.text);
  });

  it.each([
    ['/transactions', { type: 'PAYMENT', amount: 12.5, currency: 'USD', externalId: 'once' }],
    ['/transactions', { type: 'PAYMENT', amount: 12.5, currency: 'USD', externalId: 'plain', executeRules: false }],
    [
      '/rules',
      { source: 'rule once "Once" { on transaction (created) when transaction.amount > 1 USD then suggest FLAG }' },
    ],
    ['/api-keys', { name: 'shown once', permissions: ['rules:read'] }],
    ['/roles', { name: 'Once', permissions: ['rules:read'] }],
  ])('is replayed for POST %s %j', async (path, body) => {
    const headers = withKey(newKey());
    const first = await here(path, { body, headers });
    expect(first.status).toBe(201);
    const again = await there(path, { body, headers });
    expect([again.status, firstText(again)]).toEqual([201, first.text]);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
  });

  it('stores a replayed response with a one-time key only in unreadable form', async () => {
    const headers = withKey(newKey());
    const { body } = await here('/api-keys', { body: { name: 'secret', permissions: ['rules:read'] }, headers });
    const { rows } = await api.pool.query<{ text: string }>(
      `select encode(answer, 'escape') as text from idempotent_answers`,
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter(({ text }) => text.includes('success') || text.includes(body.key as string))).toEqual([]);
  });

  it('replays a response that depends on stored records, but not one for an invalid request', async () => {
    await here('/entities', { body: person('Taken', { externalId: 'taken' }) });
    const headers = withKey(newKey());
    const refused = await here('/entities', { body: person('Other', { externalId: 'taken' }), headers });
    expect(refused).toMatchObject({ status: 409, body: { code: 'DUPLICATE_EXTERNAL_ID' } });
    await api.pool.query(`update entities set external_id = 'moved' where external_id = 'taken'`);
    const again = await there('/entities', { body: person('Other', { externalId: 'taken' }), headers });
    expect([again.status, again.text, again.headers.get('idempotency-replayed')]).toEqual([409, refused.text, 'true']);
    const freed = withKey(newKey());
    expect((await here('/entities', { body: { type: 'person' }, headers: freed })).status).toBe(400);
    expect((await here('/entities', { body: person('Corrected'), headers: freed })).status).toBe(201);
  });

  it('is rejected with another body, another route or another query', async () => {
    const headers = withKey(newKey());
    expect((await here('/entities', { body: person('First'), headers })).status).toBe(201);
    for (const [path, body] of [
      ['/entities', person('Second')],
      ['/data-lists', person('First')],
      ['/transactions?summary=hits', person('First')],
    ] as const) {
      expect(await there(path, { body, headers })).toMatchObject({ status: 409 });
      expect((await there(path, { body, headers })).text).toContain('IDEMPOTENCY_KEY_REUSED');
    }
    expect(await count('entities', `name in ('First', 'Second')`)).toBe(1);
  });

  it('is scoped to its API key and organization', async () => {
    const other = await here('/api-keys', { body: { name: 'other', permissions: [...permissions] } });
    const headers = withKey(newKey());
    const answers = [];
    for (const key of [api.production.key, other.body.key as string, api.stranger.key, api.sandbox.key]) {
      answers.push(await here('/entities', { body: person('Each'), headers, key }));
    }
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(4);
  });

  it.each([['a b'], ['x'.repeat(256)], ['é']])('is rejected with the key %j', async (key) => {
    const headers = { 'idempotency-key': key };
    expect(await here('/entities', { body: person('No key'), headers })).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION_ERROR', details: { 'Idempotency-Key': expect.any(String) } },
    });
    expect(
      await here('/entities', { body: person('No key'), headers: withKey('a', { 'x-idempotency-key': 'b' }) }),
    ).toMatchObject({ status: 400 });
    expect(await count('entities', `name = 'No key'`)).toBe(0);
  });

  const payment = (externalId: string, more: object = {}): object => ({
    ...{ type: 'PAYMENT', amount: 12.5, currency: 'USD', externalId },
    ...more,
  });

  it('shares a database transaction with other payments, which stores each with its response', async () => {
    const calls = Array.from({ length: 40 }, (_, n) => ({
      body: payment(`shared-${n}`),
      headers: n % 4 === 3 ? {} : withKey(newKey()),
    }));
    const first = await Promise.all(calls.map((call) => here('/transactions', call)));
    expect(first.map(({ status }) => status)).toEqual(calls.map(() => 201));
    const payments = `transactions where external_id like 'shared-%'`;
    const { rows } = await api.pool.query<{ commits: number; answers: number }>(
      `select count(distinct xmin::text)::int as commits, (select count(*)::int from idempotent_answers
         where xmin::text in (select xmin::text from ${payments})) as answers from ${payments}`,
    );
    expect(rows[0]!.commits).toBeLessThan(calls.length / 2);
    const keyed = calls.flatMap((call, n) => ('idempotency-key' in call.headers ? [{ call, first: first[n]! }] : []));
    expect(rows[0]!.answers).toBe(keyed.length);
    const again = await Promise.all(keyed.map(({ call }) => there('/transactions', call)));
    expect(again.map(firstText)).toEqual(keyed.map((each) => each.first.text));
    expect(await count('transactions', `external_id like 'shared-%'`)).toBe(calls.length);
  });

  it('promise 21: makes one payment of many at once under one key, and tells the others of it', async () => {
    const headers = withKey(newKey());
    const call = { body: payment('one of many'), headers };
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, n) => (n % 3 ? here : there)('/transactions', call)),
    );
    const texts = new Set(answers.filter(({ status }) => status === 201).map(firstText));
    expect(texts.size).toBe(1);
    const others = answers.filter(({ status }) => status !== 201).map(({ status, body }) => [status, body.error.code]);
    expect(others).toEqual(others.map(() => [409, 'IDEMPOTENCY_IN_PROGRESS']));
    expect(await count('transactions', `external_id = 'one of many'`)).toBe(1);
    expect(
      await count('outbox_events', `event = 'transaction.created' and payload ->> 'externalId' = 'one of many'`),
    ).toBe(1);
  });

  it('replays the rejection of a payment, and rejects another body before validating it', async () => {
    await here('/transactions', { body: payment('taken') });
    const refused = Array.from({ length: 3 }, () => ({ body: payment('taken'), headers: withKey(newKey()) }));
    const first = await Promise.all(refused.map((call) => here('/transactions', call)));
    expect(first.map(({ body }) => body.error.code)).toEqual(refused.map(() => 'DUPLICATE_EXTERNAL_ID'));
    const again = await Promise.all(refused.map((call) => there('/transactions', call)));
    expect(again.map(({ status, text }) => [status, text])).toEqual(first.map(({ text }) => [409, text]));
    const call = { body: payment('taken', { amount: 'much' }), headers: refused[0]!.headers };
    expect((await here('/transactions', call)).body).toMatchObject({ error: { code: 'IDEMPOTENCY_KEY_REUSED' } });
  });

  it('uses no interceptor for any request, because its observables would retain the request in memory', () => {
    const global = api.app.get(ApplicationConfig);
    expect([global.getGlobalInterceptors(), global.getGlobalRequestInterceptors()]).toEqual([[], []]);
    const handlers = handlersOf(api.app);
    const posts = handlers.filter(({ handle }) => Reflect.getMetadata(METHOD_METADATA, handle) === RequestMethod.POST);
    expect(posts).toHaveLength(listRoutes(api.app).filter(({ method }) => method === 'POST').length);
    const intercepted = handlers.filter(({ controller, handle }) =>
      [controller, handle].some((each) => Reflect.hasMetadata(INTERCEPTORS_METADATA, each)),
    );
    expect(intercepted).toEqual([]);
  });

  it('is answered with 409 while the first runs, and runs when the first has been abandoned', async () => {
    const key = newKey();
    const call = { body: person('Slow', { externalId: 'slow' }), headers: withKey(key) };
    const ownLock = `locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`;
    const holder = await api.pool.connect();
    try {
      await holder.query('begin; lock table entities in share row exclusive mode');
      const first = here('/entities', call);
      while ((await count('pg_locks', ownLock)) === 0) await new Promise((resolve) => setTimeout(resolve, 5));
      expect(await there('/entities', call)).toMatchObject({ status: 409, body: { code: 'IDEMPOTENCY_IN_PROGRESS' } });
      // The work of the first request is rolled back with its database session, as if its process had been killed.
      await holder.query(`select pg_terminate_backend(pid) from pg_locks where ${ownLock}`);
      expect((await first).status).toBe(503);
    } finally {
      await holder.query('rollback');
      holder.release();
    }
    const again = await there('/entities', call);
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([201, null]);
    expect(await count('entities', `external_id = 'slow'`)).toBe(1);
  });

  it('promise 21: leaves nothing half done when it dies after its effect and before its answer', async () => {
    const database = second.get(TenantDatabase);
    const { organizationId } = api.production;
    const insert = (name: string) =>
      `insert into data_lists (organization_id, id, name, type, source, priority, created_by)
       values ('${organizationId}', gen_random_uuid(), '${name}', 'custom', 'internal', 50, 't')`;
    const died = database.runAtomically(organizationId, async (client) => {
      await database.forOrganization(organizationId).query(insert('half'));
      await database.transaction(organizationId, (inner) => inner.query(insert('other half')));
      const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
      await api.pool.query('select pg_terminate_backend($1)', [rows[0]!.pid]);
      await client.query('select 1');
    });
    await expect(died).rejects.toThrow();
    expect(await count('data_lists', `name in ('half', 'other half')`)).toBe(0);
    reportPromise(21, {
      figure: '0 half-done effects of a request that died before its answer',
      target: '0',
      holds: true,
    });
  });

  it('promise 21: is answered alike after 23 hours, and runs anew after 24; what has expired is removed', async () => {
    const call = { body: person('Day'), headers: withKey(newKey()) };
    const first = await here('/entities', call);
    await age('23 hours');
    expect((await there('/entities', call)).text).toBe(first.text);
    await age('61 minutes');
    const next = await here('/entities', call);
    expect([next.status, next.text === first.text, next.headers.get('idempotency-replayed')]).toEqual([
      201,
      false,
      null,
    ]);
    expect(await count('entities', `name = 'Day'`)).toBe(2);
    const stored = await count('idempotent_answers', 'true');
    await api.pool.query(
      `insert into idempotent_answers (organization_id, id, status, answer, created_at)
       select id, sha256(n::text::bytea), 201, '', now() - interval '25 hours'
       from organizations, generate_series(1, 700) n where environment = 'production'`,
    );
    expect(await api.app.get(ExpiredResponsesCleanup).removeExpired()).toBe(stored - 1 + 1_400);
    expect(await count('idempotent_answers', 'true')).toBe(1);
  });

  it('promise 21: without a key, 50 at once with one external id make one row', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        (n % 2 ? here : there)('/entities', { body: person('Same', { externalId: 'same' }) }),
      ),
    );
    const statuses = answers.map(({ status }) => status).sort();
    const rows = await count('entities', `external_id = 'same'`);
    reportPromise(21, { figure: `${rows} row of 50 creates with one external id`, target: '1 row', holds: rows === 1 });
    expect([rows, statuses]).toEqual([1, [201, ...Array<number>(49).fill(409)]]);
  });
});
