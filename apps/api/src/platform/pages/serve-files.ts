import type { FastifyInstance } from 'fastify';

import { pageSettings } from '../http/index.js';

type Headers = Readonly<Record<string, string>>;

interface ServedFiles {
  readonly root: string;
  readonly prefix: string;
  /** Headers sent along with an existing file. */
  readonly headersOf: (url: string) => Headers;
  /** Throws if nothing can be served at the moment. */
  readonly check?: () => void;
  /** File extensions that may be omitted from URLs. */
  readonly extensions?: readonly string[];
}

const assetHeaders = {
  // The file name contains a hash of its content.
  'cache-control': 'public, max-age=31536000, immutable',
  'cross-origin-resource-policy': 'same-origin',
  // Workers have their own policy.
  'content-security-policy': "default-src 'none'; script-src 'self'; connect-src 'self'; frame-ancestors 'none'",
};

/** Serves built files to anyone, compressed and cached indefinitely. */
export const serveAssets = (server: FastifyInstance, folder: { readonly root: string; readonly prefix: string }) =>
  serveFiles(server, { ...folder, headersOf: () => assetHeaders });

/** Serves built files to anyone, compressed. */
export function serveFiles(server: FastifyInstance, served: ServedFiles): void {
  const { root, prefix, headersOf, check, extensions } = served;
  server.register(async (files) => {
    files.addHook('onRoute', (route) => {
      route.config = { ...route.config, ...pageSettings };
    });
    if (check) files.addHook('onRequest', async () => check());
    // Headers are not set on errors, since a missing file may exist after the next build.
    files.addHook('onSend', async (request, reply, payload) => {
      if (reply.statusCode < 400) void reply.headers(headersOf(request.url));
      return payload;
    });
    // Loaded on demand: it is not part of the bundle, and commands that only print help do not wait for it.
    const { default: fastifyStatic } = await import('@fastify/static');
    await files.register(fastifyStatic, {
      ...{ root, prefix, decorateReply: false, preCompressed: true, cacheControl: false },
      ...(extensions ? { extensions: [...extensions] } : { index: false }),
    });
  });
}
