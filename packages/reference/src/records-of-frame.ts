import { linkKey, recordTime, type StoredRecord } from '@tamis/engine';
import type { Unknown } from '@tamis/lang';
import {
  formatPath,
  isInWindow,
  isUnknown,
  mergeUnknown,
  readPath,
  readValue,
  unknown,
  windowBounds,
  type AggregateFrame,
  type KeyEquality,
  type Outcome,
  type Target,
  type WindowBounds,
} from '@tamis/lang';
import { startOfDate } from '@tamis/stdx';
import type { TreeInterpreter } from './evaluate-rule.js';

/** Maximum number of elements of a list in the data that may be read (language manual 5). */
const maxElements = 10_000;

/** The source to which the subjects of each target belong, and the field that holds their time. */
const ownSource: Readonly<Record<Target, { readonly source: string; readonly time: string } | null>> = {
  transaction: { source: 'transactions', time: 'transactedAt' },
  userEvent: { source: 'userEvents', time: 'timestamp' },
  person: null,
  company: null,
};

/** Returns the elements of a list on the subject. An element that is not an object is read as `item`. */
function elementsAt(
  path: readonly string[],
  foundWith: readonly string[] | null,
  { input: world }: TreeInterpreter,
): readonly StoredRecord[] | Unknown {
  if (foundWith !== null && (readPath(world.context, foundWith) ?? null) === null)
    return unknown({ cause: 'not_screened', path: formatPath(foundWith) });
  const at = formatPath(path);
  const list = readPath(world.context, path) ?? null;
  if (list === null) {
    const isOwned = path.length === 1 || (readPath(world.context, path.slice(0, 1)) ?? null) !== null;
    return isOwned ? [] : unknown({ cause: 'missing_key', path: at });
  }
  if (!Array.isArray(list)) return unknown({ cause: 'type', path: at, detail: 'list' });
  const elements = (list as unknown[]).filter((element) => element !== null && element !== undefined);
  if (elements.length > maxElements) return unknown({ cause: 'too_many_rows', path: at });
  return elements.map((element) =>
    typeof element === 'object' && !Array.isArray(element) ? (element as StoredRecord) : { item: element },
  );
}

/** Returns the problem with a key of the subject, or `null` if the key can be used. */
function keyProblem({ subjectPath, type }: KeyEquality, { input: world }: TreeInterpreter): Unknown | null {
  const path = formatPath(subjectPath);
  const raw = readPath(world.context, subjectPath) ?? '';
  if (raw === '') return unknown({ cause: 'missing_key', path });
  const value = readValue(raw, type, path, 'UTC');
  if (isUnknown(value)) return value;
  return linkKey(raw, type) === null ? unknown({ cause: 'type', path, detail: 'a single value' }) : null;
}

/** Returns the bounds of the window, or unknown if its start is unknown. */
function boundsOf({ window }: AggregateFrame, walk: TreeInterpreter): WindowBounds | Unknown {
  const { now, timezone } = walk.input.environment;
  if (window.kind !== 'since') return windowBounds(window, now, timezone);
  const start: Outcome = walk.evaluate(window.start, { record: null, time: null });
  if (isUnknown(start)) return start;
  const ms = typeof start === 'string' ? startOfDate(start, timezone) : (start as number);
  return windowBounds({ kind: 'since', start: ms }, now, timezone);
}

const isLinked = (record: StoredRecord, { links }: AggregateFrame, { input: world }: TreeInterpreter): boolean =>
  links.every(({ alternatives }) =>
    alternatives.some((equalities) =>
      equalities.every(
        ({ subjectPath, recordPath, type }) =>
          linkKey(readPath(record, recordPath), type) === linkKey(readPath(world.context, subjectPath), type),
      ),
    ),
  );

/** Returns the linked records in the window, ordered by time and then arrival. Includes the current one unless the frame excludes it. */
export function recordsOfFrame(frame: AggregateFrame, walk: TreeInterpreter): readonly StoredRecord[] | Unknown {
  const { source, listPath, foundWith, timePath, links, prior, last } = frame;
  const { target, context, records, others, environment } = walk.input;
  if (listPath !== null) return newest(elementsAt(listPath, foundWith, walk), last);
  const keys = links.flatMap(({ alternatives }) => alternatives.flat());
  const problems = keys.map((key) => keyProblem(key, walk)).filter((problem) => problem !== null);
  const bounds = boundsOf(frame, walk);
  if (isUnknown(bounds)) problems.push(bounds);
  if (problems.length > 0 || isUnknown(bounds))
    return problems.length === 1 ? (problems[0] as Unknown) : mergeUnknown(problems);
  const own = ownSource[target];
  const isOwn = own?.source === source;
  const stored = source === 'transactions' ? records : (others?.[source as 'alerts'] ?? []);
  const id = context['id'];
  const found = stored.filter((record) => {
    const isSubject = isOwn && typeof id === 'string' && record['id'] === id;
    return !isSubject && isLinked(record, frame, walk);
  });
  if (timePath === null) return newest(found, last);
  const timeOf = (record: StoredRecord): number => recordTime(record, timePath, environment.timezone);
  const inWindow = found.filter((record) => isInWindow(timeOf(record), bounds)).sort((a, b) => timeOf(a) - timeOf(b));
  const withCurrent = isOwn && !prior && isInWindow(environment.now, bounds) && isLinked(context, frame, walk);
  const current = own && { ...context, [own.time]: new Date(environment.now).toISOString() };
  return newest(withCurrent && current ? [...inWindow, current] : inWindow, last);
}

function newest(records: readonly StoredRecord[] | Unknown, last: number | null): readonly StoredRecord[] | Unknown {
  return isUnknown(records) || last === null ? records : records.slice(Math.max(0, records.length - last));
}
