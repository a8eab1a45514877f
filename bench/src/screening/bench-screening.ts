import { writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { IndexBuilder, IndexSearch, type ListedEntry, type ScreenedParty, WatchlistIndex } from '@tamis/screening';
import { ScreeningPool } from '@tamis/screening-pool';
import { generateEntries } from '@tamis/testkit/watchlists';

import { machine, machineLine, median } from '../machine.js';
import { quantile } from '../pool/quantile.js';
import { bareScaling } from './bare-scaling.js';
import { linearScans } from './linear-scan.js';

export interface ScreeningBenchOptions {
  /** Number of entries of the list, and number of monitored names. */
  readonly entries: number;
  /** Number of parties in each measurement. */
  readonly parties: number;
  readonly seed: number;
  readonly json: string | null;
}

const options = { threshold: 8_200, weakAliases: false };
const list = 'made';
const changedEntries = 500;
/** Names that each thread screens as a warm-up, and number of measured rounds. */
const warmNames = 8_000;
const rounds = 5;
/** Number of monitored names that are read from storage at once. */
const monitoredAtOnce = 10_000;

/** Measures a list of generated entries: indexing, screening by threads, changes, and for comparison a scan name by name. */
export async function benchScreening(asked: ScreeningBenchOptions): Promise<void> {
  const load = loadavg()[0]!;
  const { seed } = asked;
  const built = build(asked.entries, seed);
  const customers = generateParties(seed + 1);
  const loaded = loadIndex(built.bytes, take(1, customers)[0]!);
  const parties = take(asked.parties, customers);
  const alone = screenAlone(loaded.index, parties);
  const one = await screenInThreads(1, loaded.index.block, parties);
  const two = await screenInThreads(2, loaded.index.block, parties);
  const bare = await bareScaling(loaded.index.block);
  const changed = take(changedEntries, generateEntries(seed + 2, changedEntries));
  const delta = await screenDelta(asked.entries, customers, changed);
  const scans = linearScans(loaded.index, parties);
  const figures = {
    entries: loaded.index.entries,
    names: loaded.index.names,
    buildSeconds: built.seconds,
    loadSeconds: loaded.seconds,
    indexSharedMb: built.bytes.byteLength / 2 ** 20,
    namesPerSecondOneThread: one,
    namesPerSecond: two,
    /** Gain from two threads over one, and for comparison the gain for random reads, which no program can exceed. */
    scaling: two / one,
    bareScaling: bare,
    /** Per second of processor time, which a busy machine affects less. */
    namesPerCpuSecond: alone.perCpuSecond,
    singleP50Ms: quantile(alone.ms, 0.5),
    singleP99Ms: quantile(alone.ms, 0.99),
    matchesPerName: alone.matches / parties.length,
    deltaSeconds: delta,
    /** Extrapolated rather than measured: the monitored names at the speed of the sample. */
    fullSeconds: asked.entries / two,
    ratios: Object.fromEntries(scans.map(({ name, perCpuSecond }) => [name, alone.perCpuSecond / perCpuSecond])),
    scans: Object.fromEntries(scans.map(({ name, perCpuSecond }) => [name, perCpuSecond])),
  };
  report(figures, load, asked);
}

const take = <T>(count: number, from: Iterator<T, unknown>): T[] =>
  Array.from({ length: count }, () => from.next().value as T);

/** Generates endless customers whose names are as frequent as those of the list, so that many have namesakes there. */
function* generateParties(seed: number): Generator<ScreenedParty> {
  for (const { schema, names, births, countries } of generateEntries(seed, Infinity))
    if (schema !== 'vessel')
      yield { schema, names: [names[0]!.text], births, countries, gender: null, identifiers: [] };
}

/** Generating the entries is not counted. */
function build(count: number, seed: number): { readonly bytes: Uint8Array; readonly seconds: number } {
  const builder = new IndexBuilder();
  const entries = generateEntries(seed, count);
  let ms = 0;
  for (let from = 0; from < count; from += monitoredAtOnce) {
    const some = take(Math.min(monitoredAtOnce, count - from), entries);
    const start = performance.now();
    for (const entry of some) builder.add(entry);
    ms += performance.now() - start;
  }
  const start = performance.now();
  const bytes = new Uint8Array(builder.build());
  ms += performance.now() - start;
  return { bytes, seconds: ms / 1_000 };
}

/** Measures from the stored bytes to the first result. */
function loadIndex(
  bytes: Uint8Array,
  party: ScreenedParty,
): { readonly index: WatchlistIndex; readonly seconds: number } {
  const start = performance.now();
  const index = WatchlistIndex.fromBytes(bytes);
  new IndexSearch(index).search(party, options);
  return { index, seconds: (performance.now() - start) / 1_000 };
}

/** Screens one by one in this thread. The first half is a warm-up. */
function screenAlone(
  index: WatchlistIndex,
  parties: readonly ScreenedParty[],
): { readonly ms: readonly number[]; readonly matches: number; readonly perCpuSecond: number } {
  const search = new IndexSearch(index);
  for (const party of parties.slice(0, parties.length / 2)) search.search(party, options);
  const before = process.cpuUsage();
  let matches = 0;
  const ms = parties.map((party) => {
    const start = performance.now();
    matches += search.search(party, options).length;
    return performance.now() - start;
  });
  const { user, system } = process.cpuUsage(before);
  return { ms, matches, perCpuSecond: (parties.length * 1e6) / (user + system) };
}

/** Returns the median of several rounds, after each thread has screened enough names for its code to be compiled. */
async function screenInThreads(
  threads: number,
  block: SharedArrayBuffer,
  parties: readonly ScreenedParty[],
): Promise<number> {
  const pool = new ScreeningPool({ threads });
  pool.load(list, '1', block);
  const screen = () => pool.screen({ parties, lists: [list], options, explain: false });
  const warmUps = threads * Math.ceil(warmNames / parties.length);
  for (let round = 0; round < warmUps; round += 1) await screen();
  const perSecond: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const start = performance.now();
    await screen();
    perSecond.push((1_000 * parties.length) / (performance.now() - start));
  }
  await pool.close();
  return median(perSecond);
}

/** Screens all monitored names against only the changed entries. Generating the names is not counted, because they are stored. */
async function screenDelta(
  monitored: number,
  customers: Iterator<ScreenedParty>,
  changed: readonly ListedEntry[],
): Promise<number> {
  const pool = new ScreeningPool({ threads: 2 });
  const start = performance.now();
  const builder = new IndexBuilder();
  for (const entry of changed) builder.add(entry);
  pool.load(list, 'changed', builder.build());
  let ms = performance.now() - start;
  for (let from = 0; from < monitored; from += monitoredAtOnce) {
    const parties = take(Math.min(monitoredAtOnce, monitored - from), customers);
    const began = performance.now();
    await pool.screen({ parties, lists: [list], options, explain: false });
    ms += performance.now() - began;
  }
  await pool.close();
  return ms / 1_000;
}

function report(figures: object, load: number, { seed, json }: ScreeningBenchOptions): void {
  console.log(machineLine(load));
  for (const [name, figure] of Object.entries(figures)) console.log(`${name}: ${lineOf(figure)}`);
  if (json !== null)
    writeFileSync(json, `${JSON.stringify({ machine: machine(), load, seed, ...figures }, null, 2)}\n`);
}

const lineOf = (figure: unknown): string =>
  typeof figure === 'number' ? figure.toLocaleString('en', { maximumSignificantDigits: 4 }) : JSON.stringify(figure);
