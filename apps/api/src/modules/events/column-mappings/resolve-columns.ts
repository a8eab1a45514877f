import { failure, ok, type Result } from '@tamis/stdx';

import { limits } from '../../../platform/limits.js';
import type { ColumnSpec, ColumnType, TableMapping } from './column-mapping.js';
import type { SchemaMember, RecordSchema } from './record-schema.js';

/**
 * A column with its position in the row. The position is `null` if the file has no column of this name; its default then applies to all
 * rows.
 */
export interface ResolvedColumn extends ColumnSpec {
  readonly name: string;
  readonly index: number | null;
  readonly type: ColumnType;
  readonly steps: readonly string[];
  /** Whether the member that the column maps to is a date or a time; absent if it is neither. */
  readonly time: SchemaMember['time'];
}

/** A member that no row of the file can have. */
export interface MissingColumn {
  /** Column name according to the mapping; `null` if the mapping names no column. */
  readonly name: string | null;
  readonly path: string;
}

export interface ResolvedColumns {
  /** Number of columns in the file. */
  readonly width: number;
  readonly columns: readonly ResolvedColumn[];
  /** Names of columns that do not map to any member of a record. */
  readonly ignored: readonly string[];
  /** Required columns or members that the file does not have. */
  readonly missing: readonly MissingColumn[];
}

const normalizeName = (name: string): string => name.toLowerCase().replaceAll(/[_\s-]/g, '');

/**
 * Returns the member that a column name refers to, or `null` if there is none: `external_id` and `External ID` both refer to `externalId`.
 */
function memberOf(name: string, known: RecordSchema['members']): Pick<SchemaMember, 'path' | 'type'> | null {
  const found = known.get(normalizeName(name));
  if (found) return { path: found.path, type: found.type };
  const dot = name.indexOf('.');
  const owner = dot < 0 ? undefined : known.get(normalizeName(name.slice(0, dot)));
  return owner?.type === 'json' ? { path: owner.path + name.slice(dot), type: 'string' } : null;
}

/** Resolves the columns of a file from its header row. A failure describes what is wrong with that row. */
export function resolveColumns(
  head: readonly string[],
  mapping: TableMapping,
  form: RecordSchema,
): Result<ResolvedColumns, string> {
  if (head.length > limits.tableColumns) return failure(`has more than ${limits.tableColumns} columns`);
  const names = head.map((name) => name.trim());
  const twice = firstDuplicate(names.filter((name) => name !== ''));
  if (twice !== undefined) return failure(`has two columns named \`${twice}\``);
  const columns = withDefaults(
    [...namedColumns(names, mapping, form), ...absentColumns(names, mapping, form)],
    mapping,
    form,
  );
  const paths = columns.map(({ path }) => path);
  const both = firstDuplicate(paths);
  if (both !== undefined) return failure(`has two columns for \`${both}\``);
  const mapped = new Set(columns.map(({ index: place }) => place));
  return ok({
    width: names.findLastIndex((name) => name !== '') + 1,
    columns,
    ignored: names.filter((name, place) => name !== '' && !mapped.has(place)),
    missing: missingColumns(names, paths, mapping, form),
  });
}

function firstDuplicate(texts: readonly string[]): string | undefined {
  const seen = new Set<string>();
  return texts.find((text) => seen.size === seen.add(text).size);
}

function namedColumns(
  names: readonly string[],
  { columns }: TableMapping,
  form: RecordSchema,
): readonly ResolvedColumn[] {
  return names.flatMap((name, place) => {
    const spec = columns ? columns.get(name) : memberOf(name, form.members);
    return spec ? [placed(name, place, spec, form)] : [];
  });
}

/** Returns mapped columns that are missing from the file but have a default value. */
const absentColumns = (
  names: readonly string[],
  { columns }: TableMapping,
  form: RecordSchema,
): readonly ResolvedColumn[] =>
  [...(columns ?? [])]
    .filter(([name, spec]) => !names.includes(name) && spec.default !== undefined)
    .map(([name, spec]) => placed(name, null, spec, form));

/** Applies the default fields. The default of a column takes precedence over that of its member. */
function withDefaults(
  columns: readonly ResolvedColumn[],
  { defaults }: TableMapping,
  form: RecordSchema,
): readonly ResolvedColumn[] {
  const filled = columns.map((column) => {
    const value = defaults.get(column.path);
    return column.default === undefined && value !== undefined ? { ...column, default: String(value) } : column;
  });
  const more = [...defaults].filter(([path]) => !columns.some((column) => column.path === path));
  return [
    ...filled,
    ...more.map(([path, value]) => {
      const type = typeof value;
      const spec = { path, default: String(value), ...((type === 'number' || type === 'boolean') && { type }) };
      return placed(path, null, spec, form);
    }),
  ];
}

function missingColumns(
  names: readonly string[],
  paths: readonly string[],
  { columns }: TableMapping,
  { required }: RecordSchema,
): readonly MissingColumn[] {
  const mapped = Array.from(columns ?? [], ([name, spec]) => ({ name, ...spec }));
  const asked = mapped.filter((each) => each.required === true && !names.includes(each.name));
  const wanted = [...asked.map(({ path }) => path), ...required];
  return [...new Set(wanted)]
    .filter((path) => !paths.includes(path))
    .map((path) => ({ path, name: mapped.find((each) => each.path === path)?.name ?? null }));
}

/** Returns why a file with these columns cannot be stored, or `null` if nothing is missing. */
export function missingColumnsMessage(missing: readonly MissingColumn[]): string | null {
  const quoted = (texts: readonly string[]): string => texts.map((text) => `\`${text}\``).join(', ');
  const named = missing.flatMap(({ name }) => name ?? []);
  const unnamed = missing.flatMap(({ name, path }) => (name === null ? path : []));
  if (named.length > 0) return `has no column ${quoted(named)}`;
  return unnamed.length > 0 ? `has no column for ${quoted(unnamed)}` : null;
}

function placed(
  name: string,
  place: number | null,
  spec: ColumnSpec,
  { members: known }: RecordSchema,
): ResolvedColumn {
  const member = known.get(spec.path.toLowerCase());
  const steps = spec.path.split('.');
  return { ...spec, name, index: place, steps, type: spec.type ?? member?.type ?? 'string', time: member?.time };
}
