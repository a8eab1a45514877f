import http from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';

import { limits } from '../limits.js';

export interface OutgoingRequest {
  /** `http:` or `https:`, without a user and password. */
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface OutgoingAnswer {
  /** Redirects are answers like any other: they are not followed. */
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: Buffer;
}

/**
 * Sends one request and reads its whole answer. Names are looked up by `lookup`; an address written as numbers is not looked up, so
 * the caller has checked it. Throws what the connection threw.
 */
export function sendRequest(url: URL, outgoing: OutgoingRequest, lookup: LookupFunction): Promise<OutgoingAnswer> {
  const options = {
    method: outgoing.method,
    headers: { ...outgoing.headers },
    // One connection for each request: a kept one would not be looked up again.
    agent: false,
    lookup,
    signal: AbortSignal.timeout(limits.egressMs),
  };
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'http:' ? http : https).request(url, options, (response) => {
      const parts: Buffer[] = [];
      let bytes = 0;
      response.on('data', (part: Buffer) => {
        bytes += part.length;
        if (bytes > limits.egressAnswerBytes) response.destroy(new Error('the answer is too large'));
        else parts.push(part);
      });
      response.on('error', reject);
      response.on('end', () =>
        resolve({ status: response.statusCode!, headers: response.headers, body: Buffer.concat(parts) }),
      );
    });
    request.on('error', reject);
    request.end(outgoing.body);
  });
}
