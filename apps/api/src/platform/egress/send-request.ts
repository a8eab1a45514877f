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
  /** From the look-up of the name to the end of the answer. Default: `limits.egressMs`. */
  readonly timeoutMs?: number;
  /**
   * Where only the status counts: the body of the answer is not kept, and what is beyond so many bytes, or comes too late, is not waited for.
   * Absent: an answer that is not there in time, or larger than `limits.egressAnswerBytes`, is an error.
   */
  readonly discardBodyMaxBytes?: number;
}

export interface OutgoingResponse {
  /** Redirects are answers like any other: they are not followed. */
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: Buffer;
}

/**
 * Sends one request and reads its whole answer. Names are looked up by `lookup`; an address written as numbers is not looked up, so
 * the caller has checked it. Throws what the connection threw.
 */
export function sendRequest(url: URL, outgoing: OutgoingRequest, lookup: LookupFunction): Promise<OutgoingResponse> {
  const options = {
    method: outgoing.method,
    headers: { ...outgoing.headers },
    // One connection for each request: a kept one would not be looked up again.
    agent: false,
    lookup,
    signal: AbortSignal.timeout(outgoing.timeoutMs ?? limits.egressMs),
  };
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'http:' ? http : https).request(url, options, (response) => {
      const answer = { status: response.statusCode!, headers: response.headers };
      const { discardBodyMaxBytes: passOverBytes } = outgoing;
      if (passOverBytes === undefined)
        return void readBody(response).then((body) => resolve({ ...answer, body }), reject);
      // It has been answered: what breaks now changes nothing.
      request.off('error', reject).on('error', () => undefined);
      void discardBody(response, passOverBytes).then(() => resolve({ ...answer, body: Buffer.alloc(0) }));
    });
    request.on('error', reject);
    request.end(outgoing.body);
  });
}

function readBody(response: http.IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let bytes = 0;
    response.on('data', (part: Buffer) => {
      bytes += part.length;
      if (bytes > limits.egressAnswerBytes) response.destroy(new Error('the answer is too large'));
      else parts.push(part);
    });
    response.on('error', reject);
    response.on('end', () => resolve(Buffer.concat(parts)));
  });
}

/** Reads it for the sake of whoever sends it, who would else see a connection that broke. */
function discardBody(response: http.IncomingMessage, most: number): Promise<void> {
  return new Promise((resolve) => {
    let bytes = 0;
    response.on('data', (part: Buffer) => {
      bytes += part.length;
      if (bytes > most) response.destroy();
    });
    response.on('error', () => undefined);
    response.on('close', resolve);
  });
}
