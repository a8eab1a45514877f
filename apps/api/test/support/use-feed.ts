import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';

import { receiverCertificate, receiverKey, resolveReceiversLocally } from './receivers-at-home.mjs';

export interface FeedRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
}

export type FeedResponse = (response: ServerResponse, asked: FeedRequest) => void;

/** Files that a server may fetch, over TLS from this machine; the guard of what goes out stays as it is. */
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
    /** What was asked for since the test began. */
    asked,
    origin: (name = 'lists.receiver.test'): string => `https://${name}:${(server.address() as AddressInfo).port}`,
    respondWith: (response: FeedResponse): void => void (respond = response),
    /** The file that each address has from now on; `etag` says whether it is another one. */
    say: (text: string | Buffer, headers: Readonly<Record<string, string>> = {}): void =>
      void (respond = (response, { headers: { 'if-none-match': mark } }) => {
        if (mark !== undefined && mark === headers['etag']) response.writeHead(304).end();
        else response.writeHead(200, headers).end(text);
      }),
  };
}
