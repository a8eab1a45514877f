import type { IncomingMessage } from 'node:http';

import type { FastifyInstance, FastifyRequest } from 'fastify';

import { ApiError } from './errors/api-error.js';
import { routeSettingsOf } from './route-settings.js';

/** Body types that routes accept in raw form. The bodies are left unread until the request has been authorized. */
const rawTypes = ['application/pdf', 'image/jpeg', 'image/png', 'image/webp'];

export function registerRawBodyParser(server: FastifyInstance): void {
  server.addContentTypeParser(rawTypes, (request: FastifyRequest, _body: IncomingMessage, done) => {
    if (routeSettingsOf(request).rawTypes) return done(null, undefined);
    done(new ApiError('UNSUPPORTED_MEDIA_TYPE', 'The body must be sent with `Content-Type: application/json`'));
  });
}

/** Reads the bytes of a raw body. Throws 415 for another type, and 413 as soon as there are too many bytes. */
export async function readRawBody(
  request: IncomingMessage,
  types: readonly string[],
  maxBytes: number,
): Promise<Buffer> {
  const type = request.headers['content-type']?.split(';', 1)[0]!.trim().toLowerCase();
  if (!types.includes(type ?? ''))
    throw new ApiError('UNSUPPORTED_MEDIA_TYPE', `The body must be one of ${types.join(', ')}`);
  const tooLarge = new ApiError('PAYLOAD_TOO_LARGE', `The body is too large: at most ${String(maxBytes)} bytes`);
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge;
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request.iterator({ destroyOnReturn: false })) {
    bytes += (part as Buffer).length;
    if (bytes > maxBytes) throw tooLarge;
    parts.push(part as Buffer);
  }
  return Buffer.concat(parts);
}
