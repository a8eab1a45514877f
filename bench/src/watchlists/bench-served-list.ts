import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { generateEntries, writeUnXml } from '@tamis/testkit/watchlists';
import { contentHash, type WatchlistEntry } from '@tamis/watchlists';

import { type ApiOnDatabase, withApiServer } from '../api-server.js';
import { ApiClient } from '../entities/api-client.js';
import { sampleId } from '../entities/load-entities.js';
import { machine, machineLine } from '../machine.js';
import { writeList } from './bench-watchlists.js';

export interface ServedListBenchOptions {
  readonly entries: number;
  /** The number of monitored people. */
  readonly monitored: number;
  readonly seed: number;
  readonly json: string | null;
}

const list = 'un_sc';
const changedEntries = 500;
const rowsAtOnce = 5_000;
const lookMs = 200;
const admin = fileURLToPath(import.meta.resolve('@tamis/api/dist/main.admin.js'));

/** Measures the time from a file to responses of a server, and from a newer file to everybody whose result it changes. */
export async function benchServedList(options: ServedListBenchOptions): Promise<void> {
  const load = loadavg()[0] ?? 0;
  const folder = mkdtempSync(join(tmpdir(), 'served-list-'));
  const settings = { shared_buffers: '512MB', max_wal_size: '4GB' };
  try {
    await withApiServer({ name: 'served-list', settings, environment: { WATCHLISTS: list } }, async (api) => {
      const figures = await measure(api, folder, options);
      console.log(machineLine(load));
      for (const [name, figure] of Object.entries(figures)) console.log(`${name}: ${figure.toLocaleString('en')}`);
      if (options.json !== null)
        writeFileSync(options.json, `${JSON.stringify({ machine: machine(), load, ...figures }, null, 2)}\n`);
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function measure(
  api: ApiOnDatabase,
  folder: string,
  { entries, monitored, seed }: ServedListBenchOptions,
): Promise<Readonly<Record<string, number>>> {
  const [first, newer] = ['first', 'newer'].map((name) => join(folder, name)) as [string, string];
  writeList(first, writeUnXml, () => generateEntries(seed, entries));
  writeList(newer, writeUnXml, () => changedList(entries, seed));
  const { port } = await api.start();
  const client = new ApiClient(port, api.key);
  const loadSeconds = await seconds(() => runAdmin(api, first));
  const servedSeconds = await seconds(() => until(() => isServed(client)));
  await watch(api, monitored, seed);
  const newerLoadSeconds = await seconds(() => runAdmin(api, newer));
  const passSeconds = await seconds(() => until(async () => (await passedVersion(api)) === '2'));
  return { entries, loadSeconds, servedSeconds, monitored, changedEntries, newerLoadSeconds, passSeconds };
}

/** The first entries have different names. */
function* changedList(entries: number, seed: number): Generator<WatchlistEntry> {
  const others = generateEntries(seed + 1, Infinity);
  let at = 0;
  for (const entry of generateEntries(seed, entries)) {
    const { names } = others.next().value as WatchlistEntry;
    at += 1;
    const changed = { ...entry, names };
    yield at <= changedEntries ? { ...changed, contentHash: contentHash(changed) } : entry;
  }
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return Math.round((performance.now() - start) / 100) / 10;
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await sleep(lookMs);
}

const runAdmin = ({ databaseUrl }: ApiOnDatabase, folder: string) =>
  promisify(execFile)(process.execPath, [admin, 'watchlists', 'load', list, join(folder, 'consolidated.xml')], {
    env: { ...process.env, DATABASE_URL: databaseUrl, WATCHLISTS: list },
  });

async function isServed(client: ApiClient): Promise<boolean> {
  const { text } = await client.send({ method: 'GET', path: '/watchlists' });
  return (JSON.parse(text) as { watchlists: { state: string }[] }).watchlists[0]?.state === 'loaded';
}

/** Monitors people as if they had been screened against the first version. */
async function watch({ pool, organizationId }: ApiOnDatabase, monitored: number, seed: number): Promise<void> {
  const passed = [organizationId, JSON.stringify({ [list]: '1' })];
  await pool.query(
    `insert into monitoring_passes (organization_id, versions, profile_version, target_versions, target_profile_version)
     values ($1, $2, 1, $2, 1)`,
    passed,
  );
  const people = generateEntries(seed + 3, Infinity);
  for (let from = 0; from < monitored; from += rowsAtOnce) {
    const parties = Array.from({ length: Math.min(rowsAtOnce, monitored - from) }, () => {
      const { schema, names, births, countries } = people.next().value as WatchlistEntry;
      return JSON.stringify({ schema, names: [names[0]!.text], births, countries, gender: null, identifiers: [] });
    });
    const ids = parties.map((_, at) => sampleId(from + at));
    await pool.query(
      `insert into entity_monitoring (organization_id, entity_id, code, is_active, requested_by, party, is_due, due_reason)
       select $1, id, 'sanctions_screening', true, '{}', party::json, false, 'requested' from unnest($2::uuid[], $3::text[]) as row (id, party)`,
      [organizationId, ids, parties],
    );
  }
  await pool.query('vacuum analyze entity_monitoring');
}

async function passedVersion({ pool, organizationId }: ApiOnDatabase): Promise<string | null> {
  const { rows } = await pool.query<{ version: string | null }>(
    `select versions::json ->> '${list}' as version from monitoring_passes where organization_id = $1`,
    [organizationId],
  );
  return rows[0]?.version ?? null;
}
