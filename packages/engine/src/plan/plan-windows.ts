import {
  formatPath,
  readPath,
  readValue,
  unknown,
  Unknown,
  windowBounds,
  type KeyEquality,
  type Outcome,
  type WindowBounds,
} from '@tamis/lang';
import { startOfDate } from '@tamis/stdx';
import type { WindowRequest, Context } from '../facts/facts.js';
import { linkKey } from '../facts/link-key.js';
import type { PlanNode, TimeSpan, WindowPlan } from './plan-node.js';

/** Returns the subject's key for a link, or why it has none. */
export function subjectKey({ subjectPath, type }: KeyEquality, context: Context): string | Unknown {
  const raw = readPath(context, subjectPath);
  const isAbsent = raw === undefined || raw === null || raw === '';
  const key = isAbsent ? null : linkKey(raw, type);
  if (key !== null) return key;
  const path = formatPath(subjectPath);
  if (isAbsent) return unknown({ cause: 'missing_key', path });
  const value = readValue(raw, type, path, 'UTC');
  return value instanceof Unknown ? value : unknown({ cause: 'type', path, detail: 'a single value' });
}

/** Returns the value of the start of a `since`. */
export type StartOf = (start: PlanNode) => Outcome;

/** Returns the bounds of a span; unknown if its start is. */
export function timeSpanBounds(
  span: TimeSpan,
  now: number,
  timezone: string,
  startOf: StartOf,
): WindowBounds | Unknown {
  if (span.kind !== 'since') return windowBounds(span, now, timezone);
  const start = startOf(span.start);
  if (start instanceof Unknown) return start;
  const ms = typeof start === 'string' ? startOfDate(start, timezone) : (start as number);
  return windowBounds({ kind: 'since', start: ms }, now, timezone);
}

/** Data for creating a window request. */
export interface WindowRequestContext {
  readonly context: Context;
  readonly now: number;
  readonly timezone: string;
  readonly startOf: StartOf;
  /** Source to which the subject belongs as a record. */
  readonly ownSource: string | null;
}

/** Returns the links of a window with the keys of this subject; `null` if it lacks one. */
export function subjectLinks(window: WindowPlan, context: Context): WindowRequest['links'] | null {
  const lacking: Unknown[] = [];
  const links = window.links.map((alternatives) =>
    alternatives.map((equalities) =>
      equalities.map((equality) => {
        const key = subjectKey(equality, context);
        if (key instanceof Unknown) lacking.push(key);
        return { recordPath: equality.recordPath, type: equality.type, key: key as string };
      }),
    ),
  );
  return lacking.length > 0 ? null : links;
}

export function subjectId(context: Context): string | null {
  const id = context['id'];
  return typeof id === 'string' ? id : null;
}

/** Returns the request for a window of this subject; `null` if nothing has to be fetched, or a key or the start is unknown. */
export function windowRequest(
  window: WindowPlan,
  { context, now, timezone, startOf, ownSource }: WindowRequestContext,
): WindowRequest | null {
  const { id, source, timePath, columns, extents: reaches } = window;
  const links = subjectLinks(window, context);
  if (source === null || links === null) return null;
  const bounds = reaches.map(({ span }) => timeSpanBounds(span, now, timezone, startOf));
  const known = bounds.filter((each): each is WindowBounds => !(each instanceof Unknown));
  if (known.length === 0) return null;
  const starts = known.map(({ from }) => from);
  const rows = reaches.map((reach) => reach.rows);
  return {
    id,
    source,
    timePath,
    links,
    from: starts.includes(null) ? null : Math.min(...(starts as number[])),
    to: Math.max(...known.map(({ to }) => to)),
    toInclusive: known.some(({ toInclusive }) => toInclusive),
    columns,
    cap: rows.includes(null) ? null : Math.max(...(rows as number[])),
    except: source === ownSource ? subjectId(context) : null,
  };
}
