import type { EventEmitter } from 'node:events';
import { stringifyJson } from './json/scan-json.js';
import type { FastifyInstance } from 'fastify';
import { ApiError } from './errors/api-error.js';
import { routeSettingsOf } from './route-settings.js';
import { setStandardHeaders } from './standard-headers.js';

/** The content type of every response of a route. */
export const jsonType = 'application/json; charset=utf-8';

/**
 * Returns the text of a route's result as it is sent. Text and bytes are unchanged. Results with `success` get the request id, unless they
 * already have one.
 */
export function responseText(payload: unknown, request: { readonly id: string }): string {
  if (typeof payload === 'string') return payload;
  return Buffer.isBuffer(payload) ? payload.toString() : stringifyJson(withRequestId(payload, request));
}

const withRequestId = (payload: unknown, { id }: { readonly id: string }): unknown =>
  typeof payload === 'object' && payload !== null && Object.hasOwn(payload, 'success')
    ? { ...payload, requestId: 'requestId' in payload ? payload.requestId : id }
    : payload;

/**
 * Registers hooks that add request ids and security headers to every response, serialize bodies with exact JSON text, and reject URLs that
 * the database could not store.
 */
export function registerServerHooks(server: FastifyInstance): void {
  // Reads the address while the connection is open, so that it remains known after the other side has disconnected.
  server.server.on('connection', (socket) => void socket.remoteAddress);
  server.setReplySerializer((payload) => stringifyJson(payload));
  server.addHook('onRoute', (route) => {
    const { bodyBytes } = routeSettingsOf({ routeOptions: { config: route.config } });
    if (bodyBytes !== undefined) route.bodyLimit = bodyBytes;
  });
  server.addHook('onRequest', (request, reply, done) => {
    setStandardHeaders(request, reply);
    done();
  });
  // Executed after the hooks for arriving requests, in which the key is checked and counted.
  server.addHook('preParsing', (request, _reply, payload, done) => {
    if (request.url.includes('%00')) done(new ApiError('VALIDATION_ERROR', 'The path contains the character U+0000'));
    else done(null, payload);
  });
  server.addHook('preSerialization', (request, _reply, payload: unknown, done) => {
    done(null, withRequestId(payload, request));
  });
}

export interface BufferPoolLimits {
  /** Minimum size in bytes of a response that uses pooled memory. */
  readonly minBytes: number;
  /** Maximum bytes kept for further responses. */
  readonly maxPooledBytes: number;
}

/**
 * Memory of large responses, reused once they have been sent. Off-heap memory that lives until a response has been sent is long-lived for
 * the garbage collector: after some hundred responses, it scanned the entire heap while all requests waited.
 */
export class ResponseBufferPool {
  /** Free buffers by size. */
  private readonly free = new Map<number, Buffer[]>();
  private pooledBytes = 0;

  constructor(private readonly limits: BufferPoolLimits) {}

  /** Joins the parts into one buffer. It is valid until `response` has finished, and must not be read afterwards. */
  concat(parts: readonly Uint8Array[], response: Pick<EventEmitter, 'on'>): Buffer {
    const length = parts.reduce((sum, part) => sum + part.length, 0);
    if (length < this.limits.minBytes) return Buffer.concat(parts, length);
    const memory = this.acquire(2 ** Math.ceil(Math.log2(length)));
    let end = 0;
    for (const part of parts) {
      memory.set(part, end);
      end += part.length;
    }
    // If a response never finishes because its client is gone, its memory is not returned. Not `once`, because its wrapper outlives the
    // response.
    response.on('finish', () => this.release(memory));
    return memory.subarray(0, length);
  }

  private acquire(size: number): Buffer {
    const found = this.free.get(size)?.pop();
    if (!found) return Buffer.allocUnsafeSlow(size);
    this.pooledBytes -= size;
    return found;
  }

  private release(memory: Buffer): void {
    const size = memory.length;
    if (this.pooledBytes + size > this.limits.maxPooledBytes) return;
    this.pooledBytes += size;
    const same = this.free.get(size);
    if (same) same.push(memory);
    else this.free.set(size, [memory]);
  }
}
