import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';

import { receiverCertificate, receiverKey, resolveReceiversLocally } from './receivers-at-home.mjs';

export interface FeedRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
}

export type FeedResponse = (response: ServerResponse, asked: FeedRequest) => void;

/** Provides files that a server can fetch from this machine over TLS; the guard for outgoing requests stays active. */
export function useFeed() {
  let server: Server;
  let undo: () => void = () => undefined;
  let respond: FeedResponse = (response) => void response.writeHead(404).end();
  const asked: FeedRequest[] = [];
  beforeAll(async () => {
    undo = resolveReceiversLocally();
    server = createServer({ key: receiverKey, cert: receiverCertificate }, ({ url: path = '', headers }, response) => {
      asked.push({ path, headers });
      respond(response, { path, headers });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(async () => {
    undo();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  beforeEach(() => void asked.splice(0));
  return {
    /** The requests since the start of the test. */
    asked,
    origin: (name = 'lists.receiver.test'): string => `https://${name}:${(server.address() as AddressInfo).port}`,
    respondWith: (response: FeedResponse): void => void (respond = response),
    /** Sets the file that every address returns from now on; `etag` tells whether it has changed. */
    say: (text: string | Buffer, headers: Readonly<Record<string, string>> = {}): void =>
      void (respond = (response, { headers: { 'if-none-match': mark } }) => {
        if (mark !== undefined && mark === headers['etag']) response.writeHead(304).end();
        else response.writeHead(200, headers).end(text);
      }),
  };
}
