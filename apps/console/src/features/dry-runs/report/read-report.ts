import { isObject } from '@tamis/stdx';
import { keepDigits } from '../../../data/exact-json.js';
import type { Figures, MatchCounts } from '../model/figures.js';
import { changeOf, decisions, type Decision, type MatchChange, type MatchesSearch } from '../model/matches-search.js';
import type { ShownRecord } from '../model/shown-record.js';

type Sums = Readonly<Record<string, string>>;
type Labels = NonNullable<Figures['labels']['baseline']>;

interface Side {
  readonly decisions: Readonly<Record<Decision, number>>;
  readonly unknown: number;
  readonly alertsPerDay: number;
  readonly analystHoursPerDay: number;
  readonly labels: Labels;
  readonly perDay: readonly (NonNullable<Figures['perDay'][number]['baseline']> & { readonly date: string })[];
}

interface Both {
  readonly baseline: number;
  readonly candidate: number;
}

interface ReportRule {
  readonly key: string;
  readonly name: string;
  readonly change: Figures['rules'][number]['change'];
  readonly hits: Both;
  readonly gained: number;
  readonly lost: number;
  readonly unchanged: number;
  readonly unknown: Both;
  readonly fraud: Both;
  readonly cleared: Both;
  readonly unlabelled: Both;
  readonly band: Figures['rules'][number]['band'];
  readonly attribution: Figures['rules'][number]['attribution'];
}

interface ReportMatch {
  readonly id: string;
  readonly target: string;
  readonly occurredAt: string;
  readonly amount: unknown;
  readonly currency: unknown;
  readonly label: 'fraud' | 'cleared' | null;
  readonly decisionBaseline: Decision | null;
  readonly decisionCandidate: Decision;
  readonly gained: readonly string[];
  readonly lost: readonly string[];
  readonly unknown: readonly string[];
}

/** The content that `tamis dry-run --json` writes. */
interface Report {
  readonly records: { readonly replayed: number; readonly from: string; readonly to: string };
  readonly baseline: Side | null;
  readonly candidates: readonly (Side & {
    readonly flips: Figures['flips'];
    readonly rules: readonly ReportRule[];
    readonly amounts: { readonly gained: Sums; readonly lost: Sums };
    readonly changed: number;
    readonly matches: readonly ReportMatch[];
    readonly matchesTruncated: boolean;
  })[];
  readonly hash: string;
}

export interface OpenReport {
  readonly figures: Figures;
  readonly from: string;
  readonly to: string;
  readonly hash: string;
  /** The number of records on which the sides differ; the file may contain fewer. */
  readonly changed: number;
  readonly isTruncated: boolean;
  readonly matches: readonly ReportMatch[];
  /** The values for each match. */
  readonly times: Float64Array;
  readonly days: readonly string[];
}

/** The reason why a file is not a report. */
export type ReportProblem = 'notJson' | 'notReport' | 'ofServer';

function isReport(value: unknown): value is Report {
  if (!isObject(value) || !isObject(value['records']) || !Array.isArray(value['candidates'])) return false;
  const [candidate] = value['candidates'] as readonly unknown[];
  if (!isObject(candidate) || !isObject(candidate['decisions']) || !isObject(candidate['labels'])) return false;
  const lists = ['flips', 'rules', 'perDay', 'matches'].map((name) => candidate[name]);
  if (!lists.every(Array.isArray) || !isObject(candidate['amounts'])) return false;
  const [first] = candidate['matches'] as readonly unknown[];
  return first === undefined || (isObject(first) && Array.isArray(first['gained']) && Array.isArray(first['lost']));
}

const change = (before: number, after: number) => ({
  baseline: before,
  candidate: after,
  change: Math.round((after - before) * 100) / 100,
});

function figuresOf({ records, baseline, candidates }: Report): Figures {
  const candidate = candidates[0]!;
  const before = new Map((baseline?.perDay ?? []).map(({ date, ...day }) => [date, day]));
  return {
    hasBaseline: baseline !== null,
    replayed: records.replayed,
    decisions: decisions.map((decision) => ({
      decision,
      ...change(baseline?.decisions[decision] ?? 0, candidate.decisions[decision]),
    })),
    flips: candidate.flips,
    unknown: { baseline: baseline?.unknown ?? 0, candidate: candidate.unknown },
    rules: candidate.rules.map(({ unchanged, fraud, cleared, ...rule }) => ({
      ...{ ...rule, ruleId: null, same: unchanged, positives: fraud, falseAlarms: cleared },
    })),
    labels: { baseline: baseline?.labels ?? null, candidate: candidate.labels },
    alerts: {
      perDay: change(baseline?.alertsPerDay ?? 0, candidate.alertsPerDay),
      analystHoursPerDay: change(baseline?.analystHoursPerDay ?? 0, candidate.analystHoursPerDay),
    },
    perDay: candidate.perDay.map((day) => ({ ...day, baseline: before.get(day.date) ?? null })),
    amounts: candidate.amounts,
  };
}

/** Reads a report as `tamis dry-run --json` writes it, or returns the reason why the text is not a report. */
export function readReport(text: string): OpenReport | ReportProblem {
  let read: unknown;
  try {
    read = JSON.parse(keepDigits(text));
  } catch {
    return 'notJson';
  }
  if (isObject(read) && (isObject(read['dryRun']) || 'matchesKept' in read)) return 'ofServer';
  if (!isReport(read)) return 'notReport';
  const { matches, changed, matchesTruncated } = read.candidates[0]!;
  const times = Float64Array.from(matches, ({ occurredAt }) => Date.parse(occurredAt));
  const days = Array.from(times, (time) => (Number.isNaN(time) ? '' : new Date(time).toISOString().slice(0, 10)));
  const { from, to } = read.records;
  return {
    figures: figuresOf(read),
    from,
    to,
    hash: read.hash,
    changed,
    isTruncated: matchesTruncated,
    ...{ matches, times, days },
  };
}

const labelNames = { fraud: 'positive', cleared: 'negative' } as const;
const labelOf = ({ label }: ReportMatch) => (label === null ? null : labelNames[label]);

/** Whether the match has the requested rule, or the requested change of the decision. */
function isOfRule(match: ReportMatch, rule: string | undefined, wanted: MatchChange | undefined): boolean {
  const { gained, lost, unknown } = match;
  const has = (keys: readonly string[]): boolean => (rule === undefined ? keys.length > 0 : keys.includes(rule));
  if (wanted === 'flipped') return match.decisionBaseline !== match.decisionCandidate;
  if (wanted === 'gained') return has(gained);
  if (wanted === 'lost') return has(lost);
  if (wanted === 'unknown') return has(unknown);
  return rule === undefined || has(gained) || has(lost) || has(unknown);
}

class Tally {
  private readonly counts = new Map<string, number>();
  add(key: string): void {
    this.counts.set(key, (this.counts.get(key) ?? 0) + 1);
  }
  /** Returns the highest counts first. */
  list(): readonly (readonly [key: string, records: number])[] {
    return [...this.counts].sort(([, a], [, b]) => b - a);
  }
}

const amountOf = ({ amount }: ReportMatch): number => Number(typeof amount === 'object' ? Number.NaN : amount);

/** Applies a selection to a report: returns what each further choice would leave, and the indexes of the matches, in order. */
export function chooseMatches(report: OpenReport, search: MatchesSearch) {
  const { matches, times, days } = report;
  const wanted = changeOf(search, report.figures.hasBaseline);
  const [flips, ofDays, labels, rules] = [new Tally(), new Tally(), new Tally(), new Tally()];
  const chosen: number[] = [];
  for (const [at, match] of matches.entries()) {
    const label = labelOf(match) ?? 'unlabelled';
    const day = days[at] as string;
    const byDecision =
      (search.from === undefined || search.from === match.decisionBaseline) &&
      (search.to === undefined || search.to === match.decisionCandidate);
    const byDay = day >= (search.since ?? '') && (search.until === undefined || day <= search.until);
    const byLabel = search.label === undefined || search.label === label;
    const byRule = isOfRule(match, search.rule, wanted);
    if (byDay && byLabel && byRule) flips.add(`${match.decisionBaseline ?? ''} ${match.decisionCandidate}`);
    if (byDecision && byLabel && byRule) ofDays.add(day);
    if (byDecision && byDay && byRule) labels.add(label);
    if (byDecision && byDay && byLabel) {
      for (const key of match.gained) rules.add(`gained ${key}`);
      for (const key of match.lost) rules.add(`lost ${key}`);
      for (const key of match.unknown) rules.add(`unknown ${key}`);
    }
    if (byDecision && byDay && byLabel && byRule) chosen.push(at);
  }
  if (search.sort === 'amount') chosen.sort((a, b) => amountOf(matches[b]!) - amountOf(matches[a]!) || a - b);
  else chosen.sort((a, b) => times[b]! - times[a]! || a - b);
  const counts: MatchCounts = {
    records: chosen.length,
    decisions: flips.list().map(([key, records]) => {
      const [from, to] = key.split(' ') as [Decision | '', Decision];
      return { from: from === '' ? null : from, to, records };
    }),
    days: ofDays
      .list()
      .map(([date, records]) => ({ date, records }))
      .sort((a, b) => (a.date < b.date ? -1 : 1)),
    segments: [],
    labels: labels.list().map(([label, records]) => ({ label: label as 'positive', records })),
    rules: rules.list().map(([key, records]) => {
      const [first = '', ...rule] = key.split(' ');
      return { change: first as MatchChange, ruleKey: rule.join(' '), records };
    }),
    clauses: [],
  };
  return { counts, order: Uint32Array.from(chosen) };
}

export function shownOf(match: ReportMatch): ShownRecord {
  const { amount, currency } = match;
  const isPlain = typeof amount === 'number' || typeof amount === 'string';
  return {
    recordId: match.id,
    name: match.id,
    occurredAt: match.occurredAt,
    who: null,
    amount: isPlain ? amount : null,
    currency: typeof currency === 'string' ? currency : null,
    label: labelOf(match),
    from: match.decisionBaseline,
    to: match.decisionCandidate,
    because: [
      ...match.gained.map((key) => `+${key}`),
      ...match.lost.map((key) => `−${key}`),
      ...match.unknown.map((key) => `? ${key}`),
    ].join(' '),
    isTransaction: match.target === 'transaction',
  };
}
