import type { FastifyInstance, FastifyRequest } from 'fastify';

import { routeSettingsOf } from '../http/index.js';
import { limits } from '../limits.js';
import { overloadedError } from './admission.js';

/** Disk space in bytes for the uploads of all requests of one process. One organization may use at most half. */
export class UploadSpace {
  private taken = 0;
  private readonly byOwner = new Map<string, number>();

  constructor(private readonly maxBytes: number) {}

  /** Reserves bytes and returns a function that releases them; `null` if there is not enough space now. */
  take(owner: string, bytes: number): (() => void) | null {
    const ofOwner = this.byOwner.get(owner) ?? 0;
    // A single body may be larger than half. It is accepted while its owner has no other.
    const isOverShare = ofOwner > 0 && ofOwner + bytes > this.maxBytes / 2;
    if (isOverShare || this.taken + bytes > this.maxBytes) return null;
    this.add(owner, bytes);
    return () => this.add(owner, -bytes);
  }

  private add(owner: string, bytes: number): void {
    this.taken += bytes;
    const now = (this.byOwner.get(owner) ?? 0) + bytes;
    if (now === 0) this.byOwner.delete(owner);
    else this.byOwner.set(owner, now);
  }
}

/**
 * Rejects large bodies before they are read while there are too many. Register after the hooks that identify the caller, so that
 * unauthorized requests reserve no space.
 */
export function registerUploadSpace(
  server: FastifyInstance,
  space: UploadSpace,
  ownerOf: (request: FastifyRequest) => string,
): void {
  server.addHook('onRequest', (request, reply, done) => {
    const bytes = uploadBytesOf(request);
    if (bytes === 0) return done();
    const giveBack = space.take(ownerOf(request), bytes);
    if (!giveBack) return done(overloadedError('The server has too many uploads in progress; send it again'));
    reply.raw.once('close', giveBack);
    done();
  });
}

/**
 * Returns the bytes to reserve; 0 if the body is not larger than others. A body without a declared length counts as the maximum of its
 * route.
 */
function uploadBytesOf(request: FastifyRequest): number {
  const { files, largeArray, bodyBytes = limits.bodyBytes } = routeSettingsOf(request);
  const most = Math.max(files?.allBytes ?? 0, largeArray ? bodyBytes : 0);
  if (most === 0) return 0;
  const length = request.headers['content-length'];
  const bytes = length === undefined ? most : Math.min(Number(length), most);
  return bytes > limits.bodyBytes ? bytes : 0;
}
