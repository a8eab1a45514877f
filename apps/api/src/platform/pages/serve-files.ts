import type { FastifyInstance } from 'fastify';

type Headers = Readonly<Record<string, string>>;

interface ServedFiles {
  readonly root: string;
  readonly prefix: string;
  /** What goes along with a file that there is. */
  readonly headersOf: (url: string) => Headers;
  /** Throws where nothing is served at the moment. */
  readonly check?: () => void;
  /** Endings that an address leaves out. */
  readonly extensions?: readonly string[];
}

const assetHeaders = {
  // The name of a file says what is in it.
  'cache-control': 'public, max-age=31536000, immutable',
  'cross-origin-resource-policy': 'same-origin',
  // A worker is held to a policy of its own.
  'content-security-policy': "default-src 'none'; script-src 'self'; connect-src 'self'; frame-ancestors 'none'",
};

/** Serves built files, compressed and for ever, to anybody. */
export const serveAssets = (server: FastifyInstance, folder: { readonly root: string; readonly prefix: string }) =>
  serveFiles(server, { ...folder, headersOf: () => assetHeaders });

/** Serves built files, compressed, to anybody. */
export function serveFiles(server: FastifyInstance, served: ServedFiles): void {
  const { root, prefix, headersOf, check, extensions } = served;
  server.register(async (files) => {
    files.addHook('onRoute', (route) => {
      route.config = { ...route.config, access: 'public' };
    });
    if (check) files.addHook('onRequest', async () => check());
    // What is not there may be there after the next build.
    files.addHook('onSend', async (request, reply, payload) => {
      if (reply.statusCode < 400) void reply.headers(headersOf(request.url));
      return payload;
    });
    // It is left out of the bundle, and whoever asks for help alone does not wait for it.
    const { default: fastifyStatic } = await import('@fastify/static');
    await files.register(fastifyStatic, {
      ...{ root, prefix, decorateReply: false, preCompressed: true, cacheControl: false },
      ...(extensions ? { extensions: [...extensions] } : { index: false }),
    });
  });
}
