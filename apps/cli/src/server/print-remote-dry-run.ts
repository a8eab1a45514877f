import type { Both } from '@tamis/dry-run';
import type { CliIo } from '../cli-io.js';
import type { RemoteDryRun } from './remote-dry-run.js';
import { painter } from '../output/paint.js';
import { plural } from '../output/plural.js';
import { rightAligned } from '../output/right-aligned.js';

const grouped = (value: number): string => value.toLocaleString('en');
const arrow = ({ baseline, candidate }: Both): string =>
  baseline === candidate ? grouped(candidate) : `${grouped(baseline)} → ${grouped(candidate)}`;
const signed = (value: number): string => (value > 0 ? `+${grouped(value)}` : grouped(value).replace('-', '−'));

function rulesTable({ rules = [] }: RemoteDryRun): string {
  const changed = rules.filter(({ change, gained, lost }) => change !== 'same' || gained + lost > 0);
  if (changed.length === 0) return '  no rule hits other records\n';
  return rightAligned([
    ['rule', 'hits', 'gained', 'lost', 'fraud', 'false alarms'],
    ...changed.map(({ key, change, hits, gained, lost, positives, falseAlarms }) => [
      change === 'same' ? key : `${key} (${change})`,
      arrow(hits),
      grouped(gained),
      grouped(lost),
      arrow(positives),
      arrow(falseAlarms),
    ]),
  ]);
}

/** What a dry run of a server came to, for people. */
export function printRemoteDryRun(run: RemoteDryRun, io: CliIo): void {
  const paint = painter(io.color);
  const { id, records, decisions = [], flips = [], unknown, alerts, rules = [], warnings } = run;
  if (records) io.out(`replayed ${plural(records.replayed, 'record')}, ${grouped(records.late)} late, point in time\n`);
  const both = (
    name: string,
    { baseline, candidate, change }: Both & { readonly change: number },
  ): readonly string[] => [name, grouped(baseline), grouped(candidate), signed(change)];
  const rows = [
    ...decisions.map((each) => both(each.decision, each)),
    ...(unknown ? [both('could not decide', { ...unknown, change: unknown.candidate - unknown.baseline })] : []),
    ...(alerts ? [both('alerts a day', alerts.perDay), both('analyst hours a day', alerts.analystHoursPerDay)] : []),
  ];
  if (rows.length > 0) io.out(rightAligned([['', 'before', 'now', 'change'], ...rows]));
  for (const { from, to, count } of flips) io.out(`  ${from} → ${to}: ${grouped(count)}\n`);
  io.out(`\n${paint('bold', 'rules')}\n${rulesTable(run)}`);
  for (const { key, attribution = [] } of rules)
    for (const { clause, gained, lost } of attribution)
      io.out(`  ${key}: ${clause}  gained ${grouped(gained)}, lost ${grouped(lost)}\n`);
  for (const warning of warnings) io.out(`  ${warning}\n`);
  io.out(`\nrecords: tamis show ${id} gained\n`);
}
