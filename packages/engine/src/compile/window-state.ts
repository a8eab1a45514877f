import { formatPath, mergeUnknown, readPath, unknown, Unknown, type Outcome } from '@tamis/lang';
import { linkKey } from '../facts/link-key.js';
import { maxListElements } from '../limits.js';
import type { WindowPlan } from '../plan/plan-node.js';
import { subjectKey } from '../plan/plan-windows.js';
import type { Frame } from './frame.js';
import { pathReader } from '../facts/path-reader.js';
import type { Context } from '../facts/facts.js';

type Row = readonly unknown[];

/** The rows of one window in one evaluation. */
export interface WindowState {
  /** Keys that the subject lacks; `null` if it has all. */
  missing: Unknown | null;
  /** Set if the rows were not gathered. */
  unavailable: Unknown | null;
  /** Stored records, oldest first, followed by the subject if it belongs to the window. */
  rows: readonly Row[];
  /** Number of rows before the subject. */
  storedCount: number;
  /** Values already read, by record field and row. */
  readonly caches: (Outcome | undefined)[][];
}

const noRows: readonly Row[] = [];

/** Returns the state and the function that updates it for the frame's evaluation. The aggregates of the window call it before reading. */
export function compileWindow(window: WindowPlan): {
  readonly state: WindowState;
  readonly prepare: (frame: Frame) => void;
} {
  const state: WindowState = { missing: null, unavailable: null, rows: noRows, storedCount: 0, caches: [] };
  const fill = window.listPath === null ? recordsFiller(window, state) : elementsFiller(window, window.listPath, state);
  let epoch = -1;
  const prepare = (frame: Frame): void => {
    if (epoch === frame.epoch) return;
    epoch = frame.epoch;
    for (let index = 0; index < window.recordFields; index++) state.caches[index] = [];
    fill(frame);
  };
  return { state, prepare };
}

function recordsFiller(window: WindowPlan, state: WindowState): (frame: Frame) => void {
  const rowOf = compileSubjectRow(window);
  const equalities = window.links.flat(2);
  const unavailable = unknown({ cause: 'source_unavailable', detail: window.source ?? '' });
  return (frame) => {
    const keys = equalities.map((equality) => subjectKey(equality, frame.context));
    const missing = keys.filter((key) => key instanceof Unknown);
    const stored = (frame.facts.windows as Partial<typeof frame.facts.windows>)[window.id];
    state.missing = missing.length > 0 ? mergeUnknown(missing) : null;
    state.unavailable = stored === undefined ? unavailable : null;
    state.rows = stored ?? noRows;
    state.storedCount = state.rows.length;
    if (frame.ownSource !== window.source || state.missing !== null || stored === undefined) return;
    if (isOwnRecord(window, keys as readonly string[], frame.context)) state.rows = [...state.rows, rowOf(frame)];
  };
}

/** Returns whether the subject is linked to itself. `keys` are its own keys in the order of the links. */
export function isOwnRecord({ links }: WindowPlan, keys: readonly string[], context: Context): boolean {
  let next = 0;
  return links
    .map((alternatives) =>
      alternatives
        .map((equalities) =>
          equalities
            .map(({ recordPath, type }) => linkKey(readPath(context, recordPath), type) === keys[next++])
            .every(Boolean),
        )
        .some(Boolean),
    )
    .every(Boolean);
}

/** Returns a function that creates the subject's row in the window. */
function compileSubjectRow(window: WindowPlan): (frame: Frame) => Row {
  const readers = window.columns.map(pathReader);
  return ({ context, environment }) => [environment.now, ...readers.map((read) => read(context))];
}

const isAbsent = (value: unknown): boolean => value === undefined || value === null;

/** Fills the window with the elements of a list of the subject. An element that is not an object is read as `item`. */
function elementsFiller(window: WindowPlan, path: readonly string[], state: WindowState): (frame: Frame) => void {
  const readers = window.columns.map(pathReader);
  const at = formatPath(path);
  const missing = unknown({ cause: 'missing_key', path: at });
  const misfit = unknown({ cause: 'type', path: at, detail: 'list' });
  const tooMany = unknown({ cause: 'too_many_rows', path: at });
  const { foundWith } = window;
  const notScreened = foundWith && unknown({ cause: 'not_screened', path: formatPath(foundWith) });
  const rowOf = (element: unknown): Row => {
    const record = typeof element === 'object' && !Array.isArray(element) ? element : { item: element };
    return [null, ...readers.map((read) => read(record))];
  };
  const elements = (context: Context): readonly unknown[] | Unknown => {
    if (notScreened && isAbsent(readPath(context, foundWith))) return notScreened;
    const list = readPath(context, path);
    if (isAbsent(list)) return path.length > 1 && isAbsent(readPath(context, path.slice(0, 1))) ? missing : [];
    if (!Array.isArray(list)) return misfit;
    const present = (list as unknown[]).filter((element) => !isAbsent(element));
    return present.length > maxListElements ? tooMany : present;
  };
  return ({ context }) => {
    const found = elements(context);
    state.missing = found instanceof Unknown ? found : null;
    state.rows = found instanceof Unknown ? noRows : found.map(rowOf);
    state.storedCount = state.rows.length;
  };
}
