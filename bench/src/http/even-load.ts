import { setTimeout as sleep } from 'node:timers/promises';

import { Pool } from 'undici';

import type { ApiRequest } from '../entities/api-client.js';

export interface EvenLoad {
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

export interface EvenResult {
  /** Answered with success. */
  readonly requests: number;
  /** Until the last answer. */
  readonly seconds: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly failed: number;
}

/**
 * Sends requests at even distances, and measures each from the moment it was due: a server that stops for a while delays all that were
 * due meanwhile.
 */
export async function evenLoad({ port, key, connections, rate, seconds, request }: EvenLoad): Promise<EvenResult> {
  // A client that takes little of the processor: it shares the machine with the server.
  const client = new Pool(`http://127.0.0.1:${port}`, { connections });
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const times: number[] = [];
  let failed = 0;
  // Bodies are made before the first is due.
  const requests = Array.from({ length: rate * seconds }, (_, index) => {
    const { method, path, body } = request(index + 1);
    return { method, path, headers, body: JSON.stringify(body) };
  });
  const statusOf = async (number: number): Promise<number> => {
    const { statusCode, body } = await client.request(requests[number - 1]!);
    await body.dump();
    return statusCode;
  };
  const start = performance.now();
  const send = async (number: number): Promise<void> => {
    const dueMs = start + ((number - 1) * 1_000) / rate;
    const status = await statusOf(number).catch(() => 0);
    if (status >= 200 && status < 300) times.push(performance.now() - dueMs);
    else failed += 1;
  };
  const sent: Promise<void>[] = [];
  while (sent.length < rate * seconds) {
    const due = Math.min(rate * seconds, 1 + Math.floor(((performance.now() - start) * rate) / 1_000));
    while (sent.length < due) sent.push(send(sent.length + 1));
    await sleep(1);
  }
  await Promise.all(sent);
  await client.close();
  times.sort((a, b) => a - b);
  const quantile = (share: number): number =>
    Math.round((times[Math.ceil(times.length * share) - 1] ?? Number.NaN) * 10) / 10;
  const took = (performance.now() - start) / 1_000;
  return { requests: times.length, seconds: took, p50Ms: quantile(0.5), p99Ms: quantile(0.99), failed };
}
