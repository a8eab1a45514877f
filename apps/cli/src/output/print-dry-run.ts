import type { Both, CandidateReport, DryRunMatch, DryRunReport, LabelFigures, RuleFigures } from '@tamis/dry-run';
import type { CliIo } from '../cli-io.js';
import { grouped } from './grouped.js';
import { painter } from './paint.js';
import { plural } from './plural.js';
import { tableText } from './print-table.js';
import { rightAligned } from './right-aligned.js';

const signed = (value: number): string => (value === 0 ? '0' : `${value > 0 ? '+' : '−'}${grouped(Math.abs(value))}`);
const hundredths = (value: number): number => Math.round(value * 100) / 100;
const percent = (value: number | null): string => (value === null ? '-' : `${(value * 100).toFixed(1)} %`);
const money = (sums: Readonly<Record<string, string>>): string =>
  Object.entries(sums)
    .map(([currency, sum]) => `${sum} ${currency}`)
    .join(', ') || 'none';

const decisions = ['APPROVE', 'REVIEW_REQUIRED', 'HOLD', 'REJECT'] as const;

function decisionTable({ baseline }: DryRunReport, candidate: CandidateReport): string {
  const row = (name: string, of: (side: Pick<CandidateReport, 'decisions' | 'unknown' | 'alerts'>) => number) => {
    const [before, after] = [baseline ? of(baseline) : null, of(candidate)];
    return before === null
      ? [name, grouped(after)]
      : [name, grouped(before), grouped(after), signed(hundredths(after - before))];
  };
  return rightAligned([
    baseline ? ['', 'before', 'now', 'change'] : ['', 'now'],
    ...decisions.map((decision) => row(decision, (side) => side.decisions[decision])),
    row('unknown', (side) => side.unknown),
    row('alerts', (side) => side.alerts),
  ]);
}

const changedBoth = ({ baseline, candidate }: Both): string =>
  baseline === candidate ? grouped(candidate) : `${grouped(baseline)} → ${grouped(candidate)}`;

function ruleRows(rules: readonly RuleFigures[], hasBaseline: boolean): string {
  if (!hasBaseline)
    return rightAligned([
      ['rule', 'hits', 'unknown', 'fraud', 'cleared'],
      ...rules.map(({ key, hits, unknown, fraud, cleared }) => [
        key,
        ...[hits, unknown, fraud, cleared].map((each) => grouped(each.candidate)),
      ]),
    ]);
  const changed = rules.filter(({ change, gained, lost }) => change !== 'same' || gained + lost > 0);
  if (changed.length === 0) return '  no rule hits other records\n';
  return rightAligned([
    ['rule', 'hits', 'gained', 'lost', 'unknown', 'fraud', 'cleared'],
    ...changed.map(({ key, change, hits, gained, lost, unknown, fraud, cleared }) => [
      `${key}${change === 'same' ? '' : ` (${change})`}`,
      changedBoth(hits),
      grouped(gained),
      grouped(lost),
      changedBoth(unknown),
      changedBoth(fraud),
      changedBoth(cleared),
    ]),
  ]);
}

/** Describes which change of a rule made the difference: `294 by threshold: 4 → 3`. */
const whyText = ({ attribution }: RuleFigures): readonly string[] =>
  attribution.map(({ clause, before, after, gained, lost }) => {
    const change = before === '' && after === '' ? clause : `${clause}: ${before || 'nothing'} → ${after || 'nothing'}`;
    return `+${grouped(gained)} −${grouped(lost)} by ${change}`;
  });

const labelText = ({ fraud, caught, falseAlarms, precision, recall }: LabelFigures): string =>
  `${grouped(caught)} of ${grouped(fraud)} frauds stopped, ${plural(falseAlarms, 'false alarm')}, precision ${percent(precision)}, recall ${percent(recall)}`;

export const matchRow = (match: DryRunMatch): string[] => [
  match.id,
  match.occurredAt,
  match.decisionBaseline === null || match.decisionBaseline === match.decisionCandidate
    ? match.decisionCandidate
    : `${match.decisionBaseline} → ${match.decisionCandidate}`,
  [...match.gained.map((key) => `+${key}`), ...match.lost.map((key) => `−${key}`)].join(' '),
  match.label ?? '',
];

/** Prints the result of a dry run of one candidate for people. */
export function printDryRun(report: DryRunReport, ruleCount: number, matches: number, io: CliIo): void {
  const [candidate] = report.candidates;
  if (!candidate) return;
  const paint = painter(io.color);
  const { records, baseline } = report;
  io.out(`replayed ${plural(records.replayed, 'record')}, ${plural(ruleCount, 'rule')}, point in time`);
  io.out(`${records.late > 0 ? `, ${grouped(records.late)} late` : ''}  ${records.from} to ${records.to}\n`);
  io.out(decisionTable(report, candidate));
  for (const { from, to, count } of candidate.flips) io.out(`  ${from} → ${to}: ${grouped(count)}\n`);
  io.out(`\n${paint('bold', 'rules')}\n${ruleRows(candidate.rules, baseline !== null)}`);
  for (const rule of candidate.rules) for (const why of whyText(rule)) io.out(`  ${rule.key}  ${why}\n`);
  if (candidate.labels.fraud + records.labelled.cleared > 0) {
    io.out(`\n${paint('bold', 'labels')}\n`);
    if (baseline) io.out(`  before  ${labelText(baseline.labels)}\n`);
    io.out(`  now     ${labelText(candidate.labels)}\n`);
  }
  const hours = (side: Pick<CandidateReport, 'alertsPerDay' | 'analystHoursPerDay'>): string =>
    `${side.alertsPerDay} alerts per day, ${side.analystHoursPerDay} hours per day`;
  io.out(`\n${paint('bold', 'analysts')}\n`);
  if (baseline) io.out(`  before  ${hours(baseline)}\n`);
  io.out(`  now     ${hours(candidate)}\n`);
  io.out(`\n${paint('bold', 'money')}\n`);
  io.out(
    baseline
      ? `  stopped now only: ${money(candidate.amounts.gained)}\n  stopped before only: ${money(candidate.amounts.lost)}\n`
      : `  not approved: ${money(candidate.stopped)}\n`,
  );
  const listed = candidate.matches.slice(0, matches);
  if (listed.length > 0)
    io.out(
      `\n${paint('bold', `${listed.length} of ${grouped(candidate.changed)} records`)}\n${tableText(listed.map(matchRow))}`,
    );
  io.out(`\nresult ${report.hash}\n`);
}
