import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import fastify, { type FastifyInstance } from 'fastify';

import { registerDocs } from './docs-pages.js';

describe('documentation pages', () => {
  let server: FastifyInstance;
  let url: string;
  let folder: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tamis-docs-'));
    writeFileSync(join(folder, 'package.json'), '{"secret": 1}');
    server = fastify();
    registerDocs(server, folder);
    url = await server.listen({ host: '127.0.0.1', port: 0 });
  });
  afterAll(async () => {
    await server.close();
    rmSync(folder, { recursive: true });
  });

  const get = async (path: string) => {
    const response = await fetch(url + path, { redirect: 'manual' });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  const build = (hash: string) => {
    const pages = join(folder, 'dist/pages');
    mkdirSync(join(pages, 'errors'), { recursive: true });
    mkdirSync(join(pages, 'assets'), { recursive: true });
    writeFileSync(join(pages, 'index.html'), 'home');
    writeFileSync(join(pages, 'errors/E0201.html'), 'unknown field');
    writeFileSync(join(pages, 'assets/a.1.js'), 'run()');
    writeFileSync(join(pages, 'script-hashes.json'), JSON.stringify([hash]));
  };

  it('explain how to build them when missing, and are served as soon as they are built', async () => {
    const before = await get('/docs/');
    expect([before.status, before.text]).toEqual([expect.any(Number), expect.stringContaining('npm run docs')]);
    build("'sha256-one'");
    expect((await get('/docs')).headers.get('location')).toBe('/docs/');
    expect((await get('/docs/')).text).toBe('home');
    const page = await get('/docs/errors/E0201');
    expect([page.status, page.text]).toEqual([200, 'unknown field']);
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self' 'sha256-one'");
    expect(page.headers.get('content-type')).toContain('text/html');
    expect((await get('/docs/assets/a.1.js')).headers.get('cache-control')).toContain('immutable');
    expect((await get('/docs/errors/E9999')).status).toBe(404);
  });

  it.each([
    '../../package.json',
    '%2e%2e/%2e%2e/package.json',
    '..%2f..%2fpackage.json',
    '.%00./package.json',
    '%252e%252e%252f%252e%252e%252fpackage.json',
    '..%5c..%5cpackage.json',
  ])('serve nothing outside their folder: %s', async (path) => {
    build("'sha256-one'");
    const raw = await server.inject({ method: 'GET', url: `/docs/${path}` });
    expect(raw.statusCode).toBeGreaterThanOrEqual(400);
    expect(raw.body).not.toContain('secret');
  });
});
