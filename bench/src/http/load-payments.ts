import autocannon from 'autocannon';

import { paymentRequest, paymentWorkload } from './payment-workload.js';

/** What the process is started with, as JSON in `LOAD`. */
export interface PaymentLoad {
  readonly port: number;
  readonly key: string;
  /** In the external ids, so that no run repeats those of another. */
  readonly run: string;
  readonly seconds: number;
  readonly connections: number;
  readonly customers: number;
  readonly seed: number;
  /** Requests a second; absent: as many as are answered. */
  readonly rate?: number;
}

export interface LoadResult {
  readonly type: 'loaded';
  readonly requests: number;
  readonly requestsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Answers without success, and connections that broke. */
  readonly failed: number;
  /** Microseconds of the processor that sending took. */
  readonly clientUs: number;
}

const load = JSON.parse(process.env['LOAD'] ?? '{}') as PaymentLoad;
const workload = paymentWorkload(load.seed);
let number = 0;

const before = process.cpuUsage();
const result = await autocannon({
  url: `http://127.0.0.1:${load.port}`,
  connections: load.connections,
  duration: load.seconds,
  ...(load.rate !== undefined && { overallRate: load.rate }),
  requests: [
    {
      method: 'POST',
      path: '/transactions',
      headers: { authorization: `Bearer ${load.key}`, 'content-type': 'application/json' },
      setupRequest: (request) => ({
        ...request,
        body: JSON.stringify(paymentRequest(workload, load.run, (number += 1), load.customers).body),
      }),
    },
  ],
});
const { user, system } = process.cpuUsage(before);
const answer: LoadResult = {
  type: 'loaded',
  requests: result['2xx'],
  requestsPerSecond: result['2xx'] / result.duration,
  p50Ms: result.latency.p50,
  p99Ms: result.latency.p99,
  failed: result.non2xx + result.errors,
  clientUs: user + system,
};
process.send?.(answer);
