import { limits, type SetCheckResult } from '@tamis/lang';
import { plural } from './plural.js';
import { tableText } from './print-table.js';

const shownPaths = 4;

/** Returns paths with the number of rules that are unknown without them, most rules first. */
function missingPaths(results: readonly SetCheckResult[]): readonly (readonly [path: string, rules: number])[] {
  const counts = new Map<string, number>();
  for (const { rules } of results)
    for (const path of rules.flatMap(({ unknownable }) => unknownable)) counts.set(path, (counts.get(path) ?? 0) + 1);
  return [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
}

function missingLine(results: readonly SetCheckResult[]): readonly string[] {
  const paths = missingPaths(results);
  const count = results.flatMap(({ rules }) => rules).filter(({ unknownable }) => unknownable.length > 0).length;
  if (count === 0) return ['missing data', 'no rule can be unknown'];
  const more = paths.length > shownPaths ? `, ${paths.length - shownPaths} more` : '';
  const shown = paths.slice(0, shownPaths).map(([path]) => path);
  return ['missing data', `${plural(count, 'rule')} can be unknown`, `without ${shown.join(', ')}${more}`];
}

const points = (cost: number): string => cost.toLocaleString('en-US');

function costLine(results: readonly SetCheckResult[]): readonly string[] {
  const rules = results.flatMap((result) => result.rules);
  const matrices = results.flatMap(({ cost }) => [...cost.matrices]).sort(([, a], [, b]) => b - a);
  const [matrix] = matrices;
  const [dearest] = [...rules].sort((a, b) => b.cost - a.cost);
  return [
    'cost',
    matrix ? `${matrix[0]} ${points(matrix[1])} of ${points(limits.costPerMatrix)}` : 'no matrix',
    dearest ? `dearest: ${dearest.key} ${points(dearest.cost)} of ${points(limits.costPerRule)}` : '',
  ];
}

/** Returns what the rules need and cost, on two lines. Empty if there are no rules. */
export const summaryText = (results: readonly SetCheckResult[]): string =>
  results.some(({ rules }) => rules.length > 0) ? tableText([missingLine(results), costLine(results)]) : '';
