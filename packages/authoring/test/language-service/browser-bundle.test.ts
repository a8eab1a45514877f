import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { builtinModules } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface BundledFile {
  readonly name: string;
  readonly part: string;
  readonly text: string;
  readonly gzipBytes: number;
}

const directory = mkdtempSync(join(tmpdir(), 'tamis-bundle-'));

function run(name: string, program: string, flags: readonly string[] = []): string {
  const path = join(directory, name);
  writeFileSync(path, program);
  const { status, stdout, stderr } = spawnSync(process.execPath, [...flags, path], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return stdout;
}

/** Started in a separate process, because the bundler does not work with the globals that jest replaces. */
function bundle(): { readonly files: readonly BundledFile[]; readonly first: readonly string[] } {
  const script = JSON.stringify(join(__dirname, '../../bundle/bundle-for-browser.mjs'));
  const result = join(directory, 'result.json');
  run(
    'bundle.mjs',
    `import { writeFileSync } from 'node:fs';
import { bundleForBrowser, firstFiles } from ${script};
const files = await bundleForBrowser();
const first = firstFiles(files).map(({ name }) => name);
writeFileSync(${JSON.stringify(result)}, JSON.stringify({ files, first }));`,
  );
  return JSON.parse(readFileSync(result, 'utf8')) as ReturnType<typeof bundle>;
}

/** Opens the page of a folder in a browser, and returns what it posts to `/seen`. */
async function seenIn(browser: string, folder: string): Promise<string> {
  let told: (seen: string) => void;
  const seen = new Promise<string>((resolve) => (told = resolve));
  const server = createServer((request, response) => {
    if (request.method === 'POST') {
      let text = '';
      request.setEncoding('utf8').on('data', (part: string) => (text += part));
      request.on('end', () => told(text));
      response.end();
      return;
    }
    const file = join(folder, request.url === '/' ? 'page.html' : (request.url ?? ''));
    if (!existsSync(file)) return void response.writeHead(404).end();
    response.setHeader('content-type', file.endsWith('.js') ? 'text/javascript' : 'text/html; charset=utf-8');
    response.end(readFileSync(file));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const options = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'];
  const child = spawn(browser, [...options, `--user-data-dir=${folder}/profile`, address], { stdio: 'ignore' });
  try {
    return await seen;
  } finally {
    child.kill();
    await once(child, 'exit');
    server.closeAllConnections();
    server.close();
  }
}

/** The actions of an editor, as the text of a module; it stores the results in the global `seen`. */
const session = `import { createLanguageService, libraryCatalogue, loadDocumentation, loadPatterns } from './tamis.js';
const service = createLanguageService({ catalogue: libraryCatalogue });
const rule = (name, rest) => 'rule ' + name + ' {\\n  on transaction\\n  matrix m\\n  when ' + rest + '\\n}\\n';
service.open('a', 1, 'language 1\\n' + rule('r', 'origin.contryCode = "BR" and hour(transaction.transactedAt) = 3'));
const codes = () => service.diagnostics('a').map(({ code }) => code);
const misspelt = codes();
const labels = service.completion('a', { line: 4, character: 14 }).map(({ label }) => label);
const formatted = service.format('a').length > 0;
const hovers = () => [36, 48].map((character) => JSON.stringify(service.hover('a', { line: 4, character })));
const before = hovers();
await loadDocumentation();
const after = hovers();
service.change('a', 2, [{ text: 'language 1\\nconst C = 5 + 1.5\\nmatrix m { on transaction }\\n' +
  rule('x', 'origin.name matches \`(\\\\w)\\\\1\` and C = 6.5') +
  rule('never', 'transaction.amount > 5 USD and transaction.amount < C * 0.5 USD') }]);
const early = codes();
await loadPatterns();
service.recheck();
await service.analyse();
globalThis.seen = JSON.stringify({ misspelt, hasCountry: labels.includes('countryCode'), formatted, before, after, early, late: codes() });
`;

/** Executes modules in an environment that has only what every browser has. */
const world = `import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createContext, SourceTextModule } from 'node:vm';
const context = createContext({ TextEncoder });
const modules = new Map();
const load = (name) => {
  const known = modules.get(name);
  if (known) return known;
  const text = readFileSync(join(${JSON.stringify(directory)}, name), 'utf8');
  const made = new SourceTextModule(text, { context, identifier: name, importModuleDynamically: async (name) => linked(name) });
  modules.set(name, made);
  return made;
};
async function linked(name) {
  const found = load(name);
  if (found.status === 'unlinked') await found.link((each) => load(each));
  await found.evaluate();
  return found;
}
await linked('session.js');
console.log(context.seen);`;

describe('browser bundle', () => {
  let files: readonly BundledFile[] = [];
  let first: readonly BundledFile[] = [];

  beforeAll(() => {
    const bundled = bundle();
    ({ files } = bundled);
    first = files.filter(({ name }) => bundled.first.includes(name));
    for (const { name, text } of files) writeFileSync(join(directory, name), text);
    writeFileSync(join(directory, 'session.js'), session);
  });

  // A closing browser still writes files for a moment.
  afterAll(() => rmSync(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }));

  it('is at most 150 kB gzipped, including everything needed to check rules', () => {
    const bytes = first.reduce((total, { gzipBytes }) => total + gzipBytes, 0);
    expect(bytes).toBeGreaterThan(50_000);
    expect(bytes).toBeLessThanOrEqual(150_000);
  });

  it('contains no path of the build machine', () => {
    const root = join(__dirname, '../../../..');
    expect(files.filter(({ text }) => text.includes(root)).map(({ name }) => name)).toEqual([]);
  });

  it('loads documentation, patterns and analysis lazily', () => {
    expect(first.map(({ part }) => part)).toContain('first');
    const later = files.filter((file) => !first.includes(file)).map(({ part }) => part);
    expect(later).toEqual(expect.arrayContaining(['analysis', 'documentation', 'patterns']));
  });

  it('imports no Node module', () => {
    const asked = files.flatMap(({ text }) =>
      [...text.matchAll(/(?:(?<![.\w])require\(|from\s*|import\()\s*["']([^"']+)["']/g)].map(([, name]) => name ?? ''),
    );
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.filter((name) => name.startsWith('node:') || builtinModules.includes(name))).toEqual([]);
  });

  /**
   * Checks the results of the session: texts are available after loading the documentation, and invalid patterns are found after loading
   * patterns.
   */
  function checkSeen(seen: string): void {
    const { before, after, ...rest } = JSON.parse(seen) as { before: string[]; after: string[] };
    expect(rest).toEqual({
      misspelt: expect.arrayContaining(['E0201']),
      hasCountry: true,
      formatted: true,
      early: [],
      late: ['E0601', 'W1301'],
    });
    expect(before.join()).not.toContain('0 to 23');
    expect(after.join().length).toBeGreaterThan(before.join().length + 20);
  }

  it('responds in a context with only standard browser globals', () => {
    checkSeen(run('world.mjs', world, ['--experimental-vm-modules', '--no-warnings']));
  });

  const places = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];
  const chromium = places.map((name) => `/usr/bin/${name}`).find(existsSync);

  (chromium === undefined ? it.skip : it)(
    'answers in a browser',
    async () => {
      const script = "import './session.js';\nawait fetch('/seen', { method: 'POST', body: globalThis.seen });";
      writeFileSync(join(directory, 'page.html'), `<!doctype html><script type="module">${script}</script>`);
      checkSeen(await seenIn(chromium!, directory));
    },
    90_000,
  );
});
