import type { IncomingMessage } from 'node:http';

import type { FastifyInstance, FastifyRequest } from 'fastify';

import { ApiError } from './errors/api-error.js';
import { routeSettingsOf } from './route-settings.js';

/** Types of bodies that routes take as they are. Their bodies are left unread: whether they may be sent at all is looked at first. */
const rawTypes = ['application/pdf', 'image/jpeg', 'image/png', 'image/webp'];

export function registerRawBodyParser(server: FastifyInstance): void {
  server.addContentTypeParser(rawTypes, (request: FastifyRequest, _body: IncomingMessage, done) => {
    if (routeSettingsOf(request).rawTypes) return done(null, undefined);
    done(new ApiError('UNSUPPORTED_MEDIA_TYPE', 'The body must be sent with `Content-Type: application/json`'));
  });
}

/** The bytes of a body that was left unread. Throws 415 for another kind, and 413 for more bytes, at the first that is too many. */
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
