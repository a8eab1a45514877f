import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { FastifyInstance, FastifyReply } from 'fastify';

import { ApiError, pageSettings } from '../http/index.js';
import { ConsolePage } from './console-page.js';
import { serveAssets } from './serve-files.js';

const consoleFolder = fileURLToPath(new URL('../../../../console/dist/pages', import.meta.url));

const asPage = { config: pageSettings };

/** Paths of links in emails, and the page that each opens. The secret after `#` never leaves the browser. */
const emailLinks: Readonly<Record<string, string>> = {
  '/sign-up/complete': '/console/sign-up/complete',
  '/accept-invitation': '/console/accept-invitation',
  '/reset-password': '/console/reset-password',
};

/** Serves the console at `/console`. Does nothing if it is not built. */
export function registerPages(server: FastifyInstance, folder = consoleFolder): void {
  const page = ConsolePage.read(folder);
  if (page === null) return;
  const sendPage = (reply: FastifyReply): FastifyReply => {
    const { headers, body } = page.render();
    return reply.headers(headers).send(body);
  };
  server.get('/console', asPage, (_request, reply) => sendPage(reply));
  server.get('/console/*', asPage, (request, reply) => {
    const path = request.url.split('?', 1)[0]!;
    // A name with a dot is that of a file, and no such file exists.
    if (path.slice(path.lastIndexOf('/')).includes('.')) throw new ApiError('NOT_FOUND', 'The file does not exist');
    return sendPage(reply);
  });
  for (const [path, target] of Object.entries(emailLinks))
    server.get(path, asPage, (_request, reply) => reply.redirect(target));
  serveAssets(server, { root: join(folder, 'assets'), prefix: '/console/assets/' });
}
