import type { Both, CandidateReport, DryRunMatch, DryRunReport, SideFigures } from '@tamis/dry-run';
import { plural } from '../plural.js';
import { matchRow } from '../print-dry-run.js';
import { html, type Html } from './html-text.js';
import { htmlTable, type Cell } from './html-table.js';
import { reportPage, type Chart } from './report-page.js';
import { reproductionHtml, type Reproduction } from './reproduction.js';

const decisions = ['APPROVE', 'REVIEW_REQUIRED', 'HOLD', 'REJECT'] as const;
const shownMatches = 200;

const percent = (share: number | null): string => (share === null ? '–' : `${(share * 100).toFixed(1)} %`);
const money = (sums: Readonly<Record<string, string>>): string =>
  Object.entries(sums)
    .map(([currency, sum]) => `${sum} ${currency}`)
    .join(', ') || 'none';

function perDayChart(
  title: string,
  { baseline }: DryRunReport,
  candidate: CandidateReport,
  of: 'stopped' | 'alerts',
): Chart {
  const dates = [...new Set([...(baseline?.perDay ?? []), ...candidate.perDay].map(({ date }) => date))].sort();
  const valuesOf = ({ perDay }: SideFigures): readonly number[] => {
    const byDate = new Map(perDay.map((day) => [day.date, day[of]]));
    return dates.map((date) => byDate.get(date) ?? 0);
  };
  return {
    title,
    x: 'day (UTC)',
    y: of,
    labels: dates,
    values: dates.map((_, index) => index),
    series: [
      { label: baseline ? 'candidate' : of, as: 'line', values: valuesOf(candidate) },
      ...(baseline ? [{ label: 'before', as: 'line' as const, values: valuesOf(baseline) }] : []),
    ],
  };
}

function rulesChart({ rules: all }: CandidateReport, hasBaseline: boolean): Chart {
  const moved = hasBaseline ? all.filter(({ gained, lost }) => gained + lost > 0) : [];
  const rules = moved.length > 0 ? moved : all;
  return {
    title: hasBaseline ? 'Records that each rule gained and lost' : 'Records that each rule hit',
    x: 'rule',
    y: 'records',
    labels: rules.map(({ key }) => key),
    values: rules.map((_, index) => index),
    series: hasBaseline
      ? [
          { label: 'gained', as: 'bars', values: rules.map(({ gained }) => gained) },
          { label: 'lost', as: 'bars', values: rules.map(({ lost }) => 0 - lost) },
        ]
      : [{ label: 'hits', as: 'bars', values: rules.map(({ hits }) => hits.candidate) }],
  };
}

function decisionTable({ baseline }: DryRunReport, candidate: CandidateReport): Html {
  const row = (name: string, of: (side: SideFigures) => number): readonly Cell[] =>
    baseline
      ? [name, of(baseline), of(candidate), { change: Math.round((of(candidate) - of(baseline)) * 100) / 100 }]
      : [name, of(candidate)];
  return htmlTable({
    caption: 'Decisions and work',
    heading: baseline ? ['', 'before', 'candidate', 'change'] : ['', 'records'],
    rows: [
      ...decisions.map((decision) => row(decision, (side) => side.decisions[decision])),
      row('unknown', ({ unknown }) => unknown),
      row('alerts', ({ alerts }) => alerts),
      row('alerts a day', ({ alertsPerDay }) => alertsPerDay),
      row('analyst hours per day', ({ analystHoursPerDay }) => analystHoursPerDay),
      row('known frauds stopped', ({ labels }) => labels.caught),
      row('false alarms', ({ labels }) => labels.falseAlarms),
    ],
  });
}

/** Rows are the decision before, columns the decision now. */
function flipTable({ flips }: CandidateReport): Html {
  const counts = new Map(flips.map(({ from, to, count }) => [`${from} ${to}`, count]));
  return htmlTable({
    caption: 'Flipped decisions: before in rows, candidate in columns',
    heading: ['before', ...decisions],
    rows: decisions.map((from) => [
      from,
      ...decisions.map((to) => (from === to ? '·' : (counts.get(`${from} ${to}`) ?? 0))),
    ]),
  });
}

function rulesTable({ rules }: CandidateReport, hasBaseline: boolean): Html {
  const both = ({ baseline, candidate }: Both): readonly Cell[] => (hasBaseline ? [baseline, candidate] : [candidate]);
  const named = (name: string): readonly string[] => (hasBaseline ? [`${name} before`, name] : [name]);
  return htmlTable({
    caption: 'Rules',
    heading: [
      'rule',
      ...(hasBaseline ? ['change', 'gained', 'lost'] : []),
      ...named('hits'),
      ...named('unknown'),
      ...named('fraud'),
      ...named('cleared'),
    ],
    words: hasBaseline ? [1] : [],
    rows: rules.map((rule) => [
      rule.key,
      ...(hasBaseline ? [rule.change, rule.gained, rule.lost] : []),
      ...both(rule.hits),
      ...both(rule.unknown),
      ...both(rule.fraud),
      ...both(rule.cleared),
    ]),
  });
}

/** Shows which changes made the difference. `null` if no rule changed. */
function whyTable({ rules }: CandidateReport): Html | null {
  const rows = rules.flatMap(({ key, attribution }) =>
    attribution.map(({ clause, before, after, gained, lost }) => [key, clause, before, after, gained, lost]),
  );
  if (rows.length === 0) return null;
  return htmlTable({
    caption: 'Why: the clause that made the difference',
    heading: ['rule', 'clause', 'before', 'candidate', 'gained', 'lost'],
    words: [1, 2, 3],
    rows,
  });
}

/** `changed` is the total number of differing records, or `null` if they were not counted. */
const matchTable = (matches: readonly DryRunMatch[], changed: number | null): Html =>
  htmlTable({
    caption:
      changed === null
        ? `the first ${plural(matches.length, 'record')}`
        : `${matches.length} of ${changed.toLocaleString('en')} records`,
    heading: ['record', 'time (UTC)', 'decision', 'rules', 'label', 'amount'],
    words: [1, 2, 3, 4],
    rows: matches.map((match) => [
      ...matchRow(match),
      [match.amount, match.currency].filter((part) => typeof part === 'string' || typeof part === 'number').join(' '),
    ]),
  });

function perDayTable({ baseline }: DryRunReport, candidate: CandidateReport): Html {
  const before = new Map(baseline?.perDay.map((day) => [day.date, day]));
  return htmlTable({
    caption: 'Per day (UTC)',
    heading: [
      'day',
      'records',
      ...(baseline ? ['stopped before'] : []),
      'stopped',
      ...(baseline ? ['alerts before'] : []),
      'alerts',
      'unknown',
    ],
    rows: candidate.perDay.map(({ date, records, stopped, alerts, unknown }) => [
      date,
      records,
      ...(baseline ? [before.get(date)?.stopped ?? 0] : []),
      stopped,
      ...(baseline ? [before.get(date)?.alerts ?? 0] : []),
      alerts,
      unknown,
    ]),
  });
}

function candidateHtml(
  report: DryRunReport,
  candidate: CandidateReport,
  chart: (index: number) => Html,
  isCut: boolean,
): Html {
  const { baseline } = report;
  const { labels } = candidate;
  return html`
    <section aria-labelledby="decisions">
      <h2 id="decisions">Decisions</h2>
      ${decisionTable(report, candidate)} ${baseline ? flipTable(candidate) : null}
      <p>
        Of ${labels.fraud} known frauds ${labels.caught} are stopped: precision ${percent(labels.precision)}, recall
        ${percent(labels.recall)}. Stopped records without a label: ${labels.unlabelled}.
      </p>
      <p>
        ${
          baseline
            ? `Money stopped now only: ${money(candidate.amounts.gained)}. Before only: ${money(candidate.amounts.lost)}.`
            : `Money not approved: ${money(candidate.stopped)}.`
        }
      </p>
    </section>
    <section aria-labelledby="days">
      <h2 id="days">Per day</h2>
      ${chart(0)} ${chart(1)}
      <details>
        <summary>The numbers</summary>
        ${perDayTable(report, candidate)}
      </details>
    </section>
    <section aria-labelledby="rules">
      <h2 id="rules">Rules</h2>
      ${chart(2)} ${rulesTable(candidate, baseline !== null)} ${whyTable(candidate)}
    </section>
    <section aria-labelledby="records">
      <h2 id="records">Records</h2>
      ${matchTable(candidate.matches.slice(0, shownMatches), isCut ? null : candidate.changed)}
    </section>
  `;
}

/**
 * Renders a page about a dry run of one candidate. `isCut` means that it has only the first records, and that the others were not counted.
 */
export function dryRunPage(report: DryRunReport, reproduction: Reproduction, isCut = false): string {
  const { records, baseline } = report;
  const [candidate] = report.candidates as readonly [CandidateReport];
  return reportPage({
    title: baseline ? 'Dry run: what changes' : 'Dry run',
    lead: html`<p class="quiet">
      ${records.replayed} records replayed, point in time, ${records.from} to ${records.to}; ${records.late} arrived
      late; ${records.labelled.fraud} known frauds, ${records.labelled.cleared} cleared.
    </p>`,
    charts: [
      perDayChart('Alerts per day', report, candidate, 'alerts'),
      perDayChart('Stopped records per day (anything but APPROVE)', report, candidate, 'stopped'),
      rulesChart(candidate, baseline !== null),
    ],
    body: (chart) => html`${candidateHtml(report, candidate, chart, isCut)} ${reproductionHtml(reproduction)}`,
  });
}
