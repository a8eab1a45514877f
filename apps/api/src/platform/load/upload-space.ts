import type { FastifyInstance, FastifyRequest } from 'fastify';

import { routeSettingsOf } from '../http/index.js';
import { limits } from '../limits.js';
import { overloadedError } from './admission.js';

/** Bytes of what is sent and read from the disk, of all requests of one process. One organization has half of them at most. */
export class UploadSpace {
  private taken = 0;
  private readonly byOwner = new Map<string, number>();

  constructor(private readonly maxBytes: number) {}

  /** What gives the bytes back; null: there is no place for them now. */
  take(owner: string, bytes: number): (() => void) | null {
    const ofOwner = this.byOwner.get(owner) ?? 0;
    // A body alone may be larger than a half: it is taken while its owner has no other.
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
 * Turns large bodies away before they are read while there are too many of them. Register after the hooks that find who asks: what nobody
 * may send takes no place.
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
    if (!giveBack) return done(overloadedError('The server has more uploads than it can keep; send it again'));
    reply.raw.once('close', giveBack);
    done();
  });
}

/** 0: it is no larger than other bodies. One that does not say how large it is may be as large as its route takes. */
function uploadBytesOf(request: FastifyRequest): number {
  const { files, largeArray, bodyBytes = limits.bodyBytes } = routeSettingsOf(request);
  const most = Math.max(files?.allBytes ?? 0, largeArray ? bodyBytes : 0);
  if (most === 0) return 0;
  const length = request.headers['content-length'];
  const bytes = length === undefined ? most : Math.min(Number(length), most);
  return bytes > limits.bodyBytes ? bytes : 0;
}
