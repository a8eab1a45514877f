import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { FastifyInstance } from 'fastify';

import { ApiError, pageSettings } from '../http/index.js';
import { serveFiles } from './serve-files.js';

/** Workspace of the docs. Its pages are built inside it, also while the server is running. */
const docsFolder = fileURLToPath(new URL('../../../../docs', import.meta.url));
/** Lists the scripts in the pages. It is written last, so the site is complete if it exists. */
const hashesFile = 'script-hashes.json';

/** Everything the pages load comes from this server. Inline scripts are allowed by their hashes. */
const policy = (hashes: readonly string[]): string =>
  [
    "default-src 'none'",
    `script-src 'self' ${hashes.join(' ')}`,
    "style-src 'self'",
    // Syntax highlighting sets colours in a style attribute of each token.
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/** Content security policy of the pages as currently built; `null` if they are not built. */
class DocsPolicy {
  #builtMs = 0;
  #text: string | null = null;

  constructor(private readonly file: string) {}

  get text(): string | null {
    const builtMs = statSync(this.file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (builtMs !== this.#builtMs) {
      this.#text = builtMs === 0 ? null : policy(JSON.parse(readFileSync(this.file, 'utf8')) as string[]);
      this.#builtMs = builtMs;
    }
    return this.#text;
  }
}

/** Serves the docs site at `/docs`. Does nothing if the docs workspace is missing. */
export function registerDocs(server: FastifyInstance, folder = docsFolder): void {
  if (!existsSync(folder)) return;
  const root = join(folder, 'dist/pages');
  const site = new DocsPolicy(join(root, hashesFile));
  server.get('/docs', { config: pageSettings }, (_request, reply) => reply.redirect('/docs/'));
  const check = (): void => {
    if (site.text === null) throw new ApiError('NOT_FOUND', 'The docs have not been built here: run `npm run docs`');
  };
  serveFiles(server, {
    ...{ root, prefix: '/docs/', extensions: ['html'], check },
    headersOf: (url) => headersOf(url, site.text!),
  });
}

const headersOf = (url: string, contentPolicy: string): Readonly<Record<string, string>> => ({
  'content-security-policy': contentPolicy,
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  // Names of assets contain a hash of their content.
  'cache-control': url.startsWith('/docs/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
});
