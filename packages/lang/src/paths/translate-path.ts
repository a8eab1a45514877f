import type { PathScope } from './path-scope.js';
import { recordRows, subjectRows, type PrefixRow } from './prefix-table.js';

/** The form of the path. */
type Side = 'text' | 'json';

const startsWith = (steps: readonly string[], prefix: readonly string[]): boolean =>
  prefix.length <= steps.length && prefix.every((step, index) => step === steps[index]);

function reaches(row: PrefixRow, prefix: readonly string[], steps: readonly string[]): boolean {
  if (!startsWith(steps, prefix)) return false;
  if (row.reach === 'any') return true;
  return (prefix.length === steps.length) === (row.reach === 'alone');
}

/**
 * Replaces the longest prefix in the scope's table; returns `null` if there is none. Translates in one direction only: the result may also
 * be that of another path, which `toJsonPath` and `toTextPath` exclude by translating back.
 */
export function translatePath(steps: readonly string[], from: Side, scope: PathScope): string[] | null {
  const rows = scope.record === undefined ? subjectRows[scope.target] : recordRows(scope.target, scope.record);
  const to: Side = from === 'text' ? 'json' : 'text';
  let best: PrefixRow | null = null;
  for (const each of rows)
    if (reaches(each, each[from], steps) && (best === null || each[from].length > best[from].length)) best = each;
  return best === null ? null : [...best[to], ...steps.slice(best[from].length)];
}
