import { failure, isObject, ok, type Result } from '@tamis/stdx';

import { limits } from '../../../platform/limits.js';
import {
  cellTransforms,
  type ColumnMapping,
  type ColumnSpec,
  columnTypes,
  type DefaultFields,
  type MappingTarget,
  type TableMapping,
  targetDefaults,
} from './column-mapping.js';
import { isTimeFormat } from './to-iso-time.js';
import { type RecordSchema, unknownPaths } from './record-schema.js';

const path = /^(?!.*__proto__)[^.]{1,255}(\.[^.]{1,255}){0,9}$/;
const isText = (value: unknown): boolean => typeof value === 'string' && value.length <= limits.mappedTextCharacters;
const isPath = (value: unknown): boolean => typeof value === 'string' && path.test(value);
const isOneOf =
  (values: readonly string[]) =>
  (value: unknown): boolean =>
    values.includes(value as string);

/** Checks for each member of a column specification. Members that are not listed here are rejected. */
const specChecks: Readonly<Record<keyof ColumnSpec, readonly [check: (value: unknown) => boolean, wanted: string]>> = {
  path: [isPath, 'must be the path of a member'],
  type: [isOneOf(columnTypes), `must be one of ${columnTypes.join(', ')}`],
  dateFormat: [
    (value) => isText(value) && isTimeFormat(value as string),
    'must consist of yyyy, MM, dd, HH, mm, ss and SSS',
  ],
  default: [isText, 'must be text'],
  required: [(value) => typeof value === 'boolean', 'must be true or false'],
  transform: [isOneOf(cellTransforms), `must be one of ${cellTransforms.join(', ')}`],
  valueMap: [
    (value) => isObject(value) && Object.values(value).every(isText),
    'must be an object whose values are text',
  ],
};

/** Returns the column specification, or a description of what is wrong with it. */
function parseColumnSpec(given: unknown): ColumnSpec | string {
  const spec = typeof given === 'string' ? { path: given } : given;
  if (!isObject(spec)) return 'must be a path or an object with `path`';
  if (!('path' in spec)) return 'must name a path';
  for (const [name, value] of Object.entries(spec)) {
    if (!Object.hasOwn(specChecks, name)) return `has no member ${name}`;
    const [check, wanted] = specChecks[name as keyof ColumnSpec];
    if (!check(value)) return `${name} ${wanted}`;
  }
  const checked = spec as unknown as ColumnSpec;
  return checked.dateFormat === undefined ? checked : { ...checked, type: 'date' };
}

/** Returns the value of a JSON text, or the argument itself if it is not a string. Returns `undefined` if the text is not JSON. */
function parseJsonText(sent: unknown): unknown {
  try {
    return typeof sent === 'string' ? JSON.parse(sent) : sent;
  } catch {
    return undefined;
  }
}

/**
 * Parses a column mapping, given as an object keyed by column name or as its JSON text. Returns the mapping, or a description of what is
 * wrong.
 */
function parseColumnMapping(sent: unknown): ColumnMapping | string {
  const given = parseJsonText(sent);
  if (given === undefined) return 'must be JSON';
  if (!isObject(given)) return 'must be an object keyed by column name';
  const entries = Object.entries(given);
  if (entries.length > limits.mappedColumns) return `must have at most ${limits.mappedColumns} columns`;
  const mapping = new Map<string, ColumnSpec>();
  for (const [given, value] of entries) {
    const name = given.trim();
    const spec = parseColumnSpec(value);
    if (typeof spec === 'string') return `${name}: ${spec}`;
    if (name.length > limits.columnNameCharacters)
      return `names a column of more than ${limits.columnNameCharacters} characters`;
    if (mapping.has(name)) return `${name}: occurs twice`;
    mapping.set(name, spec);
  }
  return mapping;
}

const isDefault = (value: unknown): value is string | number | boolean =>
  isText(value) || typeof value === 'number' || typeof value === 'boolean';

/** Parses default fields, given as an object keyed by path or as its JSON text. Returns the defaults, or a description of what is wrong. */
function parseDefaultFields(sent: unknown): DefaultFields | string {
  const given = parseJsonText(sent);
  if (given === undefined) return 'must be JSON';
  if (!isObject(given)) return 'must be an object keyed by member path';
  const entries = Object.entries(given);
  if (entries.length > limits.mappedColumns) return `must have at most ${limits.mappedColumns} members`;
  for (const [name, value] of entries) {
    if (!isPath(name)) return `${name}: must be the path of a member`;
    if (!isDefault(value)) return `${name}: must be text, a number, true or false`;
  }
  return new Map(entries as [string, string | number | boolean][]);
}

/**
 * Parses a table mapping. Problems are returned under `columnMapping` and `defaultFields`. Without a column mapping, columns are named like
 * the members of a record.
 */
export function parseTableMapping(sent: {
  readonly columnMapping?: unknown;
  readonly defaultFields?: unknown;
  /** What the rows become; absent if the rows say so themselves. */
  readonly target?: MappingTarget | undefined;
}): Result<TableMapping, Record<string, string>> {
  const columns = sent.columnMapping == null ? null : parseColumnMapping(sent.columnMapping);
  const defaults = sent.defaultFields == null ? new Map<string, never>() : parseDefaultFields(sent.defaultFields);
  const byTarget = Object.entries((sent.target && targetDefaults[sent.target]) ?? {});
  if (typeof columns !== 'string' && typeof defaults !== 'string')
    return ok({ columns, defaults: new Map<string, string | number | boolean>([...byTarget, ...defaults]) });
  return failure({
    ...(typeof columns === 'string' && { columnMapping: `columnMapping ${columns}` }),
    ...(typeof defaults === 'string' && { defaultFields: `defaultFields ${defaults}` }),
  });
}

/** Like `parseTableMapping`, but only accepts paths that exist in the record schema. */
export function parseRecordMapping(
  form: RecordSchema,
  sent: Parameters<typeof parseTableMapping>[0],
): Result<TableMapping, Record<string, string>> {
  const read = parseTableMapping(sent);
  if (!read.ok) return read;
  const unknown = unknownPaths(read.value, form);
  if (unknown.length === 0) return read;
  const problems = unknown.map(({ column, path: wrong }): [string, string] => {
    const member = column === null ? 'defaultFields' : 'columnMapping';
    return [`${member}.${column ?? wrong}`, `path must begin with a member of ${form.noun}: ${wrong} does not`];
  });
  return failure(Object.fromEntries(problems));
}
