import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';

import type { Body } from './start-test-api.js';
import { receiverCertificate, receiverKey } from './receivers-at-home.mjs';

/** A request that was sent to a receiver. */
export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly body: Body;
}

export interface Receiver {
  /** The URL of the receiver, whose name has a public address; see `receivers-at-home.mjs`. */
  readonly url: string;
  readonly received: readonly Received[];
  close(): Promise<void>;
}

export type ReceiverResponse = (response: ServerResponse, received: Received) => void;

const accept: ReceiverResponse = (response) => void response.writeHead(204).end();

/** Starts a receiver of webhooks on this machine, over TLS. */
export async function startReceiver(
  answer: ReceiverResponse = accept,
  name = 'hooks.receiver.test',
): Promise<Receiver> {
  const received: Received[] = [];
  const server = createServer({ key: receiverKey, cert: receiverCertificate }, (request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const text = Buffer.concat(parts).toString();
      const one = { headers: request.headers, text, body: JSON.parse(text) as unknown };
      received.push(one);
      answer(response, one);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `https://${name}:${(server.address() as AddressInfo).port}/hook`,
    received,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
