import type { EventEmitter } from 'node:events';
import { stringifyJson } from './json/scan-json.js';
import type { FastifyInstance } from 'fastify';
import { ApiError } from './errors/api-error.js';
import { routeSettingsOf } from './route-settings.js';
import { setStandardHeaders } from './standard-headers.js';

/** The content type of every answer of a route. */
export const jsonType = 'application/json; charset=utf-8';

/** The text of what a route returned, as it is sent: text and bytes as they are, and answers with `success` name their request, where they name no other. */
export function responseText(payload: unknown, request: { readonly id: string }): string {
  if (typeof payload === 'string') return payload;
  return Buffer.isBuffer(payload) ? payload.toString() : stringifyJson(withRequestId(payload, request));
}

const withRequestId = (payload: unknown, { id }: { readonly id: string }): unknown =>
  typeof payload === 'object' && payload !== null && Object.hasOwn(payload, 'success')
    ? { ...payload, requestId: 'requestId' in payload ? payload.requestId : id }
    : payload;

/** Request ids and protective headers in every answer, exact JSON text in bodies, and addresses the database could not take refused. */
export function registerServerHooks(server: FastifyInstance): void {
  // Read while the connection is there, its address stays known after the other side has hung up.
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
  // After all that is done when a request arrives: its key is found and counted.
  server.addHook('preParsing', (request, _reply, payload, done) => {
    if (request.url.includes('%00')) done(new ApiError('VALIDATION_ERROR', 'The address holds the character U+0000'));
    else done(null, payload);
  });
  server.addHook('preSerialization', (request, _reply, payload: unknown, done) => {
    done(null, withRequestId(payload, request));
  });
}

export interface BufferPoolLimits {
  /** Bytes of the smallest answer that is worth to be kept memory for. */
  readonly minBytes: number;
  /** Bytes that are kept for further answers at most. */
  readonly maxPooledBytes: number;
}

/**
 * Memory of large answers, used again when they have left. Memory outside of the heap that lives until an answer has left lives long for
 * the collector of garbage: after some hundred answers it went through the whole heap, and everybody waited for it.
 */
export class ResponseBufferPool {
  /** By the size of each. */
  private readonly free = new Map<number, Buffer[]>();
  private pooledBytes = 0;

  constructor(private readonly limits: BufferPoolLimits) {}

  /** The parts as one. They are whole until `response` has finished, and must not be read afterwards. */
  concat(parts: readonly Uint8Array[], response: Pick<EventEmitter, 'on'>): Buffer {
    const length = parts.reduce((sum, part) => sum + part.length, 0);
    if (length < this.limits.minBytes) return Buffer.concat(parts, length);
    const memory = this.acquire(2 ** Math.ceil(Math.log2(length)));
    let end = 0;
    for (const part of parts) {
      memory.set(part, end);
      end += part.length;
    }
    // One that never finishes, as its client is gone, takes its memory with it. Not `once`, whose wrapper outlives the answer.
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
