import {
  checkRuleSet,
  compileCheckedRules,
  foldFacts,
  gatherFacts,
  InMemoryFacts,
  type CompiledRuleSet,
  type RuleSetContent,
  type SetRule,
  type StoredRecord,
} from '@tamis/engine';
import { evaluateCheckedReference } from '@tamis/reference';
import { writeFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { machine, median } from '../machine.js';
import { cpuMs } from '../parse/cpu-time.js';
import { windowTransactions, type WindowTransaction } from './window-transactions.js';

export interface WindowsBenchOptions {
  readonly events: number;
  readonly customers: number;
  readonly seed: number;
  readonly rounds: number;
  readonly json: string | null;
}

const functions: Readonly<Record<string, (records: string) => string>> = {
  count: (records) => `count(${records} where status != "DECLINED") >= 0`,
  sum: (records) => `sum(amount as USD of ${records}) >= 0 USD`,
  distinct: (records) => `count(distinct channel of ${records}) >= 0`,
  percentile: (records) => `p95(amount as USD of ${records}) >= 0 USD`,
};
const spans = ['1h', '24h', '30d'];

/** The share of the payments that are stored before the measurement begins. */
const loadedShare = 0.8;
/** The number of payments for measuring rows: with long windows, each has a thousand rows. */
const withRows = 400;
/** The number of payments for measuring a scan, which reads all stored payments for each one. */
const scanned = 10;

interface Subject {
  readonly content: RuleSetContent;
  readonly rules: readonly SetRule[];
  readonly set: CompiledRuleSet;
}

/** Nanoseconds of CPU time per payment, including adding it to the stored ones. */
interface WindowFigures {
  readonly aggregate: string;
  readonly span: string;
  /** The source keeps the window and returns a value: only its part of the time. */
  readonly foldNs: number;
  /** The whole evaluation of a rule over it. */
  readonly keptNs: number;
  /** The source returns the rows of the window, and the engine folds them. */
  readonly rowsNs: number;
  /** The reference evaluator reads all stored payments. */
  readonly scanNs: number;
  readonly ratios: { readonly rows: number; readonly scan: number };
}

function subjectOf(condition: string): Subject {
  const source = `rule r { on transaction when ${condition} }`;
  const rule = {
    ruleId: 'r1',
    version: 1,
    status: 'active',
    source,
    externalId: null,
    createdAt: '2026-01-01T00:00:00Z',
  } as const;
  const content: RuleSetContent = { rules: [rule], lists: {}, baseCurrency: 'USD', timezone: 'UTC' };
  const checked = checkRuleSet(content);
  if (!checked.ok) throw new Error(`${source}: ${JSON.stringify(checked.error[0]?.diagnostics[0])}`);
  return { content, rules: checked.value, set: compileCheckedRules(checked.value, content) };
}

function sourceOf(payments: readonly WindowTransaction[]): InMemoryFacts {
  const facts = new InMemoryFacts();
  for (const { record } of payments) facts.add(record);
  return facts;
}

/** Returns a source that was queried for every customer before, because the first query for a customer reads all of its stored data. */
function askedBefore(
  loaded: readonly WindowTransaction[],
  later: readonly WindowTransaction[],
  ask: (facts: InMemoryFacts, of: WindowTransaction) => void,
): InMemoryFacts {
  const facts = sourceOf(loaded);
  const firstOfEach = new Map([...later].reverse().map((each) => [each.record['originEntityId'], each]));
  for (const payment of firstOfEach.values()) ask(facts, payment);
  return facts;
}

/** Replays payments, with aggregates folded by the source, or from rows. */
function replay(
  { set }: Subject,
  loaded: InMemoryFacts,
  payments: readonly WindowTransaction[],
  gather: typeof foldFacts,
): number {
  return cpuMs(() => {
    for (const { record, run } of payments) {
      set.evaluate(record, gather(set, record, run, loaded), run);
      loaded.add(record);
    }
  });
}

/** Measures the work of the source in a replay. */
function foldOnly({ set }: Subject, loaded: InMemoryFacts, payments: readonly WindowTransaction[]): number {
  return cpuMs(() => {
    for (const { record, run } of payments) {
      loaded.fold(set.aggregates(record, run).requests, run.now);
      loaded.add(record);
    }
  });
}

function scan(
  { rules, content }: Subject,
  records: readonly StoredRecord[],
  payments: readonly WindowTransaction[],
): number {
  const facts = { records, lists: new Map<string, ReadonlySet<string>>() };
  return cpuMs(() => {
    for (const { record, run } of payments) evaluateCheckedReference(rules, content, record, facts, run);
  });
}

/** Figures are meaningless for wrong results. */
function compareResults(
  { rules, content, set }: Subject,
  loaded: readonly WindowTransaction[],
  next: readonly WindowTransaction[],
): void {
  const facts = sourceOf(loaded);
  const records = loaded.map(({ record }) => record);
  for (const { record, run } of next) {
    const expected = evaluateCheckedReference(rules, content, record, { records, lists: new Map() }, run).outcomes;
    for (const gather of [foldFacts, gatherFacts])
      if (!isDeepStrictEqual([...set.evaluate(record, gather(set, record, run, facts), run).outcomes], [...expected]))
        throw new Error(`${content.rules[0]?.source ?? ''}: another answer than a scan gives for ${run.evaluationId}`);
    facts.add(record);
    records.push(record);
  }
}

function measure(name: string, span: string, payments: readonly WindowTransaction[], rounds: number): WindowFigures {
  const subject = subjectOf(
    (functions[name] as (records: string) => string)(`transactions from origin in last ${span}`),
  );
  const at = Math.floor(payments.length * loadedShare);
  const [loaded, later] = [payments.slice(0, at), payments.slice(at)];
  compareResults(subject, loaded, later.slice(0, scanned));
  const records = loaded.map(({ record }) => record);
  const { set } = subject;
  const kept = (): InMemoryFacts =>
    askedBefore(loaded, later, (facts, { record, run }) => foldFacts(set, record, run, facts));
  const rows = (): InMemoryFacts =>
    askedBefore(loaded, later, (facts, { record, run }) => gatherFacts(set, record, run, facts));
  const figures = Array.from({ length: rounds }, () => ({
    fold: foldOnly(subject, kept(), later) / later.length,
    kept: replay(subject, kept(), later, foldFacts) / later.length,
    rows: replay(subject, rows(), later.slice(0, withRows), gatherFacts) / withRows,
    scan: scan(subject, records, later.slice(0, scanned)) / scanned,
  }));
  const of = (key: 'fold' | 'kept' | 'rows' | 'scan'): number => median(figures.map((each) => each[key] * 1e6));
  const [foldNs, keptNs, rowsNs, scanNs] = [of('fold'), of('kept'), of('rows'), of('scan')];
  const ratios = { rows: rowsNs / keptNs, scan: scanNs / keptNs };
  return { aggregate: name, span, foldNs, keptNs, rowsNs, scanNs, ratios };
}

const shown = ({ aggregate, span, foldNs, keptNs, rowsNs, scanNs, ratios }: WindowFigures): string =>
  [
    aggregate.padEnd(11),
    span.padStart(4),
    Math.round(foldNs).toLocaleString('en').padStart(10),
    Math.round(keptNs).toLocaleString('en').padStart(12),
    Math.round(rowsNs).toLocaleString('en').padStart(12),
    Math.round(scanNs).toLocaleString('en').padStart(14),
    ratios.rows.toFixed(1).padStart(9),
    Math.round(ratios.scan).toLocaleString('en').padStart(10),
  ].join('');

/** Measures windows in memory: kept by the source, folded from rows, and scanned, for the last payments. */
export function benchWindows({ events, customers, seed, rounds, json }: WindowsBenchOptions): void {
  const payments = windowTransactions(events, customers, seed);
  console.log(`${events.toLocaleString('en')} payments of ${customers} customers; nanoseconds of processor time each`);
  console.log('window               fold    whole run   from rows          scan  rows/run  scan/run');
  const figures = Object.keys(functions).flatMap((name) =>
    spans.map((span) => {
      const found = measure(name, span, payments, rounds);
      console.log(shown(found));
      return found;
    }),
  );
  const report = { machine: machine(), events, customers, seed, rounds, figures };
  if (json !== null) writeFileSync(json, `${JSON.stringify(report, null, 2)}\n`);
}
