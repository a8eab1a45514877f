import http from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';

import { limits } from '../limits.js';
import { keptAgents } from './kept-agents.js';

export interface OutgoingRequest {
  /** `http:` or `https:`, without a user and password. */
  readonly url: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** From the look-up of the name to the end of the answer. Default: `limits.egressMs`. */
  readonly timeoutMs?: number;
  /**
   * Where only the status counts: the body of the answer is not kept but for its first `keptBodyBytes`, and what is beyond so many bytes, or
   * comes too late, is not waited for.
   * Absent: an answer that is not there in time, or larger than `limits.egressAnswerBytes`, is an error.
   */
  readonly discardBodyMaxBytes?: number;
  readonly keptBodyBytes?: number;
  /** Bytes of the answer at most. Default: `limits.egressAnswerBytes`. */
  readonly maxResponseBytes?: number;
  /**
   * Whether the connection is kept for the next request to the same host. One that its other end closed meanwhile is replaced, and the
   * request sent again: only for what may be asked twice.
   */
  readonly keepsConnection?: boolean;
}

/** Why an answer was not read to its end. */
export class ResponseTooLargeError extends Error {}

/** It was not there in time. */
export class LateResponseError extends Error {}

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
  const protocol = url.protocol === 'http:' ? http : https;
  // A kept connection is not looked up again: those of each way to look up are kept apart.
  const agent = outgoing.keepsConnection ? keptAgents(lookup)[protocol === http ? 'http' : 'https'] : false;
  let underWay: http.ClientRequest | undefined;
  // Not a signal: with what listens to it, that costs half as much again as the request does.
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
        // It has been answered: what breaks now changes nothing.
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
      // Without a listener a request that is answered so ends with neither an answer nor an error.
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
      if (bytes > most) response.destroy(new ResponseTooLargeError('the answer is too large'));
      else parts.push(part);
    });
    response.on('error', reject);
    response.on('end', () => resolve(Buffer.concat(parts)));
  });
}

/** Reads it for the sake of whoever sends it, who would else see a connection that broke; its first bytes are kept. */
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
