import {
  type FactRequests,
  type Facts,
  type WindowRequest,
  type WindowTotals,
  type RateRequest,
  type Context,
  type EvaluationScope,
  requestMoreFacts,
} from '@tamis/engine';
import type { RateTable } from '@tamis/lang';
import type { Queryable } from '../../../../platform/database/index.js';
import { mayHoldTokens } from '../../../../platform/secrets/index.js';
import { withSpan } from '../../../../platform/tracing/index.js';
import type { ListReadOptions } from '../../data-lists/index.js';
import type { RuleSetPointer, LoadedRuleSet } from '../../rule-sets/index.js';
import { LargeWindowCache } from '../domain/large-window-cache.js';
import type { ScreeningPort } from '../domain/screening-port.js';
import type { EvaluationMoment } from '../domain/evaluation-moment.js';
import { queryRow, queryBatched, type ResultRow } from '../persistence/batched-query.js';
import { type LoadNumbers, withSealedKeys } from '../persistence/link-sql.js';
import { factsQuery, isAnswerable, maxShownRecords } from '../persistence/facts-query.js';
import { maxDistinctValues, partsQuery } from '../persistence/parts-query.js';

import { resolveReads, type ScreeningSource } from './resolve-reads.js';
import { tooManyRecords, newestQuery, totalsQuery } from '../persistence/totals-query.js';
import type { CurrencyRates, RateOverride } from '../../currency-rates/index.js';

/**
 * Gathers facts that depend on other facts: lists queried with values of earlier records, windows that begin at a looked-up value, and
 * rates for the days of earlier records.
 */
export async function gatherFurtherFacts(
  { compiled }: LoadedRuleSet,
  {
    context,
    run,
    requests,
  }: { readonly context: Context; readonly run: EvaluationScope; readonly requests: FactRequests },
  json: string,
  source: Pick<FactGatherer, 'gather' | 'hasRates'>,
): Promise<string> {
  const asksMore = compiled.hasDependentReads(run) || (compiled.hasDependentRates(run) && (await source.hasRates()));
  if (!asksMore) return json;
  const steps = requestMoreFacts(compiled, context, run, { facts: JSON.parse(json) as Facts, requests });
  let step = steps.next();
  while (!step.done) step = steps.next(JSON.parse((await source.gather(step.value)).json) as Facts);
  return JSON.stringify(step.value);
}

export interface GatherFactsInput {
  readonly organizationId: string;
  readonly requests: FactRequests;
  /**
   * Loads the organization's account number cipher, since stored payments contain its tokens. Called only where tokens may occur, so that
   * other evaluations need no key.
   */
  readonly loadNumbers: LoadNumbers;
  /** `null` if no rates are required. */
  readonly rates: RateTable | null;
  /** Absent to read lists in their current state. */
  readonly lists?: ListReadOptions;
  /** The evaluation that reads from the entire history. Absent to leave such reads unresolved. */
  readonly moment?: EvaluationMoment;
  /** Source for screening reads. Absent to leave them unresolved. */
  readonly screenings?: ScreeningSource;
  /** Earlier results of reads of reference data and screenings. */
  readonly stored?: Facts['reads'];
  /** Totals of a window with more records than this are assembled from stored parts. */
  readonly divideAfter?: number;
  /** Stores which windows are large and is consulted for it. Absent if none are known. */
  readonly large?: LargeWindowCache;
}

/** Counting this many records takes about as long as finding and adding parts. */
const defaultPartsThreshold = 1_000;

export interface GatheredFacts {
  /** JSON text of `Facts`. What cannot be resolved yet is left out, and is unknown to the rules. */
  readonly json: string;
  /** Account numbers of payments in its windows. */
  readonly accountNumbers: readonly string[];
  /** The active rule set when the facts were read. */
  readonly pointer: RuleSetPointer | null;
}

/**
 * Reads everything an evaluation requires. All windows and the active rule set take one round trip, the lists another if rules read any.
 * The totals of windows with more than a few records take a third, unless these were large before and are queried at once. Rows are passed
 * on as the JSON text that the database produces.
 */
export function gatherFacts(client: Queryable, asked: GatherFactsInput): Promise<GatheredFacts> {
  const { windows, reads } = asked.requests;
  const counts = { 'tamis.windows': windows.length, 'tamis.reads': reads.length };
  return withSpan('gather facts', counts, () => readFacts(client, asked));
}

async function readFacts(client: Queryable, asked: GatherFactsInput): Promise<GatheredFacts> {
  const {
    organizationId,
    requests,
    loadNumbers,
    rates,
    lists,
    moment,
    screenings,
    stored,
    divideAfter = defaultPartsThreshold,
    large,
  } = asked;
  const windows = await withSealedKeys(requests.windows.filter(isAnswerable), loadNumbers);
  const of = { organizationId, divideAfter, large };
  const known = windows.filter((window) => large?.has(organizationId, window));
  const others = windows.filter((window) => !known.includes(window));
  const [ofKnown, first] = await Promise.all([
    readLarge(client, known, of),
    readWindows(client, organizationId, others),
  ]);
  const few = new Map(others.map((window, index) => [window, first.windows[index] ?? null]));
  const totals = await readTotals(
    client,
    others.filter((window) => few.get(window) === null),
    of,
  );
  const found = windows.map((window) => few.get(window) ?? ofKnown.get(window) ?? totals.get(window)!);
  // If the database cannot count exactly as the rules do, the rules count all records themselves.
  const again = found.flatMap((each, index) => (each === inexact ? [withoutFolds(windows[index]!)] : []));
  const records = again.length === 0 ? [] : [...(await readWindows(client, organizationId, again)).windows];
  const all = found.map((each) => (each === inexact ? records.shift()! : each));
  const reads = await resolveReads(client, organizationId, requests.reads, {
    lists: lists ?? { at: new Date() },
    history: moment && { moment, loadNumbers },
    screenings,
    stored,
  });
  const { rows, accountNumbers } = await openRows(all, loadNumbers);
  const members = (texts: readonly string[]): string =>
    texts.map((text, index) => `"${windows[index]!.id}":${text}`).join(',');
  const told = Object.assign({}, ...all.map((window) => window.totals)) as Readonly<Record<string, WindowTotals>>;
  return {
    json: `{"windows":{${members(rows)}},"recordIds":{${members(all.map(({ ids }) => ids))}},"totals":${JSON.stringify(told)},"reads":${JSON.stringify(reads)}${rates ? `,"rates":${JSON.stringify(rates)}` : ''}}`,
    accountNumbers,
    pointer: first.pointer,
  };
}

const withoutFolds = ({ folds: _, ...window }: WindowRequest): WindowRequest => window;

interface WindowsContext {
  readonly organizationId: string;
  readonly divideAfter: number;
  readonly large: LargeWindowCache | undefined;
}

/** Records of a window as JSON texts. */
interface WindowRows {
  readonly rows: string;
  readonly ids: string;
  /** Absent if the rows are complete. */
  readonly totals?: Readonly<Record<string, WindowTotals>>;
}

/** Returns the rows of windows with decrypted account numbers, and the list of these numbers. */
async function openRows(
  windows: readonly WindowRows[],
  loadNumbers: LoadNumbers,
): Promise<{ readonly rows: readonly string[]; readonly accountNumbers: readonly string[] }> {
  const sealed = windows.map(({ rows }) => rows);
  if (!sealed.some(mayHoldTokens)) return { rows: sealed, accountNumbers: [] };
  const numbers = await loadNumbers();
  const found = new Set<string>();
  const rows = sealed.map((text) => numbers.open('transactions.details', text, (number) => found.add(number)));
  return { rows, accountNumbers: [...found] };
}

const toWindowRows = (row: ResultRow, index: number): WindowRows | null => {
  const [rows, ids] = [row[`w${index}`], row[`i${index}`]];
  return rows == null || ids == null ? null : { rows, ids };
};

/** Reads windows. Contains `null` for a window with many rows for which totals are required. */
async function readWindows(
  client: Queryable,
  organizationId: string,
  windows: readonly WindowRequest[],
): Promise<{ readonly windows: readonly (WindowRows | null)[]; readonly pointer: RuleSetPointer | null }> {
  const row = await queryBatched(client, factsQuery({ organizationId, windows }));
  const pointer = row['pointer'] == null ? null : (JSON.parse(row['pointer']) as [string, number]);
  return {
    windows: windows.map((_, index) => toWindowRows(row, index)),
    pointer: pointer && { version: pointer[0], revision: pointer[1] },
  };
}

/** The database's totals of a window differ from those that the rules would compute. */
const inexact = Symbol('inexact');

/** Reads the newest rows and the totals of windows. */
async function readTotals(
  client: Queryable,
  windows: readonly WindowRequest[],
  of: WindowsContext,
): Promise<ReadonlyMap<WindowRequest, WindowRows | typeof inexact>> {
  if (windows.length === 0) return new Map();
  const row = await queryBatched(client, totalsQuery({ ...of, windows }));
  const totals = windows.map((_, index) => row[`t${index}`]!);
  const many = windows.filter((_, index) => totals[index] === tooManyRecords);
  for (const window of many) of.large?.add(of.organizationId, window);
  const parts = await readParts(client, many, of);
  return new Map(
    windows.map((window, index) => {
      const found = parts.get(window) ?? (JSON.parse(totals[index]!) as RawTotals);
      const read = toWindowTotals(window, found);
      return [window, read === inexact ? inexact : { ...toWindowRows(row, index)!, totals: read }];
    }),
  );
}

/** Does the same, in one step, for windows that had many records before. */
async function readLarge(
  client: Queryable,
  windows: readonly WindowRequest[],
  of: WindowsContext,
): Promise<ReadonlyMap<WindowRequest, WindowRows | typeof inexact>> {
  if (windows.length === 0) return new Map();
  const asked = { organizationId: of.organizationId, windows };
  const [row, parts] = await Promise.all([queryBatched(client, newestQuery(asked)), readParts(client, windows, of)]);
  return new Map<WindowRequest, WindowRows | typeof inexact>(
    windows.map((window, index) => {
      const newest = toWindowRows(row, index)!;
      if ((JSON.parse(newest.ids) as unknown[]).length <= maxShownRecords) {
        of.large?.remove(of.organizationId, window);
        return [window, newest];
      }
      const read = toWindowTotals(window, parts.get(window)!);
      return [window, read === inexact ? inexact : { ...newest, totals: read }];
    }),
  );
}

async function readParts(
  client: Queryable,
  windows: readonly WindowRequest[],
  { organizationId }: WindowsContext,
): Promise<ReadonlyMap<WindowRequest, RawTotals>> {
  if (windows.length === 0) return new Map();
  const row = await queryRow(client, partsQuery({ organizationId, windows }));
  const found = JSON.parse(row['totals'] ?? '{}') as Readonly<Record<string, readonly [odd: number, ...RawTotal]>>;
  let number = 0;
  return new Map(
    windows.map((window) => {
      const parts = (window.folds ?? []).map(() => found[(number += 1)] ?? emptyTotal);
      return [window, [parts.reduce((sum, [odd]) => sum + odd, 0), ...parts.map(([, ...total]) => total)]];
    }),
  );
}

/** The total of an empty period. */
const emptyTotal = [0, 0, 0, 0, 0, null] as const;

type RawTotal = [rows: number, known: number, matching: number, count: number, value: unknown];

/** Number of records on which the database and the rules would differ, and one total for each fold. */
type RawTotals = readonly [odd: number, ...RawTotal[]];

function toWindowTotals(
  window: WindowRequest,
  [oddRecords, ...found]: RawTotals,
): Readonly<Record<string, WindowTotals>> | typeof inexact {
  if (oddRecords > 0) return inexact;
  const totals: Record<string, WindowTotals> = {};
  for (const [index, { id, wanted }] of (window.folds ?? []).entries()) {
    const [rows, known, matching, count, value] = found[index]!;
    const counts = { rows, known, matching, count };
    if (wanted.kind === 'counts') totals[id] = counts;
    else if (wanted.kind !== 'distinct') totals[id] = { ...counts, number: value as string | null };
    else {
      const values = (value ?? []) as readonly unknown[];
      if (values.length > maxDistinctValues) return inexact;
      totals[id] = { ...counts, values };
    }
  }
  return totals;
}

/** What an evaluation uses instead of the current data. */
export interface FactOverrides {
  /** Absent to read lists in their current state. */
  readonly lists?: ListReadOptions;
  /** Rates used instead of the stored ones of their pairs. */
  readonly rates?: readonly RateOverride[];
  /** Time to which screenings refer. Absent to use the current ones. */
  readonly at?: Date;
  /** Earlier results of reads of reference data and screenings. */
  readonly stored?: Facts['reads'];
}

/** Sources of an organization's facts in addition to its records. */
export interface FactSources {
  readonly currencies: CurrencyRates;
  readonly screenings: ScreeningPort;
  readonly loadNumbers: LoadNumbers;
}

/** Shared by all evaluations of the process. */
const largeWindows = new LargeWindowCache();

/** Gathers the facts of one evaluation, repeatedly if facts depend on other facts. */
export class FactGatherer {
  /** Account numbers of payments in the gathered windows. */
  readonly accountNumbers = new Set<string>();
  private readonly requestedRates: RateRequest[] = [];

  constructor(
    private readonly client: Queryable,
    private readonly organizationId: string,
    private readonly sources: FactSources,
    private readonly moment: EvaluationMoment,
    private readonly overrides: FactOverrides = {},
  ) {}

  async gather(requests: FactRequests): Promise<GatheredFacts> {
    const { client, organizationId, requestedRates, moment, overrides: read } = this;
    // A later rate table replaces an earlier one: it contains all rates requested so far.
    requestedRates.push(...requests.rates);
    const isAsked = requests.rates.length > 0;
    const rates = isAsked
      ? await this.sources.currencies.findRates(client, organizationId, requestedRates, read.rates)
      : null;
    const lists = read.lists && { lists: read.lists };
    const stored = read.stored && { stored: read.stored };
    const { loadNumbers, screenings: port } = this.sources;
    const screenings = { port, at: read.at ?? null };
    const asked = { organizationId, requests, loadNumbers, rates, moment, screenings, large: largeWindows };
    const facts = await gatherFacts(client, { ...asked, ...lists, ...stored });
    for (const number of facts.accountNumbers) this.accountNumbers.add(number);
    return facts;
  }

  /** Returns whether any rate may be known. */
  async hasRates(): Promise<boolean> {
    if (this.overrides.rates?.length) return true;
    return this.sources.currencies.hasRates(this.client, this.organizationId);
  }
}
