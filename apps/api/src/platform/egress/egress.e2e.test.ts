import { connect, createServer, type Server, type AddressInfo } from 'node:net';

import { reportPromise } from '@tamis/testkit';

import { Egress } from './index.js';
import { type ConnectionTrap, trapConnections } from '../../../test/support/trap-connections.js';
import { listRoutes } from '../../../test/support/list-routes.js';
import { tenancyCases } from '../../../test/support/route-cases.js';
import { startOwnTestApi, type TestApi } from '../../../test/support/start-test-api.js';
import { makeTenantRecords, type TenantRecords, unknownRecords } from '../../../test/support/tenant-records.js';

const writes: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH']);

describe('what leaves the server', () => {
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

  it('is seen by the trap of these tests', async () => {
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
      .filter(({ path }) => !path.startsWith('/docs'))
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

  /** Members and roles are of the account, which both of its organizations belong to. */
  const isShared = (record: string): boolean => ['member', 'role', 'organization'].includes(record);

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
});
