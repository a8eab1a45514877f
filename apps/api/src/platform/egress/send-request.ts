import http from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';

import { limits } from '../limits.js';
import { keptAgents } from './kept-agents.js';

export interface OutgoingRequest {
  /** URL with `http:` or `https:`, without user and password. */
  readonly url: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** Time from the lookup of the name to the end of the response. Default: `limits.egressMs`. */
  readonly timeoutMs?: number;
  /**
   * For requests of which only the status matters: the response body is discarded except for its first `keptBodyBytes`, and bytes beyond
   * this maximum or after the timeout are not waited for. If absent, a response that is late or larger than `limits.egressAnswerBytes` is
   * an error.
   */
  readonly discardBodyMaxBytes?: number;
  readonly keptBodyBytes?: number;
  /** Maximum bytes of the response. Default: `limits.egressAnswerBytes`. */
  readonly maxResponseBytes?: number;
  /**
   * Whether the connection is kept for the next request to the same host. If the other end closed it meanwhile, a new one is opened and the
   * request sent again, so use it only for idempotent requests.
   */
  readonly keepsConnection?: boolean;
}

/** Thrown if the response exceeded the maximum size. */
export class ResponseTooLargeError extends Error {}

/** Thrown if the response was not complete in time. */
export class LateResponseError extends Error {}

export interface OutgoingResponse {
  /** Redirects are returned like any other response, not followed. */
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: Buffer;
}

/**
 * Sends a request and reads its entire response. Names are resolved by `lookup`. A literal IP address is not, so the caller must have
 * checked it. Throws connection errors.
 */
export function sendRequest(url: URL, outgoing: OutgoingRequest, lookup: LookupFunction): Promise<OutgoingResponse> {
  const protocol = url.protocol === 'http:' ? http : https;
  // A kept connection is not looked up again, so each lookup function has its own agent.
  const agent = outgoing.keepsConnection ? keptAgents(lookup)[protocol === http ? 'http' : 'https'] : false;
  let underWay: http.ClientRequest | undefined;
  // Uses a timer instead of an abort signal, whose listeners cost half as much as the request itself.
  const timer = setTimeout(() => underWay?.destroy(new LateResponseError()), outgoing.timeoutMs ?? limits.egressMs);
  timer.unref();
  const answered = new Promise<OutgoingResponse>((resolve, reject) => {
    const send = (through: http.Agent | false): void => {
      const options = { method: outgoing.method, headers: { ...outgoing.headers }, agent: through, lookup };
      let isAnswered = false;
      const request = protocol.request(url, options, (response) => {
        isAnswered = true;
        const answer = { status: response.statusCode!, headers: response.headers };
        const { discardBodyMaxBytes: passOverBytes } = outgoing;
        if (passOverBytes === undefined)
          return void readBody(response, outgoing.maxResponseBytes ?? limits.egressAnswerBytes).then(
            (body) => resolve({ ...answer, body }),
            reject,
          );
        // The response has started, so later errors have no effect.
        request.off('error', failed).on('error', () => undefined);
        void discardBody(response, passOverBytes, outgoing.keptBodyBytes ?? 0).then((body) =>
          resolve({ ...answer, body }),
        );
      });
      underWay = request;
      const failed = (error: NodeJS.ErrnoException): void => {
        const wasClosed = request.reusedSocket && (error.code === 'ECONNRESET' || error.code === 'EPIPE');
        if (wasClosed && !isAnswered) send(false);
        else reject(error);
      };
      request.on('error', failed);
      // Without a listener, a request whose response is an upgrade would end with neither a response nor an error.
      request.on('upgrade', ({ statusCode, headers }, socket) => {
        socket.destroy();
        resolve({ status: statusCode!, headers, body: Buffer.alloc(0) });
      });
      request.end(outgoing.body);
    };
    send(agent);
  });
  return answered.finally(() => clearTimeout(timer));
}

function readBody(response: http.IncomingMessage, most: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let bytes = 0;
    response.on('data', (part: Buffer) => {
      bytes += part.length;
      if (bytes > most) response.destroy(new ResponseTooLargeError('the response is too large'));
      else parts.push(part);
    });
    response.on('error', reject);
    response.on('end', () => resolve(Buffer.concat(parts)));
  });
}

/** Reads the response up to a maximum, since the sender would otherwise see a broken connection. Keeps its first bytes. */
function discardBody(response: http.IncomingMessage, most: number, keptBytes: number): Promise<Buffer> {
  return new Promise((resolve) => {
    const kept: Buffer[] = [];
    let bytes = 0;
    response.on('data', (part: Buffer) => {
      if (bytes < keptBytes) kept.push(part.subarray(0, keptBytes - bytes));
      bytes += part.length;
      if (bytes > most) response.destroy();
    });
    response.on('error', () => undefined);
    response.on('close', () => resolve(Buffer.concat(kept)));
  });
}
