import { formatPath, unknown, mergeUnknown, type Outcome, type Unknown } from '@tamis/lang';
import type { WindowPlan } from '../plan/plan-node.js';
import { windowKey } from '../plan/plan-windows.js';
import type { Frame } from './frame.js';
import { stepsReader } from './read-steps.js';

/** The rows of one window in one run. */
export interface WindowState {
  /** Null: use the rows. */
  unknown: Unknown | null;
  /** Stored records, oldest first, then the subject where it belongs to the window. */
  rows: readonly (readonly unknown[])[];
  /** Rows before the subject. */
  stored: number;
  /** Values already read, by record field and row. */
  readonly caches: (Outcome | undefined)[][];
}

const noRows: readonly (readonly unknown[])[] = [];

/** A state and the function that makes it fit the frame's run; the aggregates of the window call it before they read. */
export function compileWindow(window: WindowPlan): {
  readonly state: WindowState;
  readonly prepare: (frame: Frame) => void;
} {
  const state: WindowState = { unknown: null, rows: noRows, stored: 0, caches: [] };
  const subjectRow = compileSubjectRow(window);
  const recordReaders = window.links.map(({ recordPath }) => stepsReader(recordPath));
  const missing = window.links.map(({ subjectPath }) =>
    unknown({ cause: 'missing_key', path: formatPath(subjectPath) }),
  );
  const unavailable = unknown({ cause: 'source_unavailable', detail: window.source });
  let epoch = -1;

  const prepare = (frame: Frame): void => {
    if (epoch === frame.epoch) return;
    epoch = frame.epoch;
    for (let index = 0; index < window.recordFields; index++) state.caches[index] = [];
    const keys = window.links.map(({ subjectPath }) => windowKey(frame.context, subjectPath));
    const absent = missing.filter((_, index) => keys[index] === null);
    const stored = (frame.facts.windows as Partial<typeof frame.facts.windows>)[window.id];
    state.unknown = absent.length > 0 ? mergeUnknown(absent) : stored === undefined ? unavailable : null;
    state.rows = stored ?? noRows;
    state.stored = state.rows.length;
    if (!frame.isRecord || state.unknown !== null) return;
    const belongs = recordReaders.every((read, index) => asKey(read(frame.context)) === keys[index]);
    if (belongs) state.rows = [...state.rows, subjectRow(frame)];
  };
  return { state, prepare };
}

const asKey = (value: unknown): string | null =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : null;

/** The subject as a row of the window. */
function compileSubjectRow(window: WindowPlan): (frame: Frame) => readonly unknown[] {
  const readers = window.columns.map(stepsReader);
  return ({ context, environment }) => [environment.now, ...readers.map((read) => read(context))];
}
