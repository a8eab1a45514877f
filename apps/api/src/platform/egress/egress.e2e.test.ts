import dns from 'node:dns';
import { connect, createServer, type Server, type AddressInfo } from 'node:net';

import { reportPromise } from '@tamis/testkit';

import { Egress } from './index.js';
import { type ConnectionTrap, trapConnections } from '../../../test/support/trap-connections.js';
import { isPage, listRoutes } from '../../../test/support/list-routes.js';
import { tenancyCases } from '../../../test/support/route-cases.js';
import { startOwnTestApi, type TestApi } from '../../../test/support/start-test-api.js';
import { makeTenantRecords, type TenantRecords, unknownRecords } from '../../../test/support/tenant-records.js';

const writes: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH']);

describe('outgoing traffic of the server', () => {
  let api: TestApi;
  let inner: Server;
  let reached = 0;
  let trap: ConnectionTrap;

  beforeAll(async () => {
    api = await startOwnTestApi();
    inner = createServer((socket) => {
      reached += 1;
      socket.destroy();
    });
    await new Promise<void>((resolve) => inner.listen(0, resolve));
    trap = trapConnections(api);
  });
  afterAll(async () => {
    trap?.release();
    await new Promise((resolve) => inner?.close(resolve));
    await api?.stop();
  });
  beforeEach(() => void trap.begun.splice(0));

  it('is caught by the trap of these tests', async () => {
    const { port } = inner.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1');
    await new Promise((resolve) => socket.once('close', resolve).resume());
    const answer = await fetch(`http://127.0.0.1:${port}/`).catch(() => 'no answer');
    expect(answer).toBe('no answer');
    expect([trap.begun.length, reached]).toEqual([2, 2]);
  });

  it('promise 3: is nothing, on any route that a sandbox key asks', async () => {
    const { sandbox, production } = api;
    const mine = await makeTenantRecords(api, sandbox, 'sandbox-mark', '11.444.777/0001-61');
    const theirs = await makeTenantRecords(api, production, 'production-mark', '19.131.243/0001-97');
    const routes = listRoutes(api.app)
      .filter((route) => !isPage(route))
      .sort((a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'));
    let asked = 0;
    let shown = 0;
    for (const route of routes) {
      const tenancy = tenancyCases[route.name]!;
      for (const records of [mine, theirs, unknownRecords]) {
        const answer = await ask(route, tenancy, records, sandbox.key);
        asked += 1;
        expect([route.name, answer.status]).not.toEqual([route.name, 500]);
        if (records === theirs && 'record' in tenancy && answer.status < 300 && !isShared(tenancy.record)) shown += 1;
      }
    }
    const crossings = [
      await api.call('/entities', { key: sandbox.key, headers: { 'x-organization-id': production.organizationId } }),
      await api.call('/entities', { key: production.key, headers: { 'x-organization-id': sandbox.organizationId } }),
      await api.call(`/entities/${theirs.entity}`, {
        key: sandbox.key,
        headers: { 'x-organization-id': production.organizationId },
      }),
      await api.call(`/entities/${mine.entity}`, {
        key: production.key,
        headers: { 'x-organization-id': sandbox.organizationId },
      }),
    ].filter(({ status }) => status === 401 || status === 403).length;
    reportPromise(3, {
      figure: `${trap.begun.length} connects in ${asked} requests to ${routes.length} routes, ${crossings} of 4 crossings refused`,
      target: '0 connects; 401/403 in all 4 crossings',
      holds: trap.begun.length === 0 && crossings === 4 && shown === 0,
    });
    expect(trap.begun).toEqual([]);
    expect(shown).toBe(0);
    expect(crossings).toBe(4);
    expect(asked).toBeGreaterThan(100);
  });

  /** Members and roles belong to the account, and so to both of its organizations. */
  const isShared = (record: string): boolean =>
    ['member', 'spareMember', 'role', 'team', 'spareTeam', 'organization'].includes(record);

  async function ask(
    route: { method: string; path: string },
    tenancy: (typeof tenancyCases)[string],
    records: TenantRecords,
    key: string,
  ) {
    const value = 'record' in tenancy ? records[tenancy.record] : 'x';
    const body = 'body' in tenancy && tenancy.body ? tenancy.body(records) : {};
    const path = route.path.replace(/:\w+/, encodeURIComponent(value)).replaceAll(/:\w+/g, 'x');
    return api.call(path, { method: route.method, key, ...(writes.has(route.method) && { body }) });
  }

  it('promise 3: is refused to a sandbox, to whom no one is and to no public address either', async () => {
    const egress = api.app.get(Egress);
    const { port } = inner.address() as AddressInfo;
    const urls = [`http://127.0.0.1:${port}/`, 'https://example.com/', 'http://8.8.8.8/'];
    for (const organizationId of [api.sandbox.organizationId, '00000000-0000-7000-8000-000000000000']) {
      for (const url of urls) {
        expect(await egress.send(organizationId, { url, method: 'POST', body: '{}' })).toEqual({
          ok: false,
          error: 'sandbox',
        });
      }
    }
    expect(trap.begun).toEqual([]);
  });

  describe('name resolution', () => {
    const { resolve4, resolveMx } = dns.promises;
    afterEach(() => void Object.assign(dns.promises, { resolve4, resolveMx }));

    const resolve = (name: string, type: 'MX' | 'A', timeoutMs = 5_000) =>
      api.app.get(Egress).resolve(api.production.organizationId, name, type, timeoutMs);
    /** Replaces the external DNS resolver; `answer` provides its response. */
    const say = (answer: () => Promise<unknown>): void =>
      void Object.assign(dns.promises, { resolve4: answer, resolveMx: answer });
    const refuse = (code: string) => () => Promise.reject(Object.assign(new Error(code), { code }));

    it('is caught by the trap of these tests, and is refused for a sandbox or an unknown organization', async () => {
      const { sandbox } = api;
      for (const organizationId of [sandbox.organizationId, '00000000-0000-7000-8000-000000000000'])
        for (const type of ['MX', 'A'] as const)
          expect(await api.app.get(Egress).resolve(organizationId, 'example.com', type)).toEqual({
            ok: false,
            error: 'sandbox',
          });
      expect(trap.begun).toEqual([]);
      await resolve('nothing.invalid', 'A', 50);
      await resolve('nothing.invalid', 'MX', 50);
      expect(trap.begun).toEqual(['resolve4 nothing.invalid', 'resolveMx nothing.invalid']);
    });

    it('is refused for names outside the public internet', async () => {
      for (const name of ['127.0.0.1', '10.0.0.1', '::1', 'localhost', 'a.localhost'])
        expect([name, await resolve(name, 'A', 50)]).toEqual([name, { ok: false, error: 'not-allowed' }]);
      expect(trap.begun).toEqual([]);
    });

    it('returns mail hosts by preference, and addresses only when all are public', async () => {
      say(() =>
        Promise.resolve([
          { exchange: 'second.example.com', priority: 20 },
          { exchange: 'first.example.com', priority: 10 },
        ]),
      );
      expect(await resolve('example.com', 'MX')).toEqual({
        ok: true,
        value: ['first.example.com', 'second.example.com'],
      });
      say(() => Promise.resolve(['8.8.8.8']));
      expect(await resolve('example.com', 'A')).toEqual({ ok: true, value: ['8.8.8.8'] });
      say(() => Promise.resolve(['8.8.8.8', '10.0.0.7']));
      expect(await resolve('example.com', 'A')).toEqual({ ok: false, error: 'not-allowed' });
    });

    it('distinguishes missing records from a failing or slow name service', async () => {
      const cases = { ENODATA: null, ENOTFOUND: null, ESERVFAIL: 'failed', EREFUSED: 'failed', ETIMEOUT: 'timeout' };
      for (const [code, error] of Object.entries(cases)) {
        say(refuse(code));
        const wanted = error === null ? { ok: true, value: null } : { ok: false, error };
        for (const type of ['MX', 'A'] as const)
          expect([code, await resolve('example.com', type)]).toEqual([code, wanted]);
      }
      say(() => new Promise(() => undefined));
      expect(await resolve('example.com', 'MX', 20)).toEqual({ ok: false, error: 'timeout' });
    });
  });
});

describe('outgoing traffic of a server with EGRESS=off', () => {
  let api: TestApi;
  let trap: ConnectionTrap;
  beforeAll(async () => {
    api = await startOwnTestApi(undefined, { EGRESS: 'off', WEBHOOK_LOOPBACK: 'on' });
    trap = trapConnections(api);
  });
  afterAll(async () => {
    trap?.release();
    await api?.stop();
  });

  it('is blocked for every caller, also to the same machine', async () => {
    const egress = api.app.get(Egress);
    const { organizationId } = api.production;
    const request = { url: 'https://93.184.216.34/', method: 'GET' as const };
    const file = { url: request.url, maxBytes: 1, timeoutMs: 50 };
    const home = 'http://127.0.0.1:9/';
    const answers = [
      await egress.send(organizationId, request),
      await egress.sendAsServer(request),
      await egress.sendToLoopback({ ...request, url: home }),
      await egress.download(file),
      await egress.downloadFor(organizationId, file),
      await egress.downloadFor(organizationId, { ...file, url: home }),
      await egress.resolve(organizationId, 'example.com', 'A', 50),
    ];
    expect(answers).toEqual(answers.map(() => ({ ok: false, error: 'off' })));
    expect(trap.begun).toEqual([]);
  });
});
