import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import { reportPromise } from '@tamis/testkit';

import { inTransaction } from '../../../platform/database/index.js';
import { writeEvents } from '../../../platform/outbox/index.js';
import { createWebhook } from '../../../../test/support/create-webhook.js';
import { waitUntil } from '../../../../test/support/wait-until.js';
import { useReceivers } from '../../../../test/support/use-receivers.js';
import { useTestApi } from '../../../../test/support/use-test-api.js';
import type { ReceiverResponse } from '../../../../test/support/webhook-receiver.js';

/** 100 MB, as fast as they are read. */
function* manyBytes(): Iterable<Buffer> {
  for (let n = 0; n < 1_600; n += 1) yield Buffer.alloc(65_536);
}

/** Each of them is used twice. */
const bad: readonly ReceiverResponse[] = [
  () => undefined,
  (response) => void response.socket!.destroy(),
  (response) => void response.writeHead(200).write('x'),
  (response) => void pipeline(Readable.from(manyBytes()), response).catch(() => undefined),
  (response) => void response.writeHead(302, { location: 'https://elsewhere.receiver.test/' }).end(),
  (response) => void response.writeHead(429, { 'retry-after': '1' }).end(),
];
const healthy = 4;
const events = 40;
const targetMs = 2_000;

const p95Of = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.95) - 1]!;

describe('webhook receivers', () => {
  const api = useTestApi();
  const openReceiver = useReceivers();

  it('promise 27: that are slow or dead hurt only themselves', async () => {
    const { organizationId, key } = api().production;
    const asOwn = (path: string, call: object) => api().call(path, { ...call, key });
    const delays: number[] = [];
    const accept: ReceiverResponse = (response, { body }) => {
      delays.push(Date.now() - body.payload.committedMs);
      response.writeHead(204).end();
    };
    for (const answer of [...bad, ...bad]) await createWebhook(asOwn, (await openReceiver(answer)).url);
    for (let n = 0; n < healthy; n += 1) await createWebhook(asOwn, (await openReceiver(accept)).url);
    const before = process.memoryUsage().rss;
    const commits: number[] = [];
    for (let n = 0; n < events; n += 1) {
      const payload = { number: n, committedMs: Date.now() };
      const begun = performance.now();
      await inTransaction(api().pool, null, (client) =>
        writeEvents(client, [{ organizationId, event: 'alert.created', payload }]),
      );
      commits.push(performance.now() - begun);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    await waitUntil(() => delays.length === healthy * events);
    const grownMb = (process.memoryUsage().rss - before) / 2 ** 20;
    const [p95, bareP95] = [p95Of(delays), p95Of(commits)];
    reportPromise(27, {
      figure: `p95 ${p95} ms (${(p95 / bareP95).toFixed(1)} bare commits) of ${delays.length} deliveries to ${healthy} healthy webhooks beside ${2 * bad.length} others; +${Math.round(grownMb)} MB`,
      target: `p95 <= ${targetMs} ms, <= +100 MB`,
      holds: p95 <= targetMs && grownMb <= 100,
    });
    // The speed is measured but not asserted, since the machine may be busy.
    expect(delays).toHaveLength(healthy * events);
  });
});
