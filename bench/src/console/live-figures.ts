import { setTimeout } from 'node:timers/promises';

import type pg from 'pg';
import type { Page } from 'playwright-core';

import type { ApiClient } from '../entities/api-client.js';
import { quantile } from '../pool/quantile.js';

/** The data for a graph: a party in the middle, and two of its neighbours that are expanded. */
export interface StoredParties {
  readonly hub: string;
  readonly unfolded: readonly string[];
}

/** The number of nodes that a graph shows. */
export const graphNodes = 150;
const leaves = 60;

/** Stores people around three others, and alerts that are less urgent than later ones. */
export async function storeParties(pool: pg.Pool, organizationId: string): Promise<StoredParties> {
  const person = `insert into entities (organization_id, id, type, name, status) select $1, gen_random_uuid(), 'person', `;
  const { rows } = await pool.query<{ id: string }>(
    `${person} 'Party ' || n, 'active' from generate_series(1, 3) n returning id`,
    [organizationId],
  );
  const [hub, ...unfolded] = rows.map(({ id }) => id);
  const relate = `insert into relationships (organization_id, id, source_entity_id, target_entity_id, relationship_type, created_at)`;
  for (const id of rows.map((row) => row.id))
    await pool.query(
      `with made as (${person} 'Leaf ' || n, 'active' from generate_series(1, ${leaves}) n returning id)
       ${relate} select $1, gen_random_uuid(), id, $2, 'manages', now() - interval '1 day' from made`,
      [organizationId, id],
    );
  await pool.query(`${relate} select $1, gen_random_uuid(), id, $2, 'owns', now() from unnest($3::uuid[]) id`, [
    ...[organizationId, hub, unfolded],
  ]);
  await pool.query(
    `insert into alerts (organization_id, id, name, type, category, severity, priority, status, source_system, last_seen_at, created_at, updated_at)
     select $1, gen_random_uuid(), 'Earlier ' || n, 'FRAUD', 'fraud', 'LOW', 'LOW', 'OPEN', 'rules_engine', at, at, at
     from generate_series(1, 1000) n, lateral (select now() - n * interval '5 minutes' as at) times`,
    [organizationId],
  );
  await pool.query('vacuum analyze alerts, entities, relationships');
  return { hub: hub!, unfolded };
}

export const graphPath = ({ hub, unfolded }: StoredParties): string =>
  `/parties/${hub}/graph?open=${JSON.stringify(unfolded)}&wide=${JSON.stringify([hub, ...unfolded])}`;

/** Returns the milliseconds from the last response to the frame that shows all nodes, and those of the longest layout call. */
export async function graphFigures(page: Page) {
  const paintedMs: number = await page.evaluate('noted.painted');
  const answeredMs = await page.evaluate<number>(
    `Math.max(...performance.getEntriesByType('resource').filter(({ name }) => name.includes('/graph?')).map((e) => e.responseEnd))`,
  );
  const graphLayoutMs = await page.evaluate<number>(
    `Math.max(...performance.getEntriesByName('graph layout').map((entry) => entry.duration))`,
  );
  return { graphLaidOutMs: paintedMs - answeredMs, graphLayoutMs };
}

const raised = (index: number, { hub }: StoredParties) => ({
  ...{ name: `Raised ${index}`, severity: 'CRITICAL', category: 'fraud', targetEntityId: hub },
});

/** Uses the same clock as the page. */
const clockMs = (): number => performance.timeOrigin + performance.now();

const isLive = (page: Page) => page.locator('[data-live="live"]').waitFor();

const events = 15;
const longestMs = 10_000;

const tooLate = (): Promise<never> =>
  setTimeout(longestMs, undefined, { ref: false }).then(() => {
    throw new Error('no news of an alert in ten seconds');
  });

/**
 * Returns the milliseconds from the response to the request that raised an alert, and from its event in the page, to the frame with "n
 * new".
 */
export async function eventFigures(page: Page, client: ApiClient, parties: StoredParties) {
  await page.evaluate('noted.painted');
  await isLive(page);
  await page.evaluate('noted.watchNews()');
  const [fromAnswer, fromEvent]: [number[], number[]] = [[], []];
  for (let at = 0; at < events; at += 1) {
    // Real alerts arrive seconds apart: here too, the page must be idle when each one arrives.
    await setTimeout(350);
    await client.sendAll([{ method: 'POST', path: '/intelligence/alerts', body: raised(at, parties) }], 1, 201);
    const answeredMs = clockMs();
    const { shownMs, sinceEventMs } = await Promise.race([
      page.evaluate<{ shownMs: number; sinceEventMs: number }>(`noted.news.at(${at})`),
      tooLate(),
    ]);
    fromAnswer.push(shownMs - answeredMs);
    fromEvent.push(sinceEventMs);
  }
  return { eventToPixelP95Ms: quantile(fromEvent, 0.95), answerToPixelP95Ms: quantile(fromAnswer, 0.95) };
}

const bytesInMb = 1_000_000;
const hours = 8;
/** One every five seconds. */
const alertsAnHour = 720;

interface Memory {
  readonly heapMb: number;
  readonly nodes: number;
}

/** Returns the memory that remains after a garbage collection. */
async function memoryOf(page: Page): Promise<Memory> {
  const devtools = await page.context().newCDPSession(page);
  try {
    await devtools.send('HeapProfiler.collectGarbage');
    await devtools.send('Performance.enable');
    const { metrics } = await devtools.send('Performance.getMetrics');
    const of = (name: string): number => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
    return { heapMb: of('JSHeapUsedSize') / bytesInMb, nodes: of('Nodes') };
  } finally {
    await devtools.detach();
  }
}

/**
 * Simulates the events of a day in a visible inbox whose reader shows the new rows every hour: raised alerts, and a change to every second
 * one.
 */
export async function memoryFigures(page: Page, client: ApiClient, parties: StoredParties, empty: Page) {
  await page.evaluate('noted.painted');
  await isLive(page);
  const samples: Memory[] = [await memoryOf(page)];
  for (let hour = 0; hour < hours; hour += 1) {
    const bodies = Array.from({ length: alertsAnHour }, (_, index) => raised(hour * alertsAnHour + index, parties));
    const answers = await client.sendAll(
      bodies.map((body) => ({ method: 'POST' as const, path: '/intelligence/alerts', body })),
      2,
      201,
    );
    const ids = answers.map(({ text }) => (JSON.parse(text) as { alert: { id: string } }).alert.id);
    const changed = ids.filter((_, index) => index % 2 === 0);
    const paths = changed.map((id) => `/intelligence/alerts/${id}/resolve`);
    await client.sendAll(
      paths.map((path) => ({ method: 'POST' as const, path, body: { resolution: 'FALSE_POSITIVE' } })),
      2,
      200,
    );
    await page.keyboard.press('.');
    await setTimeout(1_000);
    samples.push(await memoryOf(page));
  }
  const heaps = samples.map(({ heapMb }) => heapMb);
  const after = heaps.slice(1);
  return {
    inboxMemoryMb: Math.max(...heaps),
    inboxMemoryFirstHourMb: after[0]!,
    inboxMemoryLastHourMb: after.at(-1)!,
    inboxMemoryGrowthMb: after.at(-1)! - after[0]!,
    inboxElementsFirstHour: samples[1]!.nodes,
    inboxElementsLastHour: samples.at(-1)!.nodes,
    emptyPageMemoryMb: (await memoryOf(empty)).heapMb,
  };
}
