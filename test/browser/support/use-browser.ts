import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';

import { browserPath } from './find-browser.js';

const flags = [
  ...[
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--disable-background-networking',
    '--no-first-run',
  ],
  ...['--disable-component-update', '--disable-sync', '--font-render-hinting=none', '--force-color-profile=srgb'],
];

const axe = readFileSync(createRequire(__filename).resolve('axe-core/axe.min.js'), 'utf8');

interface Heard {
  readonly problems: string[];
  readonly requests: string[];
}

export interface OpenedPage {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Problems that a person may not see: script errors, violations of the content security policy, requests to other hosts. */
  readonly heard: Heard;
}

interface ContextOptions {
  readonly locale?: string;
  readonly colorScheme?: 'light' | 'dark';
  readonly viewport?: { readonly width: number; readonly height: number };
}

/** Starts one browser for a test file, with additional flags if given. Each test has its own context: cookies, storage, everything. */
export function useBrowser(url: () => string, more: readonly string[] = []) {
  let browser: Browser | undefined;
  const opened: OpenedPage[] = [];

  beforeAll(async () => {
    if (browserPath === undefined) throw new Error('no Chromium: apt-get install chromium');
    browser = await chromium.launch({ executablePath: browserPath, args: [...flags, ...more] });
  });
  afterAll(() => browser?.close());

  afterEach(async () => {
    const heard = opened.flatMap(({ heard: { problems } }) => problems);
    const isKept = heard.length > 0 || process.env['TAMIS_KEEP_PAGES'] !== undefined;
    for (const { context } of opened) if (isKept) for (const page of context.pages()) await keepPicture(page);
    await Promise.all(opened.splice(0).map(({ context }) => context.close()));
    expect(heard).toEqual([]);
  });

  /** Opens a page. `prepare` is called on the context before the page is loaded. */
  const open = async (
    path: string,
    options: ContextOptions = {},
    prepare?: (context: BrowserContext) => Promise<void>,
  ): Promise<OpenedPage> => {
    const context = await browser!.newContext({
      locale: 'en-US',
      timezoneId: 'America/Sao_Paulo',
      reducedMotion: 'reduce',
      viewport: { width: 1280, height: 800 },
      ...options,
    });
    context.setDefaultTimeout(30_000);
    const made = await openPage(context, url());
    opened.push(made);
    if (process.env['TAMIS_SLOW_API'] !== undefined) await slowDown(context, Number(process.env['TAMIS_SLOW_API']));
    await prepare?.(context);
    await made.page.goto(url() + path);
    return made;
  };
  return { open };
}

async function openPage(context: BrowserContext, url: string): Promise<OpenedPage> {
  const page = await context.newPage();
  const heard: Heard = { problems: [], requests: [] };
  page.on('pageerror', (error) => heard.problems.push(`error: ${error.message}`));
  page.on('console', (message) => {
    // The browser logs every response with a status of 400 or more, and every attempt without a network; the flows check those themselves.
    if (message.type() === 'error' && !/Failed to load resource|ERR_INTERNET_DISCONNECTED/.test(message.text()))
      heard.problems.push(`console: ${message.text()}`);
  });
  page.on('request', (request) => {
    heard.requests.push(request.url());
    const { protocol, origin } = new URL(request.url());
    if (protocol !== 'data:' && protocol !== 'blob:' && origin !== url)
      heard.problems.push(`request to ${request.url()}`);
  });
  await page.exposeFunction('noteViolation', (text: string) => heard.problems.push(`policy: ${text}`));
  await page.addInitScript(
    `addEventListener('securitypolicyviolation', (event) => noteViolation(event.violatedDirective + ' ' + event.blockedURI));`,
  );
  return { page, context, heard };
}

/** Delays every request to the API by up to this many milliseconds: finds tests and pages that rely on fast responses, or on their order. */
async function slowDown(context: BrowserContext, longest: number): Promise<void> {
  await context.route('**', async (route) => {
    if (route.request().resourceType() === 'fetch')
      await new Promise((resolve) => setTimeout(resolve, longest * Math.random()));
    // The page may be gone by now.
    await route.fallback().catch(() => undefined);
  });
}

async function keepPicture(page: Page): Promise<void> {
  const path = join(mkdtempSync(join(tmpdir(), 'tamis-page-')), 'page.png');
  writeFileSync(path, await page.screenshot());
  console.log(`the page is kept in ${path}`);
}

/** Rules that depend on the theme. */
const colorRules = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };

/** Returns the accessibility problems of a page: each rule of WCAG 2.2 AA that is broken, and where. */
export const axeFindings = (page: Page): Promise<readonly string[]> =>
  findingsOf(page, ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']);

/** Like `axeFindings`, for the rules that depend on the theme. */
export const colorFindings = (page: Page): Promise<readonly string[]> => findingsOf(page, colorRules);

async function findingsOf(page: Page, runOnly: object): Promise<readonly string[]> {
  await page.evaluate(axe);
  return page.evaluate(async (rules) => {
    const { axe: checker } = globalThis as unknown as {
      axe: {
        run: (
          options: object,
        ) => Promise<{ violations: { id: string; nodes: { target: string[]; failureSummary: string }[] }[] }>;
      };
    };
    const { violations } = await checker.run({ runOnly: rules });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} ${target.join(' ')}: ${failureSummary}`),
    );
  }, runOnly);
}
