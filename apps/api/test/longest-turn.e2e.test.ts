import { type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { pathToFileURL } from 'node:url';

import { listRoutes } from './support/list-routes.js';
import { belowOf, tenancyCases } from './support/route-cases.js';
import { startServer } from './support/start-server.js';
import { send, startOwnTestApi, type TestApi, testSecrets } from './support/start-test-api.js';
import { makeTenantRecords, type TenantRecords } from './support/tenant-records.js';

jest.setTimeout(180_000);

const items = 50_000;
const longestTurnMs = 50;

describe('no route holds up the others', () => {
  let api: TestApi;
  let mine: TenantRecords;
  let server: { readonly child: ChildProcess; readonly url: string };
  beforeAll(async () => {
    api = await startOwnTestApi();
    mine = await makeTenantRecords(api, api.production, 'own-mark', '11.444.777/0001-61');
    for (let first = 0; first < items; first += items / 2) {
      const rows = Array.from({ length: items / 2 }, (_, index) => ({ primaryValue: `value ${first + index}` }));
      const added = await api.call(`/data-lists/${mine.list}/items/bulk`, { body: { items: rows } });
      expect(added.status).toBe(200);
    }
    server = await startServer(api.pool.options.connectionString!, {
      ...testSecrets,
      NODE_OPTIONS: `--import ${pathToFileURL(`${__dirname}/support/measure-turns.mjs`).href}`,
    });
  });
  afterAll(async () => {
    server?.child.kill();
    if (server) await once(server.child, 'exit');
    await api?.stop();
  });

  async function longestTurn(): Promise<number> {
    server.child.send('longest turn');
    const [message] = (await once(server.child, 'message')) as [{ longestTurnMs: number }];
    return message.longestTurnMs;
  }

  const pages = () => [
    ...listRoutes(api.app)
      .filter(({ method, path }) => method === 'GET' && !path.includes('*'))
      .map(({ name, path }) => {
        const tenancy = tenancyCases[name];
        const of = tenancy && 'record' in tenancy ? tenancy : null;
        const address = path
          .replace(/:\w+/, encodeURIComponent(of ? mine[of.record] : 'x'))
          .replace(/:\w+/, tenancy ? belowOf(tenancy, mine) : '');
        return of?.query ? `${address}?${of.query(mine)}` : address;
      }),
    `/data-lists/${mine.list}/items?limit=${items}`,
  ];

  it('for more than a moment, the first time it is asked', async () => {
    // What is compiled with the first request of all is nobody's.
    for (const path of ['/health', '/auth/test', '/data-lists', '/data-lists'])
      await send(server.url + path, api.production.key, {});
    await longestTurn();
    const long: string[] = [];
    for (const path of pages()) {
      const { status, body } = await send(server.url + path, api.production.key, {});
      if (path.includes('limit=')) expect([status, body.items.length]).toEqual([200, items]);
      const turn = await longestTurn();
      if (turn > longestTurnMs) long.push(`${path}: ${turn.toFixed(0)} ms`);
    }
    expect(long).toEqual([]);
  });
});
