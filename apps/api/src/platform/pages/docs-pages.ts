import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { FastifyInstance } from 'fastify';

import { ApiError } from '../http/index.js';
import { serveFiles } from './serve-files.js';

/** The workspace of the docs: its pages are built below it, also while the server runs. */
const docsFolder = fileURLToPath(new URL('../../../../docs', import.meta.url));
/** Which scripts stand in the pages; written last, so that there is a site where this is. */
const hashesFile = 'script-hashes.json';

const anybody = { config: { access: 'public' } } as const;

/** What the pages load comes from this server. The scripts that stand in them are named by what they say. */
const policy = (hashes: readonly string[]): string =>
  [
    "default-src 'none'",
    `script-src 'self' ${hashes.join(' ')}`,
    "style-src 'self'",
    // Colours of code are written beside each word.
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/** The policy of the pages as they are built now; null where they are not. */
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

/** Serves the docs site at `/docs`. Does nothing where the workspace of the docs is missing. */
export function registerDocs(server: FastifyInstance, folder = docsFolder): void {
  if (!existsSync(folder)) return;
  const root = join(folder, 'dist/pages');
  const site = new DocsPolicy(join(root, hashesFile));
  server.get('/docs', anybody, (_request, reply) => reply.redirect('/docs/'));
  const check = (): void => {
    if (site.text === null)
      throw new ApiError('NOT_FOUND', 'The pages of the docs are not built here: `npm run docs` builds them');
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
  // The name of an asset says what is in it.
  'cache-control': url.startsWith('/docs/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
});
