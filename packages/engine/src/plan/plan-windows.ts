import { readPath } from '@tamis/lang';
import { addMonths } from '@tamis/stdx';
import type { WindowRequest } from '../facts/facts.js';
import { maxWindowRows } from '../limits.js';
import type { Context } from '../rule-set/compiled-rule-set.js';
import type { WindowPlan, WindowSpan } from './plan-node.js';

/** A key as text; null when the subject has none. */
export function windowKey(context: Context, path: readonly string[]): string | null {
  const value = readPath(context, path);
  if (typeof value === 'string') return value === '' ? null : value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : null;
}

/** The window is (start, now]. */
export const windowStart = ({ spanMs, spanMonths }: WindowSpan, now: number, timezone: string): number =>
  spanMonths > 0 ? addMonths(now, -spanMonths, timezone) : now - spanMs;

/** The fetch behind a window for this subject; null when a key is missing, and with it every aggregate of the window. */
export function windowRequest(
  window: WindowPlan,
  context: Context,
  now: number,
  timezone: string,
): WindowRequest | null {
  const links: { readonly recordPath: readonly string[]; readonly key: string }[] = [];
  for (const { subjectPath, recordPath } of window.links) {
    const key = windowKey(context, subjectPath);
    if (key === null) return null;
    links.push({ recordPath, key });
  }
  const { id, source, columns } = window;
  const spanMs = now - Math.min(...window.spans.map((span) => windowStart(span, now, timezone)));
  // One row beyond the cap tells that there are too many.
  return { id, source, links, spanMs, columns, cap: window.capped ? maxWindowRows + 1 : null };
}
