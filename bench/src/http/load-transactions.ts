import autocannon from 'autocannon';

import type { ApiRequest } from '../entities/api-client.js';
import { constantRateLoad } from './constant-rate-load.js';
import { transactionRequest, transactionWorkload } from './transaction-workload.js';

/** Parameters of the process, passed as JSON in `LOAD`. */
export interface TransactionLoad {
  readonly port: number;
  readonly key: string;
  /** Part of the external ids, so that no run repeats those of another. */
  readonly runId: string;
  readonly seconds: number;
  readonly connections: number;
  readonly customers: number;
  readonly seed: number;
  /**
   * Requests per second at even intervals. If absent, as many as the server can handle. Not sent by autocannon, which sends the requests of
   * each second at its beginning, as fast as there are responses.
   */
  readonly rate?: number;
  /** Default: the full summary. */
  readonly summary?: 'hits';
}

export interface LoadResult {
  readonly type: 'loaded';
  readonly requests: number;
  readonly requestsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Unsuccessful responses and broken connections. */
  readonly failed: number;
  /** Processor time of the sender in microseconds. */
  readonly clientUs: number;
}

const load = JSON.parse(process.env['LOAD'] ?? '{}') as TransactionLoad;
const workload = transactionWorkload(load.seed);
const query = load.summary === undefined ? '' : `?summary=${load.summary}`;
const sendTransaction = (number: number): ApiRequest => {
  const request = transactionRequest(workload, load.runId, number, load.customers);
  return { ...request, path: `${request.path}${query}` };
};

type Sent = Omit<LoadResult, 'type' | 'clientUs'>;

/** Sends as many requests as there are responses: each connection sends the next request after the last response. */
async function closedLoop({ port, key, connections, seconds }: TransactionLoad): Promise<Sent> {
  let number = 0;
  const result = await autocannon({
    url: `http://127.0.0.1:${port}`,
    connections,
    duration: seconds,
    requests: [
      {
        method: 'POST',
        path: `/transactions${query}`,
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        setupRequest: (request) => ({ ...request, body: JSON.stringify(sendTransaction((number += 1)).body) }),
      },
    ],
  });
  return {
    requests: result['2xx'],
    requestsPerSecond: result['2xx'] / result.duration,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    failed: result.non2xx + result.errors,
  };
}

async function constantRate({ port, key, connections, seconds }: TransactionLoad, rate: number): Promise<Sent> {
  const { seconds: took, ...result } = await constantRateLoad({
    port,
    key,
    connections,
    rate,
    seconds,
    request: sendTransaction,
  });
  return { ...result, requestsPerSecond: result.requests / took };
}

const before = process.cpuUsage();
const sent = load.rate === undefined ? await closedLoop(load) : await constantRate(load, load.rate);
const { user, system } = process.cpuUsage(before);
const result: LoadResult = { type: 'loaded', ...sent, clientUs: user + system };
process.send?.(result);
