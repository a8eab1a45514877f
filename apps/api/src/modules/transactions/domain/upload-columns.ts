import { failure, ok, type Result } from '@tamis/stdx';

export const columnTypes = ['string', 'number', 'boolean', 'date', 'json'] as const;
export type ColumnType = (typeof columnTypes)[number];

export const cellTransforms = ['trim', 'upper', 'lower', 'digits'] as const;
export type CellTransform = (typeof cellTransforms)[number];

/** What a column of a table is in a record. */
export interface ColumnSpec {
  /** Dotted: `originDetails.iban`. */
  readonly path: string;
  readonly type?: ColumnType | undefined;
  readonly dateFormat?: string | undefined;
  /** In place of an empty cell. */
  readonly default?: string | undefined;
  readonly required?: boolean | undefined;
  readonly transform?: CellTransform | undefined;
  readonly valueMap?: Readonly<Record<string, string>> | undefined;
}

/** By the name of the column. */
export type ColumnMapping = ReadonlyMap<string, ColumnSpec>;

/** A member that a record may have. */
export interface KnownMember {
  readonly path: string;
  readonly type: ColumnType;
}

/** Members by their path in lower case. Below those of type `json` there may be others. */
export type KnownMembers = ReadonlyMap<string, KnownMember>;

/** A column with its place in the row; null: the file has none of this name, and its default holds for all rows. */
export interface PlacedColumn extends ColumnSpec {
  readonly name: string;
  readonly place: number | null;
  readonly type: ColumnType;
  readonly steps: readonly string[];
}

export interface PlacedColumns {
  /** How many columns the file has. */
  readonly width: number;
  readonly columns: readonly PlacedColumn[];
  /** Names of those that are nothing in a record. */
  readonly ignored: readonly string[];
}

const plain = (name: string): string => name.toLowerCase().replaceAll(/[_\s-]/g, '');

/** The member a column is by its name: `external_id` and `External ID` are `externalId`. Null: none. */
function memberOf(name: string, known: KnownMembers): KnownMember | null {
  const found = known.get(plain(name));
  if (found) return found;
  const dot = name.indexOf('.');
  const owner = dot < 0 ? undefined : known.get(plain(name.slice(0, dot)));
  return owner?.type === 'json' ? { path: owner.path + name.slice(dot), type: 'string' } : null;
}

/**
 * What the columns of a file are, by its first row. Without a mapping they are named like the members of a record. A failure says
 * what is wrong with the file.
 */
export function placeColumns(
  head: readonly string[],
  { mapping, known, required }: { mapping: ColumnMapping | null; known: KnownMembers; required: readonly string[] },
): Result<PlacedColumns, string> {
  const names = head.map((name) => name.trim());
  const twice = names.find((name, place) => name !== '' && names.indexOf(name) !== place);
  if (twice !== undefined) return failure(`has two columns \`${twice}\``);
  const ignored: string[] = [];
  const columns: PlacedColumn[] = [];
  for (const [place, name] of names.entries()) {
    const spec = mapping ? mapping.get(name) : memberOf(name, known);
    if (spec) columns.push(placed(name, place, spec, known));
    else if (name !== '') ignored.push(name);
  }
  for (const [name, spec] of mapping ?? []) {
    if (names.includes(name)) continue;
    if (spec.required === true && spec.default === undefined) return failure(`has no column \`${name}\``);
    if (spec.default !== undefined) columns.push(placed(name, null, spec, known));
  }
  const paths = columns.map(({ path }) => path);
  const both = paths.find((path, place) => paths.indexOf(path) !== place);
  if (both !== undefined) return failure(`has two columns for \`${both}\``);
  const missing = required.filter((path) => !paths.includes(path));
  if (missing.length > 0) return failure(`has no column for ${missing.map((path) => `\`${path}\``).join(', ')}`);
  return ok({ width: names.findLastIndex((name) => name !== '') + 1, columns, ignored });
}

const placed = (name: string, place: number | null, spec: ColumnSpec, known: KnownMembers): PlacedColumn => ({
  ...spec,
  name,
  place,
  steps: spec.path.split('.'),
  type: spec.type ?? known.get(spec.path.toLowerCase())?.type ?? 'string',
});
