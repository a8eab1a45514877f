import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';

interface Bundle {
  readonly text: string;
  readonly gzipBytes: number;
}

/** A process of its own: the bundler does not run where jest has replaced the globals. */
function bundle(entry: 'service' | 'service and catalogue'): Bundle {
  const directory = mkdtempSync(join(tmpdir(), 'tamis-bundle-'));
  try {
    const script = join(__dirname, '../bundle/bundle-for-browser.mjs');
    const file = join(directory, 'bundle.json');
    const program = `import { writeFileSync } from 'node:fs';
import { bundleForBrowser } from ${JSON.stringify(script)};
const { text, gzipBytes } = await bundleForBrowser(${JSON.stringify(entry)}, 'iife');
writeFileSync(${JSON.stringify(file)}, JSON.stringify({ text, gzipBytes }));`;
    writeFileSync(join(directory, 'make.mjs'), program);
    const { status, stderr } = spawnSync(process.execPath, [join(directory, 'make.mjs')], { encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr);
    return JSON.parse(readFileSync(file, 'utf8')) as Bundle;
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** What an editor does first, as text that runs inside the bundle's world. */
const session = `(() => {
  const service = tamis.createLanguageService({ catalogue: tamis.libraryCatalogue });
  const text = 'language 1\\nrule r {\\n  on transaction\\n  when origin.contryCode = "BR"\\n}\\n';
  service.open('a', 1, text);
  const codes = service.diagnostics('a').map(({ code }) => code);
  const labels = service.completion('a', { line: 3, character: 14 }).map(({ label }) => label);
  const hover = service.hover('a', { line: 2, character: 7 });
  return JSON.stringify({ codes, hasCountry: labels.includes('countryCode'), hover, formatted: service.format('a').length > 0 });
})()`;

const expected = { codes: ['E0201'], hasCountry: true };

describe('the bundle for browsers', () => {
  let whole: Bundle = { text: '', gzipBytes: 0 };
  let alone: Bundle = whole;

  beforeAll(() => {
    whole = bundle('service and catalogue');
    alone = bundle('service');
  }, 180_000);

  it('is at most 150 kB gzipped, without the catalogue', () => {
    expect(alone.gzipBytes).toBeGreaterThan(10_000);
    expect(alone.gzipBytes).toBeLessThanOrEqual(150_000);
  });

  it('asks for no module of Node', () => {
    const asked = [...whole.text.matchAll(/(?:(?<![.\w])require\(|from\s*|import\()\s*["']([^"']+)["']/g)].map(
      ([, name]) => name,
    );
    const ofNode = asked.filter((name) => name?.startsWith('node:') === true || builtinModules.includes(name ?? ''));
    expect(ofNode).toEqual([]);
  });

  it('answers in a world that has only what every browser has', () => {
    const context = createContext({ TextEncoder });
    runInContext(whole.text, context, { timeout: 20_000 });
    expect(JSON.parse(String(runInContext(session, context)))).toMatchObject(expected);
  });

  const chromium = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync);

  (chromium === undefined ? it.skip : it)('answers in a browser', () => {
    const directory = mkdtempSync(join(tmpdir(), 'tamis-page-'));
    try {
      const page = join(directory, 'page.html');
      const script = `${whole.text}\ndocument.body.textContent = ${session};`.replaceAll('</script', '<\\/script');
      writeFileSync(page, `<!doctype html><meta charset="utf-8"><body></body><script>${script}</script>`);
      const options = [
        '--headless',
        '--no-sandbox',
        '--disable-gpu',
        '--dump-dom',
        `--user-data-dir=${directory}/profile`,
      ];
      const { stdout } = spawnSync(chromium ?? '', [...options, `file://${page}`], {
        encoding: 'utf8',
        timeout: 60_000,
      });
      expect(stdout).toContain('"codes":["E0201"]');
    } finally {
      rmSync(directory, { recursive: true, force: true });
    }
  });
});
