import { setTimeout as sleep } from 'node:timers/promises';

import type { ApiRequest } from '../entities/api-client.js';
import { LeanConnections, requestText } from './lean-connections.js';

export interface ConstantRateLoad {
  readonly port: number;
  readonly key: string;
  /** What is due while all of them wait for an answer is sent when one has it. */
  readonly connections: number;
  /** Requests a second. */
  readonly rate: number;
  readonly seconds: number;
  /** The `number`th request, from 1. */
  readonly request: (number: number) => ApiRequest;
}

export interface ConstantRateResult {
  /** Answered with success. */
  readonly requests: number;
  /** Until the last answer. */
  readonly seconds: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly failed: number;
}

/** Sent before those that are measured, so that connections are open and the code of the client is compiled. */
const warmUpSeconds = 2;

/**
 * Sends requests at even distances, and measures each from the moment it was due: a server that stops for a while delays all that were
 * due meanwhile.
 */
export async function constantRateLoad({
  port,
  key,
  connections,
  rate,
  seconds,
  request,
}: ConstantRateLoad): Promise<ConstantRateResult> {
  // Made before the first is due: the client shares the machine with the server.
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
