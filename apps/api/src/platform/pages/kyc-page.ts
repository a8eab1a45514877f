import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { FastifyInstance } from 'fastify';

import { pageSettings } from '../http/index.js';
import { serveAssets } from './serve-files.js';

const kycFolder = fileURLToPath(new URL('../../../../kyc-page/dist/pages', import.meta.url));

/** Everything the page loads comes from this server. Pictures are previewed as `blob:` before they are sent. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "media-src 'self' blob:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const headers = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': policy,
  'cross-origin-opener-policy': 'same-origin',
  // The URL grants access to the session, so it must not be passed on.
  'referrer-policy': 'no-referrer',
  'permissions-policy': 'camera=(self), microphone=(), geolocation=(), usb=()',
  'x-robots-tag': 'noindex',
};

/** Paths of identity validations and document requests, which are answered on the same page. */
const addresses = ['/kyc/session/:token', '/kyc/documents/:token'];

/** Serves the page on which people show their documents to anyone who has its link. Does nothing if it is not built. */
export function registerKycPage(server: FastifyInstance, folder = kycFolder): void {
  const page = readPage(folder);
  if (page === null) return;
  for (const address of addresses)
    server.get(address, { config: pageSettings }, (_request, reply) => reply.headers(headers).send(page));
  serveAssets(server, { root: join(folder, 'assets'), prefix: '/kyc/assets/' });
}

function readPage(folder: string): string | null {
  try {
    return readFileSync(join(folder, 'index.html'), 'utf8');
  } catch {
    return null;
  }
}
