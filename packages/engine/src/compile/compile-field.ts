import {
  formatPath,
  readValue,
  unknown,
  Unknown,
  type Environment,
  type FieldDeclaration,
  type Outcome,
  type RawReader,
  type Type,
  type Value,
} from '@tamis/lang';
import type { RecordFieldPlan, SubjectFieldPlan, WindowPlan } from '../plan/plan-node.js';
import type { Term } from './frame.js';
import { pathReader } from '../facts/path-reader.js';
import type { WindowState } from './window-state.js';
import { isPlainText } from '../facts/link-key.js';

/** Returns a key for the steps, optimized for the common single step. */
const stepsKey = (steps: readonly string[]): string =>
  steps.length === 1 ? (steps[0] as string) : JSON.stringify(steps);

type Converter = (raw: unknown) => Outcome;

const isTypedValue: Partial<Record<Type['kind'], (raw: unknown) => boolean>> = {
  bool: (raw) => typeof raw === 'boolean',
  text: isPlainText,
  entity: isPlainText,
  number: (raw) => typeof raw === 'number' && raw !== 0 && Number.isFinite(raw),
};

/** Returns `readValue` for a fixed type and path. Its unknown values are created once. */
export function converter(type: Type, path: string, timezone: string): Converter {
  const missing = unknown({ cause: 'missing', path });
  const asIs = isTypedValue[type.kind];
  const general: Converter = (raw) =>
    raw === null || raw === undefined ? missing : readValue(raw, type, path, timezone);
  if (!asIs) return general;
  return (raw) => (asIs(raw) ? (raw as Value) : general(raw));
}

/** Adds the field to the causes of a derived field, except those that already have a path. */
export function withCausePath(value: Outcome, path: string): Outcome {
  if (!(value instanceof Unknown) || value.causes.every((cause) => cause.path !== undefined)) return value;
  return new Unknown(value.causes.map((cause) => (cause.path === undefined ? { ...cause, path } : cause)));
}

export function compileSubjectField({ field }: SubjectFieldPlan, timezone: string): Term {
  const path = formatPath(field.jsonPath);
  const { derived } = field;
  if (derived) {
    const owner = pathReader(derived.owner);
    const readers = new Map(derived.reads.map((steps) => [stepsKey(steps), pathReader(steps)]));
    return (frame) => {
      const root = owner(frame.context);
      const read: RawReader = (steps) => readers.get(stepsKey(steps))?.(root);
      return withCausePath(derived.value(read, frame.environment), path);
    };
  }
  const read = pathReader(field.jsonPath);
  const convert = converter(field.type, path, timezone);
  return (frame) => convert(read(frame.context));
}

/** For a field that is not derived: returns a converter from the raw data to its value. */
export const fieldConverter = ({ field }: SubjectFieldPlan, timezone: string): Converter =>
  converter(field.type, formatPath(field.jsonPath), timezone);

const isTime = ({ timePath }: WindowPlan, path: string): boolean => timePath !== null && formatPath(timePath) === path;

/** Returns a reader for a column of a row. The time of the record is returned in its stored text form. */
function columnReader(window: WindowPlan, path: readonly string[]): (row: readonly unknown[]) => unknown {
  const text = formatPath(path);
  if (isTime(window, text)) return (row) => new Date(row[0] as number).toISOString();
  const column = window.columnIndex.get(text);
  if (column === undefined) throw new Error(`\`${text}\` is not a column of its window`);
  return (row) => row[column];
}

function recordValue(
  field: FieldDeclaration,
  window: WindowPlan,
  timezone: string,
  environment: () => Environment,
): (row: readonly unknown[]) => Outcome {
  const path = formatPath(field.jsonPath);
  const { derived } = field;
  if (derived) {
    const readers = new Map(
      derived.reads.map((below) => [stepsKey(below), columnReader(window, [...derived.owner, ...below])]),
    );
    return (row) =>
      withCausePath(
        derived.value((steps) => readers.get(stepsKey(steps))?.(row), environment()),
        path,
      );
  }
  if (isTime(window, path) && field.type.kind === 'datetime') return (row) => row[0] as number;
  const read = columnReader(window, field.jsonPath);
  const convert = converter(field.type, path, timezone);
  return (row) => convert(read(row));
}

/** Reads a field of the current record. The value of each record is converted once per evaluation, however many aggregates read it. */
export function compileRecordField(
  { field, window, cache }: RecordFieldPlan,
  state: WindowState,
  timezone: string,
): Term {
  let environment: Environment;
  const value = recordValue(field, window, timezone, () => environment);
  return (frame) => {
    const values = state.caches[cache] as (Outcome | undefined)[];
    const known = values[frame.row];
    if (known !== undefined) return known;
    environment = frame.environment;
    const found = value(state.rows[frame.row] as readonly unknown[]);
    values[frame.row] = found;
    return found;
  };
}

/** Reads the raw data for presence tests; `undefined` if a derived field has no raw form. */
export function compileRaw(
  plan: SubjectFieldPlan | RecordFieldPlan,
  state: WindowState | null,
): (frame: Parameters<Term>[0]) => unknown {
  if (plan.field.derived) return () => undefined;
  if (plan.kind === 'subjectField') {
    const read = pathReader(plan.field.jsonPath);
    return (frame) => read(frame.context);
  }
  const read = columnReader(plan.window, plan.field.jsonPath);
  return (frame) => read(state?.rows[frame.row] as readonly unknown[]);
}
