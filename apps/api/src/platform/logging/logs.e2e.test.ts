import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createTestDatabase, reportPromise, type TestDatabase } from '@tamis/testkit';
import pg from 'pg';

import { createApp } from '../../create-app.js';
import { createAccount } from '../../modules/tenancy/organizations/index.js';
import { readConfig } from '../config/index.js';
import { Draining } from '../operations/index.js';
import { NestLogs, newLogger } from './index.js';

/** Personal data of a customer record, each value placed in a request that succeeds, fails or is rejected. */
const personal = {
  name: 'Ana Clara Souza',
  taxId: '529.982.247-25',
  email: 'ana.souza@example.com',
  account: '0001-9876543210',
};

describe('the log', () => {
  let database: TestDatabase;
  let pool: pg.Pool;
  let app: NestFastifyApplication;
  let url: string;
  let organizationId: string;
  let key: string;
  const written: string[] = [];
  const destination = { write: (line: string) => void written.push(line) };

  beforeAll(async () => {
    database = await createTestDatabase();
    pool = new pg.Pool({ connectionString: database.url, max: 2, pipeline: true });
    const made = await createAccount(pool, { name: 'Logged', deployment: 'development', ifMissing: false });
    if (!made.ok || !made.value.created) throw new Error('no account');
    ({ organizationId, key } = made.value.production);
    const config = readConfig({ DATABASE_URL: database.url, PORT: '0', LOG: 'debug' });
    if (!config.ok) throw new Error(config.error.join());
    app = await createApp(config.value, destination);
    await app.listen(0, '127.0.0.1');
    url = await app.getUrl();
  });
  afterAll(async () => {
    await app?.close();
    await pool?.end();
    await database?.drop();
  });

  const call = (path: string, body?: unknown, headers: Record<string, string> = {}) =>
    fetch(url + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
  const lines = (): Record<string, unknown>[] => written.map((line) => JSON.parse(line) as Record<string, unknown>);
  const linesOf = (requestId: string) => lines().filter((line) => line['requestId'] === requestId);

  it('has one JSON line per request, with its id, organization and route, and no address', async () => {
    const answer = await call(`/entities/by-tax-id/${personal.taxId}?x=1`, undefined, { 'x-request-id': 'read-1' });
    expect(answer.headers.get('x-request-id')).toBe('read-1');
    expect(linesOf('read-1')).toEqual([
      {
        level: 'info',
        time: expect.stringMatching(/^\d{4}-.*Z$/),
        requestId: 'read-1',
        organizationId,
        method: 'GET',
        route: '/entities/by-tax-id/:taxId',
        status: answer.status,
        durationMs: expect.any(Number),
        msg: 'answered',
      },
    ]);
  });

  it('names no organization when no key was accepted', async () => {
    await call('/entities', undefined, { authorization: 'Bearer nonsense', 'x-request-id': 'nobody-1' });
    expect(linesOf('nobody-1')).toMatchObject([{ organizationId: null, status: 401 }]);
  });

  it('records where a request failed, with its id and organization, without values quoted by the database', async () => {
    await pool.query(`alter table entities add constraint refused check (name <> '${personal.name}')`);
    const body = { type: 'person', name: personal.name, countryCode: 'BR', taxId: personal.taxId };
    const answer = await call('/entities', body, { 'x-request-id': 'broken-1' });
    expect(answer.status).toBe(500);
    const [failed] = linesOf('broken-1').filter(({ level }) => level === 'error');
    expect(failed).toMatchObject({ organizationId, route: '/entities', err: { code: '23514', constraint: 'refused' } });
    expect((failed!['err'] as { stack: string }).stack).toContain('at ');
    await pool.query('alter table entities drop constraint refused');
  });

  it('promise 5: holds no key and nothing personal, whatever is sent', async () => {
    const entity = { type: 'person', name: personal.name, countryCode: 'BR', taxId: personal.taxId };
    const made = await call('/api-keys', { name: 'k', permissions: ['rules:read'] });
    const further = ((await made.json()) as { key: string }).key;
    await call('/entities', { ...entity, attributes: { email: personal.email, account: personal.account } });
    await call('/entities', { ...entity, nationality: personal.name });
    await call('/entities', `{"name": "${personal.name}", ${personal.account}`);
    await call(`/entities?taxId=${personal.taxId}&externalId=${personal.email}&wrong=${personal.account}`);
    await call('/members/invite', { email: personal.email, roleId: '00000000-0000-7000-8000-000000000000' });
    await call(`/${personal.email}/%E0%A4%A`);
    await call('/auth/test', undefined, { authorization: `Bearer ${further}` });
    await call('/auth/test', undefined, { authorization: `Bearer ${key}x`, cookie: `session=${further}` });
    const all = written.join('');
    const found = [...Object.values(personal), key, further, database.url].filter((secret) => all.includes(secret));
    reportPromise(5, {
      figure: `${found.length} keys or personal values in ${written.length} log lines`,
      target: '0 hits in logs',
      holds: found.length === 0,
    });
    expect(found).toEqual([]);
    expect(written.length).toBeGreaterThan(8);
  });

  it('records a deliberate rejection as a warning with the reason and without a stack', async () => {
    app.get(Draining).begin();
    const answer = await call('/health/ready', undefined, { 'x-request-id': 'refused-1' });
    expect(answer.status).toBe(503);
    const told = linesOf('refused-1').filter(({ msg }) => msg !== 'answered');
    expect(told).toMatchObject([
      { level: 'warn', route: '/health/ready', code: 'SERVICE_UNAVAILABLE', reason: 'The server is shutting down' },
    ]);
    expect(told[0]).not.toHaveProperty('err');
  });

  it('removes keys, passwords, addresses and long numbers from all entries, and fields with such names', () => {
    const own: string[] = [];
    const logger = newLogger('debug', { write: (line: string) => void own.push(line) });
    const nest = new NestLogs(logger);
    const secret = `${key} Bearer abc.def postgres://u:pass@h/d ${personal.email} ${personal.taxId}`;
    logger.info(secret);
    logger.error({ err: new Error(secret, { cause: new Error(secret) }) }, 'x');
    logger.info({ authorization: key, request: { headers: { a: key }, body: { name: personal.name } } }, 'x');
    nest.warn(secret, 'Somewhere');
    nest.error(new Error(secret));
    nest.error({ secret }, 'Somewhere');
    const all = own.join('');
    for (const hidden of [key, 'abc.def', 'pass', personal.email, personal.taxId, personal.name]) {
      expect([hidden, all.includes(hidden)]).toEqual([hidden, false]);
    }
    expect(own).toHaveLength(6);
    expect(JSON.parse(own[3]!)).toMatchObject({ level: 'warn', from: 'Somewhere' });
  });

  it('keeps ids, times and hashes readable', () => {
    const own: string[] = [];
    const text = `rule 0190a0f0-1234-7000-8000-000000000001 of rs_6b86b273ff34fce19d6b804eff5a3f57 at 2026-03-01T10:00:00.000Z`;
    newLogger('info', { write: (line: string) => void own.push(line) }).info(text);
    expect(JSON.parse(own[0]!)).toMatchObject({ msg: text });
  });
});
