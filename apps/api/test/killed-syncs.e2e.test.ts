import { fileURLToPath } from 'node:url';

import pg from 'pg';

import { type KillableServer, startKillable } from './support/killable-server.js';
import type { Body } from './support/start-test-api.js';
import { useFeed } from './support/use-feed.js';
import { useOwnTestApi } from './support/use-test-api.js';
import { waitUntil } from './support/wait-until.js';

// Processes are started and killed, possibly on a busy machine.
jest.setTimeout(120_000);

const home = fileURLToPath(new URL('./support/receivers-at-home.mjs', `file://${__filename}`));
const settings = { RECEIVERS_AT_HOME: 'on', NODE_OPTIONS: `--import=${home}`, LOG: 'silent' };

const before = ['primaryValue,reason', 'gone,', 'kept,', 'changed,old'].join('\n');
const added = Array.from({ length: 2_500 }, (_, n) => `new-${n}`);
const after = ['primaryValue,reason', 'kept,', 'changed,new', ...added, 'last'].join('\n');
const values = { before: ['changed old', 'gone null', 'kept null'], after: 2_500 + 3 };

describe('a server killed during a list sync', () => {
  const api = useOwnTestApi();
  const { asked, origin, respondWith, say } = useFeed();
  const servers: KillableServer[] = [];
  // Otherwise this process would sync the lists as well.
  beforeAll(() => api().app.close());
  afterEach(() => Promise.all(servers.map((server) => server.kill())));

  const start = async (): Promise<KillableServer> => {
    const server = await startKillable(api(), settings);
    servers.push(server);
    return server;
  };
  const ask = async (server: KillableServer, path: string, body?: object): Promise<Body> => {
    const answer = (await server.ask(path, body && { body }))!;
    if (answer.status >= 300) throw new Error(answer.text);
    return answer.body;
  };
  const query = async (text: string, parameters: unknown[] = []): Promise<Body[]> =>
    (await api().pool.query(text, parameters)).rows;
  const created = async (server: KillableServer): Promise<string> => {
    const config = { externalUrl: `${origin()}/list.csv` };
    const body = { name: 'A list', type: 'custom', source: 'sync', config };
    return (await ask(server, '/data-lists', body)).data.id as string;
  };
  const newestSync = async (server: KillableServer, id: string): Promise<Body> =>
    (await ask(server, `/data-lists/${id}/syncs`)).data[0];
  const synced = (server: KillableServer, id: string): Promise<void> =>
    waitUntil(async () => (await newestSync(server, id)).finishedAt !== null);
  const itemsOf = async (id: string): Promise<string[]> => {
    const rows = await query(`select primary_value as value, reason from data_list_items where list_id = $1`, [id]);
    return rows.map(({ value, reason }) => `${value} ${reason}`).sort();
  };
  /** Simulates that the lease of the killed process has expired. */
  const endLease = (id: string): Promise<unknown> =>
    query(
      'update data_list_syncs set leased_until = now() where list_id = $1 and finished_at is null and leased_until > now()',
      [id],
    );

  it('leaves the list unchanged, and another server does the whole sync once', async () => {
    const first = await start();
    const id = await created(first);
    say(before);
    await ask(first, `/data-lists/${id}/sync`, {});
    await synced(first, id);
    expect(await itemsOf(id)).toEqual(values.before);

    say(after);
    // The sync waits for the uncommitted transaction that is about to add its last item.
    const other = new pg.Client({ connectionString: api().pool.options.connectionString! });
    await other.connect();
    await other.query('begin');
    await other.query(
      `insert into data_list_items select (jsonb_populate_record(i, jsonb_build_object(
         'id', gen_random_uuid(), 'primary_value', 'last', 'normalized_primary_value', 'last'))).*
       from data_list_items i where list_id = $1 limit 1`,
      [id],
    );
    await ask(first, `/data-lists/${id}/sync`, {});
    await waitUntil(async () => (await query('select from pg_locks where not granted')).length > 0);
    const second = await start();
    await first.kill();
    await other.end();
    await waitUntil(
      async () =>
        (
          await query(
            `select from pg_stat_activity where query like '%data_list_items%' and state <> 'idle' and pid <> pg_backend_pid()`,
          )
        ).length === 0,
    );
    expect(await itemsOf(id)).toEqual(values.before);
    expect(await ask(second, `/data-lists/${id}`)).toMatchObject({ data: { revision: 1, itemCount: 3 } });
    expect(await newestSync(second, id)).toMatchObject({ status: 'running', result: null });

    await endLease(id);
    await synced(second, id);
    expect(await newestSync(second, id)).toMatchObject({
      ...{ status: 'completed', failures: 0, requestedBy: { type: 'api_key' } },
      result: { created: added.length + 1, updated: 1, removed: 1, unchanged: 1, errors: 0 },
    });
    expect(await itemsOf(id)).toHaveLength(values.after);
    expect(await ask(second, `/data-lists/${id}`)).toMatchObject({ data: { revision: 2, itemCount: values.after } });
    expect((await query('select id from data_list_syncs where list_id = $1', [id])).length).toBe(2);
    const { events } = await ask(second, `/audit/events?resourceId=${id}&event=data_list_items_added`);
    expect(events).toHaveLength(2);
  });

  it('loses its request for the file, and another server requests it again', async () => {
    const first = await start();
    const id = await created(first);
    respondWith((response) => void response.writeHead(200).write('primaryValue\nhalf'));
    await ask(first, `/data-lists/${id}/sync`, {});
    await waitUntil(() => asked.length === 1);
    await first.kill();
    say('primaryValue\nwhole\n');
    const second = await start();
    expect(await itemsOf(id)).toEqual([]);
    await endLease(id);
    await synced(second, id);
    expect(await newestSync(second, id)).toMatchObject({ status: 'completed', failures: 0, result: { created: 1 } });
    expect(await itemsOf(id)).toEqual(['whole null']);
  });
});
