import { failure, ok, type Result } from '@tamis/stdx';

import { limits } from '../../../platform/limits.js';
import type { ColumnSpec, ColumnType, TableMapping } from './column-mapping.js';
import type { SchemaMember, RecordSchema } from './record-schema.js';

/** A column with its place in the row; null: the file has none of this name, and its default holds for all rows. */
export interface ResolvedColumn extends ColumnSpec {
  readonly name: string;
  readonly index: number | null;
  readonly type: ColumnType;
  readonly steps: readonly string[];
  /** Of the member it becomes, where that says when: its dates are days, or have a time. */
  readonly time: SchemaMember['time'];
}

/** What no row of a file can have. */
export interface MissingColumn {
  /** By the mapping; null: it names none. */
  readonly name: string | null;
  readonly path: string;
}

export interface ResolvedColumns {
  /** How many columns the file has. */
  readonly width: number;
  readonly columns: readonly ResolvedColumn[];
  /** Names of those that are nothing in a record. */
  readonly ignored: readonly string[];
  /** Those that must be there. */
  readonly missing: readonly MissingColumn[];
}

const normalizeName = (name: string): string => name.toLowerCase().replaceAll(/[_\s-]/g, '');

/** The member a column is by its name: `external_id` and `External ID` are `externalId`. Null: none. */
function memberOf(name: string, known: RecordSchema['members']): Pick<SchemaMember, 'path' | 'type'> | null {
  const found = known.get(normalizeName(name));
  if (found) return { path: found.path, type: found.type };
  const dot = name.indexOf('.');
  const owner = dot < 0 ? undefined : known.get(normalizeName(name.slice(0, dot)));
  return owner?.type === 'json' ? { path: owner.path + name.slice(dot), type: 'string' } : null;
}

/** What the columns of a file are, by its first row. A failure says what is wrong with that row. */
export function resolveColumns(
  head: readonly string[],
  mapping: TableMapping,
  form: RecordSchema,
): Result<ResolvedColumns, string> {
  if (head.length > limits.tableColumns) return failure(`has more than ${limits.tableColumns} columns`);
  const names = head.map((name) => name.trim());
  const twice = firstDuplicate(names.filter((name) => name !== ''));
  if (twice !== undefined) return failure(`has two columns \`${twice}\``);
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

/** Those that the file does not have, and that have a value of their own. */
const absentColumns = (
  names: readonly string[],
  { columns }: TableMapping,
  form: RecordSchema,
): readonly ResolvedColumn[] =>
  [...(columns ?? [])]
    .filter(([name, spec]) => !names.includes(name) && spec.default !== undefined)
    .map(([name, spec]) => placed(name, null, spec, form));

/** A default of a column wins over that of its member. */
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

/** Why a file with such columns cannot be stored; null: nothing is missing. */
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
