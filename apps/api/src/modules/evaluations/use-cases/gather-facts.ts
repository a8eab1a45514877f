import type { FactRequests, Facts, WindowRequest, WindowTotals } from '@tamis/engine';
import type { DataAnswer, DataRead, RateTable } from '@tamis/lang';
import { canonicalJson } from '@tamis/stdx';

import type { Queryable } from '../../../platform/database/index.js';
import { withSpan } from '../../../platform/tracing/index.js';
import { type AskedLists, isListRead, ListReading } from '../../data-lists/index.js';
import type { RuleSetPointer } from '../../rule-sets/index.js';
import { isHistoryRead } from '../domain/history-read.js';
import type { RunMoment } from '../domain/run-moment.js';
import { answerHistory } from '../persistence/history-reads.js';
import { factsQuery, isAnswerable } from '../persistence/facts-query.js';
import { queryTogether } from '../persistence/query-together.js';

export interface GatherFacts {
  readonly organizationId: string;
  readonly requests: FactRequests;
  /** Null: none was asked for. */
  readonly rates: RateTable | null;
  /** Absent: as they are now. */
  readonly lists?: AskedLists;
  /** Of the run, for what it asks of records of all time. Absent: it is not answered. */
  readonly moment?: RunMoment;
}

export interface GatheredFacts {
  /** JSON text of `Facts`. What cannot be looked up yet is left out, and then unknown to the rules. */
  readonly json: string;
  /** The rule set in force when the facts were read. */
  readonly pointer: RuleSetPointer | null;
}

/**
 * Reads everything a run asks for: all windows and which rule set is in force in one round trip, the lists in another when rules
 * ask any. Rows go on as the JSON text the database makes of them.
 */
export function gatherFacts(client: Queryable, asked: GatherFacts): Promise<GatheredFacts> {
  const { windows, reads } = asked.requests;
  const counts = { 'tamis.windows': windows.length, 'tamis.reads': reads.length };
  return withSpan('gather facts', counts, () => readFacts(client, asked));
}

async function readFacts(
  client: Queryable,
  { organizationId, requests, rates, lists, moment }: GatherFacts,
): Promise<GatheredFacts> {
  const windows = requests.windows.filter(isAnswerable);
  const first = await readWindows(client, organizationId, windows);
  const found = first.windows.map(readWindow);
  // What the database cannot count exactly as the rules do, the rules count from all records.
  const again = found.flatMap((each, index) => (each === null ? [withoutFolds(windows[index]!)] : []));
  const records = again.length === 0 ? [] : (await readWindows(client, organizationId, again)).windows.map(readWindow);
  const all = found.map((each) => each ?? records.shift()!);
  const reads = {
    ...(await readLists(client, organizationId, requests.reads, lists ?? { at: new Date() })),
    ...(moment && (await readHistory(client, organizationId, requests.reads, moment))),
  };
  const members = (text: (window: FoundWindow) => string): string =>
    all.map((window, index) => `"${windows[index]!.id}":${text(window)}`).join(',');
  const totals = Object.assign({}, ...all.map((window) => window.totals)) as Readonly<Record<number, WindowTotals>>;
  return {
    json: `{"windows":{${members(({ rows }) => rows)}},"recordIds":{${members(({ ids }) => ids)}},"totals":${JSON.stringify(totals)},"reads":${JSON.stringify(reads)}${rates ? `,"rates":${JSON.stringify(rates)}` : ''}}`,
    pointer: first.pointer,
  };
}

const withoutFolds = ({ folds: _, ...window }: WindowRequest): WindowRequest => window;

/** A window as it was found; `totals` as text, where not all of its records are rows. */
interface WindowTexts {
  readonly window: WindowRequest;
  readonly rows: string;
  readonly ids: string;
  readonly totals: string | null;
}

async function readWindows(
  client: Queryable,
  organizationId: string,
  windows: readonly WindowRequest[],
): Promise<{ readonly windows: readonly WindowTexts[]; readonly pointer: RuleSetPointer | null }> {
  const row = await queryTogether(client, factsQuery({ organizationId, windows }));
  const pointer = row['pointer'] == null ? null : (JSON.parse(row['pointer']) as [string, number]);
  return {
    windows: windows.map((window, index) => ({
      window,
      rows: row[`w${index}`]!,
      ids: row[`i${index}`]!,
      totals: row[`t${index}`] ?? null,
    })),
    pointer: pointer && { version: pointer[0], revision: pointer[1] },
  };
}

interface FoundWindow {
  /** JSON texts. */
  readonly rows: string;
  readonly ids: string;
  readonly totals: Readonly<Record<string, WindowTotals>>;
}

type FoundTotal = readonly [rows: number, known: number, matching: number, count: number, value: unknown];

/** So many different values go along; of more the records do. */
const mostDistinct = 1_000;

/** Null: the totals are not what the rules would make of the records. */
function readWindow({ window, rows, ids, totals: text }: WindowTexts): FoundWindow | null {
  if (text === null) return { rows, ids, totals: {} };
  const [odd, ...found] = JSON.parse(text) as readonly [number, ...FoundTotal[]];
  if (odd > 0) return null;
  const totals: Record<string, WindowTotals> = {};
  for (const [index, { id, wanted }] of (window.folds ?? []).entries()) {
    const [all, known, matching, count, value] = found[index]!;
    const counts = { rows: all, known, matching, count };
    if (wanted.kind === 'counts') totals[id] = counts;
    else if (wanted.kind !== 'distinct') totals[id] = { ...counts, number: value as string | null };
    else {
      const values = (value ?? []) as readonly unknown[];
      if (values.length > mostDistinct) return null;
      totals[id] = { ...counts, values };
    }
  }
  return { rows, ids, totals };
}

async function readLists(
  client: Queryable,
  organizationId: string,
  reads: readonly DataRead[],
  lists: AskedLists,
): Promise<NonNullable<Facts['reads']>> {
  const asked = reads.filter(isListRead);
  return byRead(asked, await new ListReading(client, organizationId, lists).answer(asked));
}

async function readHistory(
  client: Queryable,
  organizationId: string,
  reads: readonly DataRead[],
  moment: RunMoment,
): Promise<NonNullable<Facts['reads']>> {
  const asked = reads.filter(isHistoryRead);
  return byRead(asked, await answerHistory(client, organizationId, moment, asked));
}

const byRead = (reads: readonly DataRead[], answers: readonly DataAnswer[]): NonNullable<Facts['reads']> =>
  Object.fromEntries(reads.map((read, index) => [canonicalJson({ ...read }), answers[index]!]));
