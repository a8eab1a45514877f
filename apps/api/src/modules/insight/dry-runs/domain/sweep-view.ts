import { sweepReport, valueWithinBudget, type SweepPoint } from '@tamis/dry-run';
import type { DryRun } from './dry-run.js';
import { dryRunItem, emptyWarning, labelWarnings } from './dry-run-view.js';
import { encodeLiteral, readExpression } from '@tamis/lang';

/** Returns an expression in the JSON form of rules, as users sent it, or as text if it has none. */
function valueJson(text: string): unknown {
  const { expression } = readExpression(text);
  return (expression && encodeLiteral(expression)) ?? text;
}

const pointView = ({ value, stopped, ...figures }: SweepPoint) => ({
  value: valueJson(value),
  ...figures,
  amount: stopped,
});

/** Options for displaying a sweep. */
export interface SweepViewOptions {
  /** An alert budget for which a value is suggested. */
  readonly alertsPerDay?: number | undefined;
  /** The rule of the candidate whose hits are counted. Default: the only rule, or all if there are several. */
  readonly ruleKey?: string | undefined;
}

/** Returns the results of a sweep. */
function figuresOf({ request, result, candidate }: DryRun, { alertsPerDay, ruleKey }: SweepViewOptions) {
  if (!result?.report) return { points: [], frontier: [] };
  const { param } = request as { readonly param: string };
  // If there is only one rule, its hits are counted.
  const keys = Object.keys(candidate.contentHashes);
  const rule = ruleKey ?? (keys.length === 1 ? keys[0]! : null);
  const report = sweepReport(result.report, { param, current: null, rule });
  const suggested = alertsPerDay === undefined ? undefined : valueWithinBudget(report, alertsPerDay);
  const { hits, breaksAt } = report.monotone;
  return {
    rule,
    records: result.report.records,
    hash: result.report.hash,
    points: report.points.map(pointView),
    frontier: report.frontier.map(valueJson),
    monotone: { hits, breaksAt: breaksAt.map(valueJson) },
    ...(suggested !== undefined && { suggestion: suggested && pointView(suggested) }),
  };
}

/** Returns the fields common to lists and single reads of sweeps. */
export function sweepItem(run: DryRun, now: Date) {
  const { param } = run.request as { readonly param: string };
  return { ...dryRunItem(run, now), param, current: run.candidate.params[param] ?? null };
}

/** Returns a sweep with its points, once it is completed. */
export function sweepView(run: DryRun, now: Date, asked: SweepViewOptions = {}) {
  return {
    ...sweepItem(run, now),
    ...figuresOf(run, asked),
    warnings: run.result ? [...(run.result.report ? [] : [emptyWarning(run)]), ...labelWarnings(run)] : [],
  };
}

/** Returns the index of a value among the candidates of a sweep, given as rule text or JSON; -1 if it is not among them. */
export function valueIndex({ result }: DryRun, wanted: string): number {
  const names = result?.report?.candidates.map(({ name }) => name) ?? [];
  return names.findIndex((name) => name === wanted || JSON.stringify(valueJson(name)) === wanted);
}
