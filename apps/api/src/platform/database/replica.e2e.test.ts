import { type OwnServer, type Replica, startOwnServer, startReplica } from '@tamis/testkit';
import pg from 'pg';

import { runDryRun } from '../../../test/support/dry-run-calls.js';
import { startOwnTestApi, type TestApi } from '../../../test/support/start-test-api.js';
import { waitUntil } from '../../../test/support/wait-until.js';
import { migrate } from './index.js';

describe('read replica', () => {
  let primary: OwnServer;
  let replica: Replica | undefined;
  let copy: pg.Client;
  let api: TestApi;
  beforeAll(async () => {
    primary = await startOwnServer();
    await migrate(primary.url);
    replica = await startReplica(primary.url);
    const settings = { DATABASE_REPLICA_URL: replica.url('postgres'), DATABASE_REPLICA_LISTS: 'on' };
    api = await startOwnTestApi({ url: primary.url, drop: () => Promise.resolve() }, settings);
    copy = new pg.Client(replica.url('postgres'));
    copy.on('error', () => undefined);
    await copy.connect();
  });
  afterAll(async () => {
    await api?.stop();
    await copy?.end().catch(() => undefined);
    await replica?.stop();
    await primary?.stop();
  });

  const pay = async (externalId: string): Promise<void> => {
    const body = { externalId, type: 'PAYMENT', amount: 10, currency: 'USD' };
    expect((await api.call('/transactions', { body })).status).toBe(201);
  };
  const listed = async (): Promise<readonly string[]> => {
    const { status, body } = await api.call('/transactions?limit=50');
    expect(status).toBe(200);
    return (body.transactions as readonly { readonly externalId: string }[]).map(({ externalId }) => externalId).sort();
  };
  /** Pauses or resumes replication on the replica. */
  const pause = (isPaused: boolean) => copy.query(`select pg_wal_replay_${isPaused ? 'pause' : 'resume'}()`);

  it('serves lists and nothing else', async () => {
    await pay('before');
    await waitUntil(async () => (await listed()).join() === 'before');
    await pause(true);
    await waitUntil(
      async () => (await copy.query('select pg_get_wal_replay_pause_state() as state')).rows[0].state === 'paused',
    );
    await pay('after');
    expect(await listed()).toEqual(['before']);
    expect((await api.call('/transactions/external/after')).status).toBe(200);
    await pause(false);
    await waitUntil(async () => (await listed()).join() === 'after,before');
    const strangers = await api.call('/transactions', { key: api.stranger.key });
    expect(strangers.body.transactions).toEqual([]);
  });

  it('serves dry run replays', async () => {
    await pause(true);
    await pay('unseen');
    const source = 'rule any { on transaction when transaction.amount >= 10 USD }';
    const until = new Date(Date.now() + 60_000).toISOString();
    const run = await runDryRun(api, { source, from: '2020-01-01T00:00:00Z', to: until });
    expect(run).toMatchObject({ status: 'completed', progress: { recordsDone: 2 } });
    await pause(false);
  });

  it('may be unavailable, in which case lists are read from the primary', async () => {
    await replica!.stop();
    replica = undefined;
    await pay('without');
    expect(await listed()).toEqual(['after', 'before', 'unseen', 'without']);
  });
});
