import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';

import { type OwnServer, reportPromise, startOwnServer, wholeOrPart } from '@tamis/testkit';

import { type KillableServer, startKillable } from '../../../../test/support/killable-server.js';
import { formCall } from '../../../../test/support/send-form.js';
import { startOwnTestApi, type TestApi } from '../../../../test/support/start-test-api.js';
import { migrate } from '../../../platform/database/index.js';

const files = 5;
const rowsOfFile = wholeOrPart(100_000, 100);
/** A second import with files a fifth of the size shows whether memory use grows with file size. */
const rowsOfSmallFile = rowsOfFile / 5;
const warmUpRows = wholeOrPart(4_000, 50);
/** Durations of the measurements before and after the imports: long enough to see how often the disk stalls without any import. */
const quietMs = wholeOrPart(60_000, 200);
const everyMs = 20;
/** The settings that SETTINGS.md recommends for two processors. */
const advisedNodeOptions = ['--max-semi-space-size=32', '--initial-old-space-size=192', '--v8-pool-size=1'];
const targets = { rowsPerSecond: 2_000, rssMb: 512, growthMb: 64, p99Ratio: 2 } as const;

const head = 'externalId,type,originExternalId,transactedAt,category,amount,currency,locationDetails.latitude,locationDetails.longitude'; // prettier-ignore

/** Columns of the sample before the first quoted text, and the columns at the end. */
const payments = readFileSync(join(__dirname, '../../../../../../rules-fixtures/samples/payments.csv'), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => {
    const [, customer, at, category] = line.split(',') as [string, string, string, string];
    const [amount, currency, latitude, longitude] = line.split(',').slice(-5) as [string, string, string, string];
    return { customer, rest: `${at},${category},${amount},${currency},${latitude},${longitude}` };
  });
const customers = [...new Set(payments.map(({ customer }) => customer))];

/** Repeats the sample, giving each payment its own id. */
const fileOf = (name: string, rows: number): string =>
  [
    head,
    ...Array.from({ length: rows }, (_, row) => {
      const { customer, rest } = payments[row % payments.length]!;
      return `${name}-${row},PAYMENT,${customer},${rest}`;
    }),
  ].join('\n');

interface Observed {
  /** Response time of each payment, in milliseconds. */
  readonly times: readonly number[];
  readonly peakRssMb: number;
  readonly failures: readonly unknown[];
}

const p99Of = (times: readonly number[]): number => [...times].sort((a, b) => a - b)[Math.floor(times.length * 0.99)]!;

describe('large imports', () => {
  let database: OwnServer;
  let testApi: TestApi;
  const api = (): TestApi => testApi;
  let server: KillableServer;
  beforeAll(async () => {
    // As recommended in SETTINGS.md.
    database = await startOwnServer({ shared_buffers: '256MB', min_wal_size: '2GB', max_wal_size: '4GB' });
    await migrate(database.url);
    testApi = await startOwnTestApi({ url: database.socketUrl, drop: () => Promise.resolve() });
    for (const externalId of customers) {
      const body = { type: 'person', name: externalId, countryCode: 'US', externalId };
      expect((await api().call('/entities', { body })).status).toBe(201);
    }
    // This plan allows files with that many rows.
    await api().pool.query(`update organizations set plan = 'enterprise'`);
    await api().app.close();
    server = await startKillable(api(), { LOG: 'error' }, advisedNodeOptions);
  });
  afterAll(async () => {
    await server?.kill();
    await testApi?.stop();
    await database?.stop();
  });

  /** Measures the response times of another organization's payments and the peak memory of the server while `work` is in progress. */
  async function observe(name: string, work: () => Promise<unknown>): Promise<Observed> {
    const { key } = api().stranger;
    const workerData = { url: server.url, key, pid: server.child.pid, everyMs, name };
    const thread = new Worker(join(__dirname, '../../../../test/support/steady-payments.mjs'), { workerData });
    await once(thread, 'online');
    try {
      await work();
    } finally {
      thread.postMessage('stop');
    }
    const [observed] = (await once(thread, 'message')) as [Observed];
    return observed;
  }

  /** Imports files and returns the time from the first byte sent to the last row stored. */
  async function importFiles(name: string, rows: number, count = files): Promise<number> {
    const sent = Array.from({ length: count }, (_, file) => [`${file}.csv`, fileOf(`${name}-${file}`, rows)] as const);
    const form = await formCall(sent, { batchErrorHandling: 'continue_collect_errors' });
    const startMs = performance.now();
    const response = await server.ask('/batch-import/import/transactions', form);
    expect([response?.status, response?.body.totalItems]).toEqual([202, rows * count]);
    const { jobId } = response!.body as { readonly jobId: string };
    for (;;) {
      const { rows: found } = await api().pool.query<{ succeeded: number; isOver: boolean }>(
        'select succeeded, completed_at is not null as "isOver" from batch_jobs where id = $1',
        [jobId],
      );
      if (found[0]!.isOver) {
        expect(found[0]!.succeeded).toBe(rows * count);
        return (performance.now() - startMs) / 1_000;
      }
      await sleep(50);
    }
  }

  it('promise 18: are fast, take no more memory for larger files, and let others be answered', async () => {
    await importFiles('warm', warmUpRows, 1);
    const quiet = await observe('quiet', () => sleep(quietMs));
    // V8 fills the recommended heap once, regardless of the file. After that, any further growth depends on the file size.
    await importFiles('fill', rowsOfSmallFile);
    const small = await observe('small', () => importFiles('small', rowsOfSmallFile));
    let seconds = 0;
    const large = await observe('large', async () => (seconds = await importFiles('large', rowsOfFile)));
    const quietAgain = await observe('quiet-again', () => sleep(quietMs));
    const rowsPerSecond = (files * rowsOfFile) / seconds;
    const [smallMb, largeMb] = [small, large].map(({ peakRssMb }) => peakRssMb - quiet.peakRssMb) as [number, number];
    const p99Ms = p99Of(large.times);
    const p99Ratio = p99Ms / p99Of([...quiet.times, ...quietAgain.times]);
    reportPromise(18, {
      figure:
        `${Math.round(rowsPerSecond)} rows/s of ${files} files x ${rowsOfFile} payments without rules; ` +
        `+${Math.round(largeMb)} MB (+${Math.round(smallMb)} MB with files of ${rowsOfSmallFile}); ` +
        `p99 of payments of others ${p99Ms.toFixed(1)} ms, ${p99Ratio.toFixed(1)} x quiet`,
      target: `>= ${targets.rowsPerSecond} rows/s; <= +${targets.rssMb} MB and not growing with the files; p99 <= ${targets.p99Ratio} x quiet`,
      holds:
        rowsPerSecond >= targets.rowsPerSecond &&
        largeMb <= targets.rssMb &&
        largeMb - smallMb <= targets.growthMb &&
        p99Ratio <= targets.p99Ratio,
    });
    // The speed is measured but not asserted, since the machine may be busy. Only the absence of rejected payments is asserted.
    expect([quiet, small, large, quietAgain].flatMap(({ failures }) => failures)).toEqual([]);
  }, 1_800_000);
});
