import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { startOwnTestApi } from '../../apps/api/test/support/start-test-api.js';
import { useTestApi } from '../../apps/api/test/support/use-test-api.js';

const folder = resolve(__dirname, '../../apps/console/dist/pages');

interface Part {
  readonly file: string;
  readonly css?: readonly string[];
  readonly imports?: readonly string[];
}

const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Readonly<Record<string, Part>>;

/** Returns the files of a part and of everything it needs to start. */
function filesOf(name: string, known = new Set<string>()): ReadonlySet<string> {
  const part = manifest[name];
  if (!part) throw new Error(`there is no ${name}: ${Object.keys(manifest).join(', ')}`);
  if (known.has(part.file)) return known;
  known.add(part.file);
  for (const css of part.css ?? []) known.add(css);
  for (const each of part.imports ?? []) filesOf(each, known);
  return known;
}

const gzipKb = (files: Iterable<string>): number =>
  [...files].reduce((sum, file) => sum + readFileSync(join(folder, `${file}.gz`)).length, 0) / 1000;

describe('console files', () => {
  const shell = filesOf('index.html');
  const beyond = (name: string): readonly string[] => [...filesOf(name)].filter((file) => !shell.has(file));
  const language = 'src/i18n/pt/index.ts';

  it('are at most 200 kB for the first screen, 150 of them needed by every screen', () => {
    const first = gzipKb([...shell, ...beyond(language)]);
    const list = gzipKb(beyond('src/features/rules/pages/rules-page.tsx'));
    expect(first).toBeLessThanOrEqual(150);
    expect(list).toBeLessThanOrEqual(35);
    expect(first + list).toBeLessThanOrEqual(200);
  });

  it('are at most 150 kB for the editor, in addition to the first screen', () => {
    expect(gzipKb(beyond('src/features/rules/pages/rule-page.tsx'))).toBeLessThanOrEqual(150);
  });

  it('are at most 35 kB each for dry runs and for thresholds', () => {
    for (const page of ['dry-runs/pages/dry-run-page', 'dry-runs/pages/report-page', 'sweeps/pages/lab-page'])
      expect(gzipKb(beyond(`src/features/${page}.tsx`))).toBeLessThanOrEqual(35);
  });

  it('are at most 11 for the first screen', () => {
    const files = new Set([...shell, ...beyond(language), ...beyond('src/features/rules/pages/rules-page.tsx')]);
    expect(files.size).toBeLessThanOrEqual(11);
  });
});

describe('console server', () => {
  const api = useTestApi();
  const get = (path: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> =>
    fetch(api().url + path, { headers, redirect: 'manual' });

  it('serves one page for every URL of the console, with a policy that blocks all other origins', async () => {
    const nonces = new Set<string>();
    for (const path of ['/console', '/console/', '/console/some/where?q=1']) {
      const answer = await get(path);
      const policy = answer.headers.get('content-security-policy') ?? '';
      const [, nonce = ''] = /style-src 'self' 'nonce-([\w-]{22})'/.exec(policy) ?? [];
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
      expect(policy).toContain("default-src 'none'; script-src 'self';");
      expect(policy).not.toContain('unsafe');
      expect(await answer.text()).toContain(`nonce="${nonce}"`);
      nonces.add(nonce);
    }
    expect(nonces.size).toBe(3);
  });

  it('serves compressed files that are cached forever, and responds 404 for missing ones', async () => {
    const file = manifest['index.html']!.file;
    const answer = await get(`/console/${file}`, { 'accept-encoding': 'br' });
    expect([answer.status, answer.headers.get('content-encoding')]).toEqual([200, 'br']);
    expect(answer.headers.get('content-type')).toMatch(/^(text|application)\/javascript/);
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    for (const path of [
      '/console/assets/gone.js',
      '/console/index.html',
      '/console/assets/..%2f..%2f..%2fpackage.json',
    ]) {
      const missing = await get(path);
      expect([path, missing.status, missing.headers.get('cache-control')]).toEqual([path, 404, 'no-store']);
    }
  });

  it('redirects the URLs in emails to their pages', async () => {
    for (const path of ['/sign-up/complete', '/accept-invitation', '/reset-password']) {
      const answer = await get(path);
      expect([answer.status, answer.headers.get('location')]).toEqual([302, `/console${path}`]);
    }
  });

  it('serves pages also to a browser with the cookie of an expired session', async () => {
    const cookie = `__Host-tamis_session=${'x'.repeat(43)}`;
    for (const path of ['/console', `/console/${manifest['index.html']!.file}`])
      expect((await get(path, { cookie })).status).toBe(200);
  });

  it('serves no pages with CONSOLE=off', async () => {
    const off = await startOwnTestApi(undefined, { CONSOLE: 'off' });
    try {
      for (const path of ['/console', '/console/', '/reset-password'])
        expect((await fetch(off.url + path, { redirect: 'manual' })).status).toBe(404);
    } finally {
      await off.stop();
    }
  });
});
