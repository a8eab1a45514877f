import { existsSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { once as occurs } from 'node:events';
import type { AddressInfo } from 'node:net';
import { loadavg } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { makeSignInLink } from '@tamis/api/dist/modules/tenancy/people/index.js';
import { makeReport } from '@tamis/testkit/reports';
import type pg from 'pg';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';

import { type ApiServer, withApiServer } from '../api-server.js';
import { ApiClient } from '../entities/api-client.js';
import { machine, machineLine, median } from '../machine.js';
import { quantile } from '../pool/quantile.js';
import { inPageScript } from './in-page-script.js';
import {
  eventFigures,
  graphFigures,
  graphNodes,
  graphPath,
  memoryFigures,
  type StoredParties,
  storeParties,
} from './live-figures.js';

export interface ConsoleBenchOptions {
  /** The number of rules of the organization. */
  readonly rules: number;
  readonly rounds: number;
  /** The selected measurements. */
  readonly only: readonly string[];
  readonly json: string | null;
}

const browserPath = ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find(existsSync);
const flags = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'];
const pages = new URL('../../../apps/console/dist/pages/', import.meta.url);
const email = 'bench@example.com';

const tenMegabytes = 30_000;
const longList = 100_000;
const keys = 60;
/** The number of payments that the editor shows. */
const triedTransactions = 50;

const ruleText = (index: number): string =>
  `rule amount_${index} "Amount ${index}" {\n  on transaction (created)\n  score 1\n  when transaction.amount >= ${index + 1} USD\n  then suggest FLAG\n}\n`;

/** A page of the console for a signed-in person, with an empty cache. */
interface Visit {
  readonly url: string;
  readonly organizationId: string;
  readonly ruleId: string;
  readonly client: ApiClient;
  readonly parties: StoredParties;
  readonly open: (path: string, selector: string, count?: number) => Promise<Page>;
}

type Measure = (visit: Visit) => Promise<Readonly<Record<string, number>>>;

/** Returns when the watched content was painted, in milliseconds since the page was requested. */
const paintedMs = (page: Page): Promise<number> => page.evaluate('noted.painted');

async function openFile(page: Page, records: number): Promise<number> {
  await page.evaluate('noted.watchFile()');
  await page.locator('input[type="file"]').setInputFiles(fileOf(records));
  return page.evaluate('noted.opened');
}

/** One letter makes a name unknown, and removing it corrects the name. */
async function keyTimes(page: Page): Promise<readonly number[]> {
  const times: number[] = [];
  await page.evaluate('noted.watchKeys()');
  for (let at = 0; at < keys; at += 1) {
    await page.keyboard.press(at % 2 === 0 ? 'x' : 'Backspace');
    times.push(await page.evaluate<number>(`noted.keys.at(${at})`));
  }
  return times;
}

/** Milliseconds that the editor waits after a key for the next one. */
const flipsPauseMs = 150;

/** The number before the caret is 1, then 10, and is replaced by a different two-digit number each time. */
async function flipTimes(page: Page): Promise<readonly number[]> {
  const times: number[] = [];
  await page.evaluate(`noted.watchFlips(${flipsPauseMs})`);
  // From here on the number has two digits.
  await page.keyboard.type('0');
  await page.evaluate('noted.flips.at(0)');
  for (let at = 0; at < keys; at += 1) {
    await page.keyboard.press('Shift+ArrowLeft');
    await page.keyboard.press('Shift+ArrowLeft');
    await page.keyboard.type(String(11 + (at % 89)));
    times.push(await page.evaluate<number>(`noted.flips.at(${at + 1})`));
  }
  return times;
}

/** One entry for each figure, or for several that one page produces. */
const measures: Readonly<Record<string, Measure>> = {
  screen: async ({ open }) => {
    const page = await open('/rules', '[data-row]');
    const firstScreenMs = await paintedMs(page);
    const names: readonly string[] = await page.evaluate(
      `performance.getEntriesByType('resource').map(({ name }) => name)`,
    );
    const files = names.flatMap((name) => {
      const [, file] = /\/console\/(assets\/[^?]+[.](?:js|css))$/.exec(name) ?? [];
      return file === undefined ? [] : [statSync(new URL(`${file}.gz`, pages)).size];
    });
    return { firstScreenMs, firstScreenGzipKb: files.reduce((sum, size) => sum + size, 0) / 1_000 };
  },
  keys: async ({ open, ruleId }) => {
    const page = await open(`/rules/${ruleId}`, '.cm-content');
    await paintedMs(page);
    await page.locator('.cm-line', { hasText: 'transaction.amount' }).click();
    await page.keyboard.press('End');
    for (let left = ' >= 1 USD'.length; left > 0; left -= 1) await page.keyboard.press('ArrowLeft');
    return { keyToDiagnosticsP95Ms: quantile(await keyTimes(page), 0.95) };
  },
  flips: async ({ open, ruleId }) => {
    const page = await open(`/rules/${ruleId}`, '[data-flips="shown"] tbody tr');
    await paintedMs(page);
    await page.locator('.cm-line', { hasText: 'transaction.amount' }).click();
    await page.keyboard.press('End');
    for (let step = 0; step < ' USD'.length; step += 1) await page.keyboard.press('ArrowLeft');
    const times = await flipTimes(page);
    return { pauseToFlipsP95Ms: quantile(times, 0.95), pauseToFlipsMs: median(times) };
  },
  report: async ({ open }) => {
    const page = await open('/dry-runs/file', 'input[type="file"]');
    await paintedMs(page);
    return { reportOpenMs: await openFile(page, tenMegabytes) };
  },
  scroll: async ({ open }) => {
    const page = await open('/dry-runs/file', 'input[type="file"]');
    await paintedMs(page);
    await openFile(page, longList);
    const frames: readonly number[] = await page.evaluate('noted.scroll(20, 3)');
    return { scrollP95FrameMs: quantile(frames, 0.95), scrollLongestFrameMs: Math.max(...frames) };
  },
  graph: async ({ open, parties }) => graphFigures(await open(graphPath(parties), '[data-node]', graphNodes)),
  events: async ({ open, client, parties }) => eventFigures(await open('/inbox', '[data-row]'), client, parties),
};

/** Measured only once, because they take long or require a newly started server. */
const onceParts = ['begin', 'memory'] as const;
export const consoleParts: readonly string[] = [...Object.keys(measures), ...onceParts];

const made = new Map<number, Buffer>();

function fileOf(records: number) {
  const buffer = made.get(records) ?? Buffer.from(makeReport(records));
  made.set(records, buffer);
  return { name: 'report.json', mimeType: 'application/json', buffer };
}

/** Measures an empty page on the same machine: the time of the browser itself. */
async function emptyPageMs(browser: Browser): Promise<number> {
  const server = createServer((_, reply) =>
    reply.setHeader('content-type', 'text/html').end('<!doctype html><title>Empty</title><p data-row>nothing</p>'),
  );
  server.listen(0, '127.0.0.1');
  await occurs(server, 'listening');
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    await page.addInitScript(inPageScript('[data-row]'));
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    return await paintedMs(page);
  } finally {
    await context.close();
    server.close();
  }
}

async function signedIn(browser: Browser, pool: pg.Pool, url: string, organizationId: string) {
  const link = await makeSignInLink(pool, { organizationId, email });
  if (!link.ok) throw new Error(link.error);
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.goto(`${url}/console/#link=${link.value.token}`);
  await page.waitForURL(/\/console\/[0-9a-f-]{36}\//);
  await page.close();
  return context;
}

interface StoredRule {
  readonly rule: { readonly id: string };
}

/** Activates all rules in one publication, and has them decide the payments on which a text is tried. */
async function decideTransactions(pool: pg.Pool, client: ApiClient, first: string): Promise<void> {
  // Activating them separately would require a thousand publications, each of all rules.
  await pool.query(`update rules set status = 'active', active_version = version where id <> $1`, [first]);
  await client.sendAll([{ method: 'PATCH', path: `/rules/${first}`, body: { status: 'active' } }], 1, 200);
  const bodies = Array.from({ length: triedTransactions }, (_, index) => ({
    externalId: `payment-${index}`,
    type: 'PAYMENT',
    amount: index * 2,
    currency: 'USD',
  }));
  await client.sendAll(bodies.map((sent) => ({ method: 'POST' as const, path: '/transactions', body: sent })), 4, 201); // prettier-ignore
}

/** Returns the milliseconds of the slowest of minimal requests, sent one after the other until the promise is settled. */
async function slowestUntil(client: ApiClient, ended: Promise<unknown>): Promise<number> {
  let isOver = false;
  const over = ended.then(() => (isOver = true));
  let slowest = 0;
  while (!isOver) slowest = Math.max(slowest, (await client.send({ method: 'GET', path: '/health/live' })).ms);
  await over;
  return slowest;
}

const idleMs = 1_000;

/** Measures the cost of the first author for a newly started server, and for others meanwhile: it has compiled none of the rules yet. */
async function measureFirstFlips(start: () => Promise<ApiServer>, key: string) {
  const { port, child } = await start();
  const client = new ApiClient(port, key);
  try {
    const idle = await slowestUntil(client, setTimeout(idleMs));
    const body = { source: ruleText(0).replace('>= 1 USD', '>= 40 USD') };
    const asked = client.send({ method: 'POST', path: '/rules/flips', body });
    const othersSlowestMs = await slowestUntil(client, asked);
    const { status, text, ms } = await asked;
    if (status !== 200) throw new Error(text.slice(0, 500));
    return { firstFlipsMs: ms, othersSlowestMs, othersSlowestIdleMs: idle };
  } finally {
    client.close();
    child.kill('SIGTERM');
    await occurs(child, 'exit');
  }
}

/** Takes each measurement in a browser with an empty cache. */
async function measureAll(
  browser: Browser,
  context: BrowserContext,
  about: Omit<Visit, 'open'>,
  chosen: readonly Measure[],
) {
  const figures: Record<string, number> = { emptyPageMs: await emptyPageMs(browser) };
  for (const measure of chosen) Object.assign(figures, await measureFresh(browser, context, about, measure));
  return figures;
}

async function measureFresh(
  browser: Browser,
  context: BrowserContext,
  about: Omit<Visit, 'open'>,
  measure: Measure,
): Promise<Readonly<Record<string, number>>> {
  const state = await context.storageState();
  const fresh = await browser.newContext({ storageState: state, viewport: { width: 1280, height: 800 } });
  try {
    const open = async (path: string, selector: string, count = 1): Promise<Page> => {
      const page = await fresh.newPage();
      await page.addInitScript(inPageScript(selector, count));
      await page.goto(`${about.url}/console/${about.organizationId}${path}`);
      return page;
    };
    return await measure({ ...about, open });
  } finally {
    await fresh.close();
  }
}

/** Measures a day of an inbox, compared with an empty page. */
const measureMemory: Measure = async ({ open, client, parties }) => {
  const page = await open('/inbox', '[data-row]');
  const empty = await page.context().newPage();
  return memoryFigures(page, client, parties, empty);
};

/** Measures the pages of the console in a browser on this machine, with a server on this machine. */
export async function benchConsole({ rules, rounds, only, json }: ConsoleBenchOptions): Promise<void> {
  if (browserPath === undefined) throw new Error('no Chromium: apt-get install chromium');
  if (!existsSync(new URL('index.html', pages)))
    throw new Error(`no pages in ${fileURLToPath(pages)}: run \`npm run build\``);
  await withApiServer({ name: 'console', settings: {} }, async ({ pool, organizationId, key, start }) => {
    const { port } = await start();
    const url = `http://127.0.0.1:${port}`;
    const client = new ApiClient(port, key);
    const bodies = Array.from({ length: rules }, (_, index) => ({ source: ruleText(index) }));
    const stored = await client.sendAll(bodies.map((body) => ({ method: 'POST' as const, path: '/rules', body })), 4, 201); // prettier-ignore
    const { rule } = JSON.parse(stored[0]!.text) as StoredRule;
    await decideTransactions(pool, client, rule.id);
    const parties = await storeParties(pool, organizationId);
    const once: Record<string, number> = only.includes('begin') ? await measureFirstFlips(start, key) : {};
    const chosen = Object.entries(measures).flatMap(([part, measure]) => (only.includes(part) ? [measure] : []));
    const browser = await chromium.launch({ executablePath: browserPath, args: flags });
    const load = loadavg()[0]!;
    const all: Record<string, number>[] = [];
    try {
      const context = await signedIn(browser, pool, url, organizationId);
      const about = { url, organizationId, ruleId: rule.id, client, parties };
      // The first visit warms up the server, and is not counted.
      await measureAll(browser, context, about, chosen);
      for (let round = 0; round < rounds; round += 1) all.push(await measureAll(browser, context, about, chosen));
      if (only.includes('memory')) Object.assign(once, await measureFresh(browser, context, about, measureMemory));
    } finally {
      client.close();
      await browser.close();
    }
    const names = Object.keys(all[0] ?? {});
    const medians = names.map((name) => [name, median(all.map((each) => each[name]!))] as const);
    const figures: Record<string, number> = { ...Object.fromEntries(medians), ...once };
    console.log(machineLine(load));
    console.log(`${rules} rules in force, median of ${rounds}:`);
    for (const [name, value] of Object.entries(figures)) console.log(`${name.padEnd(28)}${value.toFixed(1)}`);
    if (json !== null)
      writeFileSync(json, `${JSON.stringify({ machine: machine(), load, rules, rounds, ...figures })}\n`);
  });
}
