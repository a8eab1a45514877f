import { setTimeout as sleep } from 'node:timers/promises';

import type { ApiRequest } from '../entities/api-client.js';
import { LeanConnections, requestText } from './lean-connections.js';

export interface ConstantRateLoad {
  readonly port: number;
  readonly key: string;
  /** Requests that become due while all connections are waiting are sent as soon as one is free. */
  readonly connections: number;
  /** Requests per second. */
  readonly rate: number;
  readonly seconds: number;
  /** Returns the `number`th request, counted from 1. */
  readonly request: (number: number) => ApiRequest;
}

export interface ConstantRateResult {
  /** Successful requests. */
  readonly requests: number;
  /** Until the last response. */
  readonly seconds: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly failed: number;
}

/** Duration of the warm-up before measuring, which opens the connections and lets the code of the client be compiled. */
const warmUpSeconds = 2;

/**
 * Sends requests at even intervals and measures each from the moment it was due. A server that pauses therefore delays all requests that
 * become due in the meantime.
 */
export async function constantRateLoad({
  port,
  key,
  connections,
  rate,
  seconds,
  request,
}: ConstantRateLoad): Promise<ConstantRateResult> {
  // Created before the first is due, because the client shares the machine with the server.
  const requests = Array.from({ length: rate * (warmUpSeconds + seconds) }, (_, index) =>
    requestText(request(index + 1), port, key),
  );
  const client = new LeanConnections(port, connections);
  const times: number[] = [];
  let [failed, answered] = [0, 0];
  const start = performance.now();
  const firstDueMs = start + warmUpSeconds * 1_000;
  const send = (index: number): void => {
    const dueMs = start + (index * 1_000) / rate;
    client.send(requests[index]!, (status) => {
      answered += 1;
      if (status < 200 || status >= 300) failed += 1;
      else if (dueMs >= firstDueMs) times.push(performance.now() - dueMs);
    });
  };
  for (let sent = 0; answered < requests.length; await sleep(1)) {
    const due = Math.min(requests.length, 1 + Math.floor(((performance.now() - start) * rate) / 1_000));
    for (; sent < due; sent += 1) send(sent);
  }
  const took = (performance.now() - firstDueMs) / 1_000;
  client.close();
  times.sort((a, b) => a - b);
  const quantile = (share: number): number =>
    Math.round((times[Math.ceil(times.length * share) - 1] ?? Number.NaN) * 10) / 10;
  return { requests: times.length, seconds: took, p50Ms: quantile(0.5), p99Ms: quantile(0.99), failed };
}
