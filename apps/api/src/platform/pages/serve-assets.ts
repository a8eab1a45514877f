import type { FastifyInstance } from 'fastify';

const assetHeaders = {
  // The name of a file says what is in it.
  'cache-control': 'public, max-age=31536000, immutable',
  'cross-origin-resource-policy': 'same-origin',
  // A worker is held to a policy of its own.
  'content-security-policy': "default-src 'none'; script-src 'self'; connect-src 'self'; frame-ancestors 'none'",
};

/** Serves built files, compressed and for ever, to anybody. */
export function serveAssets(
  server: FastifyInstance,
  { root, prefix }: { readonly root: string; readonly prefix: string },
): void {
  server.register(async (assets) => {
    assets.addHook('onRoute', (route) => {
      route.config = { ...route.config, access: 'public' };
    });
    // What is not there may be there after the next build.
    assets.addHook('onSend', async (_request, reply, payload) => {
      if (reply.statusCode < 400) void reply.headers(assetHeaders);
      return payload;
    });
    // It is left out of the bundle, and whoever asks for help alone does not wait for it.
    const { default: fastifyStatic } = await import('@fastify/static');
    await assets.register(fastifyStatic, {
      ...{ root, prefix, decorateReply: false, preCompressed: true },
      ...{ cacheControl: false, index: false },
    });
  });
}
