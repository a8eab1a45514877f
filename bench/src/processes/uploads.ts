import { setTimeout as sleep } from 'node:timers/promises';

import { rssMb } from '../hostile-files/neighbour.js';
import { type Upload, upload, type UploadResponse } from '../hostile-files/upload.js';
import type { Cluster } from './cluster.js';
import type { Tenant } from './exactness.js';
import { ask } from './requests.js';

export interface Uploaded extends Readonly<Record<string, number>> {
  readonly uploadsAccepted: number;
  /** Uploads that received 503 and were repeated as requested. */
  readonly uploadsSentAgain: number;
  /** Peak memory of the process that received all of them. */
  readonly uploadsPeakRssMb: number;
}

const everyMs = 100;
const seconds = 240;
const noteCharacters = 3_000;
const sources = 5;

/** Sends a body of the given size in megabytes for each organization to one process, all at once. */
export async function uploadAtOnce(cluster: Cluster, tenants: readonly Tenant[], megabytes: number): Promise<Uploaded> {
  const content = bodyOf(megabytes);
  const [pid, port] = [cluster.pidOf(0), Number(new URL(cluster.urlOf(0)).port)];
  let peak = rssMb(pid);
  const watch = setInterval(() => (peak = Math.max(peak, rssMb(pid))), everyMs);
  const path = '/transactions/batch/background-multi';
  let sentAgain = 0;
  const send = async (sent: Upload): Promise<UploadResponse> => {
    const endMs = performance.now() + seconds * 1_000;
    for (;;) {
      const response = await upload(sent);
      if (response.status !== 503 || performance.now() > endMs) return response;
      sentAgain += 1;
      await sleep((JSON.parse(response.text) as { readonly retryAfterSeconds: number }).retryAfterSeconds * 1_000);
    }
  };
  const answers = await Promise.all(
    tenants.map(({ key }) => send({ port, key, path, name: 'payments.json', content, copies: 'body', seconds })),
  );
  clearInterval(watch);
  for (const { status, text } of answers)
    if (status !== 202) console.error(`an upload: ${status} ${text.slice(0, 300)}`);
  const accepted = answers.filter(({ status }) => status === 202);
  await Promise.all(accepted.map(({ text }, n) => cancel(cluster, tenants[n]!, text)));
  return { uploadsAccepted: accepted.length, uploadsSentAgain: sentAgain, uploadsPeakRssMb: Math.round(peak) };
}

/** Storing it is not part of the measurement. */
async function cancel(cluster: Cluster, { key }: Tenant, accepted: string): Promise<void> {
  const { jobId } = JSON.parse(accepted) as { readonly jobId: string };
  const body = { kind: 'transaction_batch', action: 'cancel' };
  await ask(cluster.urlOf(1), { key, path: `/batch-import/jobs/${jobId}/control`, body });
}

function bodyOf(megabytes: number): Buffer {
  const note = 'x'.repeat(noteCharacters);
  const payment = (n: number): string =>
    `{"externalId":"upload-${n}","type":"FEE","amount":1,"currency":"USD","executeRules":false,"metadata":{"note":"${note}"}}`;
  const ofSource = Math.floor((megabytes * 2 ** 20) / sources / (payment(0).length + 12));
  const source = (place: number): string =>
    `{"name":"s${place}","transactions":[${Array.from({ length: ofSource }, (_, n) => payment(place * ofSource + n)).join(',')}]}`;
  return Buffer.from(`{"sources":[${Array.from({ length: sources }, (_, place) => source(place)).join(',')}]}`);
}
