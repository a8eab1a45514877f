import { csvText } from '@tamis/stdx';
import type { DryRunReport, SweepPoint, SweepReport } from '@tamis/dry-run';
import type { CliIo } from '../cli-io.js';
import { grouped } from './grouped.js';
import { painter } from './paint.js';
import { plural } from './plural.js';
import { rightAligned } from './right-aligned.js';

/** A sweep with its suggestion. */
export interface SweepOutcome extends SweepReport {
  /** `null` if no value stays within the budget. Absent if no budget was given. */
  readonly suggestion?: SweepPoint | null;
  readonly hash: string;
}

const turns = {
  rise: 'hits only increase with the value',
  fall: 'hits only decrease with the value',
  level: 'hits are the same for all values',
} as const;

export function monotoneText({ monotone }: SweepOutcome): string {
  return monotone.hits === 'neither'
    ? `hits change direction at ${monotone.breaksAt.join(', ')}`
    : turns[monotone.hits];
}

/** Describes the suggestion for the budget. */
export function suggestionText({ suggestion }: SweepOutcome): string | null {
  if (suggestion === undefined) return null;
  if (suggestion === null) return 'No value stays within the alert budget';
  const { value, positivesCaught, positivesTotal, falseAlarms, alertsPerDay } = suggestion;
  if (positivesTotal === 0)
    return `No fraud is known; ${value} uses most of the budget: ${alertsPerDay} alerts per day`;
  return (
    `Within the budget, ${value} catches most: ${grouped(positivesCaught)} of ${grouped(positivesTotal)} known frauds, ` +
    `${plural(falseAlarms, 'false alarm')}, ${alertsPerDay} alerts a day`
  );
}

/** Describes the values on the frontier, which no other value beats. Without labels, no value is better than another. */
export const frontierText = ({ frontier }: SweepOutcome, { labelled }: DryRunReport['records']): string =>
  labelled.fraud + labelled.cleared === 0
    ? 'no frontier: no record is labelled; use --labels FILE'
    : `frontier: ${frontier.join(', ')}`;

/** Returns the marks of a value: whether it is the current one, and whether it is on the frontier. */
export function marksOf(
  { current, frontier }: SweepOutcome,
  { labelled }: DryRunReport['records'],
  value: string,
): string {
  const isOnFrontier = labelled.fraud + labelled.cleared > 0 && frontier.includes(value);
  return [...(value === current ? ['now'] : []), ...(isOnFrontier ? ['frontier'] : [])].join(', ');
}

const cells = (point: SweepPoint): readonly string[] => [
  grouped(point.hits),
  grouped(point.positivesCaught),
  grouped(point.falseAlarms),
  grouped(point.unknown),
  point.alertsPerDay.toFixed(2),
  point.analystHoursPerDay.toFixed(2),
];

/** Prints a line for each value, the frontier and the suggestion. */
export function printSweep(swept: SweepOutcome, records: DryRunReport['records'], io: CliIo): void {
  const paint = painter(io.color);
  const { param, rule, points, hash } = swept;
  io.out(`${paint('bold', `${rule ?? 'all rules'}: ${param}`)}  ${plural(records.replayed, 'record')}, `);
  io.out(`${grouped(records.labelled.fraud)} known frauds, ${grouped(records.labelled.cleared)} cleared\n`);
  io.out(
    rightAligned([
      [param, 'hits', 'caught', 'false alarms', 'unknown', 'alerts/day', 'hours/day', ''],
      ...points.map((point) => [point.value, ...cells(point), marksOf(swept, records, point.value)]),
    ]),
  );
  io.out(`\n${frontierText(swept, records)}; ${monotoneText(swept)}\n`);
  const suggested = suggestionText(swept);
  if (suggested !== null) io.out(`${suggested}\n`);
  io.out(`result ${hash}\n`);
}

/** Returns the same as CSV for spreadsheets. */
export const sweepCsv = (swept: SweepOutcome): string =>
  csvText(
    ['value', 'hits', 'caught', 'falseAlarms', 'unknown', 'alertsPerDay', 'hoursPerDay', 'isOnFrontier'],
    swept.points.map((point) => [
      point.value,
      point.hits,
      point.positivesCaught,
      point.falseAlarms,
      point.unknown,
      point.alertsPerDay,
      point.analystHoursPerDay,
      swept.frontier.includes(point.value) ? 'yes' : 'no',
    ]),
  );
