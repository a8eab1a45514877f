import type { ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';

import { receiverCertificate, receiverKey } from './receivers-at-home.mjs';

/** A request that a source received. */
export interface AskedSource {
  readonly mark: string;
  /** Key of the execution, the same for all attempts. */
  readonly key: string;
}

export type SourceResponse = (response: ServerResponse, asked: AskedSource) => void;

export interface FakeSource {
  readonly baseUrl: string;
  readonly asked: readonly AskedSource[];
  /** Number of requests that are open now, and the maximum so far. */
  readonly open: { now: number; most: number };
  respond: SourceResponse;
  close(): Promise<void>;
}

export const saysName: SourceResponse = (response) =>
  void response.writeHead(200, { 'content-type': 'application/json' }).end('{"legalName":"Invented Ltd"}');

/** Starts the source that the providers of the tests request, on this machine and over TLS. */
export async function startSource(respond: SourceResponse = saysName): Promise<FakeSource> {
  const asked: AskedSource[] = [];
  const open = { now: 0, most: 0 };
  const server = createServer({ key: receiverKey, cert: receiverCertificate }, (request, response) => {
    const { searchParams } = new URL(request.url!, 'https://source.receiver.test');
    const one = { mark: searchParams.get('mark') ?? '', key: searchParams.get('key') ?? '' };
    asked.push(one);
    open.now += 1;
    open.most = Math.max(open.most, open.now);
    response.on('close', () => (open.now -= 1));
    source.respond(response, one);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const source: FakeSource = {
    baseUrl: `https://source.receiver.test:${(server.address() as AddressInfo).port}/`,
    asked,
    open,
    respond,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return source;
}
