import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { reportPromise } from '@tamis/testkit';

import { createApp } from '../../create-app.js';
import { readConfig } from '../config/index.js';
import { send, startOwnTestApi, type TestApi } from '../../../test/support/start-test-api.js';

describe('an overloaded server', () => {
  let api: TestApi;
  let small: NestFastifyApplication;
  let url: string;
  beforeAll(async () => {
    api = await startOwnTestApi();
    const config = readConfig({
      DATABASE_URL: api.pool.options.connectionString,
      PORT: '0',
      LOG: 'silent',
      MAX_RUNNING_REQUESTS: '2',
      MAX_WAITING_REQUESTS: '4',
    });
    if (!config.ok) throw new Error(config.error.join());
    small = await createApp(config.value);
    await small.listen(0, '127.0.0.1');
    url = await small.getUrl();
  });
  afterAll(async () => {
    await small?.close();
    await api?.stop();
  });

  const ask = (path: string, { key }: { key: string }, body?: object) => send(url + path, key, { body });
  const person = { type: 'person', name: 'Ana', countryCode: 'BR' };

  it('promise 29: turns lists away before writes, and answers other organizations', async () => {
    const locker = await api.pool.connect();
    await locker.query('begin; lock table entities in access exclusive mode');
    try {
      const lists = [1, 2, 3, 4].map(() => ask('/entities', api.production));
      // One list is processed and two wait, which is half of the slots. The first response is to the excess one.
      const tooMany = await Promise.race(lists);
      expect(tooMany).toMatchObject({ status: 503, body: { code: 'SERVICE_UNAVAILABLE' } });
      expect(tooMany.headers.get('retry-after')).toBe('1');
      expect(tooMany.headers.get('x-ratelimit-remaining')).toMatch(/^\d+$/);
      const write = ask('/entities', api.production, person);
      const other = await ask('/auth/test', api.stranger);
      const live = await fetch(`${url}/health/live`);
      await untilBusy(locker);
      await locker.query('commit');
      const statuses = (await Promise.all(lists)).map(({ status }) => status).sort();
      reportPromise(29, {
        figure: `at twice the places: ${statuses.filter((status) => status === 503).length} of 4 lists turned away, the write ${(await write).status}, another organization ${other.status}`,
        target: '2 of 4, 201, 200',
        holds:
          statuses.filter((status) => status === 503).length === 2 &&
          (await write).status === 201 &&
          other.status === 200,
      });
      expect(statuses).toEqual([200, 200, 503, 503]);
      expect((await write).status).toBe(201);
      expect([other.status, live.status]).toEqual([200, 200]);
    } finally {
      await locker.query('rollback');
      locker.release();
    }
    // The slots were released.
    for (let n = 0; n < 10; n += 1) expect((await ask('/entities', api.production)).status).toBe(200);
  });

  /** Waits until a request in the database is waiting for the lock. */
  async function untilBusy(client: { query: TestApi['pool']['query'] }): Promise<void> {
    for (;;) {
      const { rows } = await client.query<{ n: number }>(
        `select count(*)::int as n from pg_locks where not granted and relation = 'entities'::regclass`,
      );
      if (rows[0]!.n > 0) return;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }
});
