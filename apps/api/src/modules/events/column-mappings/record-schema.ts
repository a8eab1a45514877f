import type { ColumnType, TableMapping } from './column-mapping.js';

/** A member that a record may have. */
export interface SchemaMember {
  readonly path: string;
  readonly type: ColumnType;
  readonly required?: boolean;
  /** All it may be. */
  readonly values?: readonly string[];
  /** It is a text that says when. */
  readonly time?: 'instant' | 'day';
}

/** What the rows of a table are to become. */
export interface RecordSchema {
  /** `a payment` */
  readonly noun: string;
  /** Members by their path in lower case. Below those of type `json` there may be others. */
  readonly members: ReadonlyMap<string, SchemaMember>;
  /** Paths of the members that every record must have. */
  readonly required: readonly string[];
  /** Members whose numbers are read digit for digit. */
  readonly exactMembers: readonly string[];
}

export const recordSchema = (
  noun: string,
  members: readonly SchemaMember[],
  exactMembers: readonly string[] = [],
): RecordSchema => ({
  noun,
  members: new Map(members.map((member) => [member.path.toLowerCase(), member])),
  required: members.filter(({ path, required }) => required === true && !path.includes('.')).map(({ path }) => path),
  exactMembers,
});

/** Whether a record has a place for the path. */
function hasPath({ members: known }: RecordSchema, path: string): boolean {
  if (known.get(path.toLowerCase())?.path === path) return true;
  const dot = path.indexOf('.');
  const owner = dot < 0 ? undefined : known.get(path.slice(0, dot).toLowerCase());
  return owner?.type === 'json' && path.startsWith(`${owner.path}.`);
}

/** What a mapping names that a record has no place for; `column` null: a default of its own. */
export interface UnknownPath {
  readonly column: string | null;
  readonly path: string;
}

export const unknownPaths = ({ columns, defaults }: TableMapping, form: RecordSchema): readonly UnknownPath[] =>
  [
    ...Array.from(columns ?? [], ([column, { path }]) => ({ column, path })),
    ...Array.from(defaults.keys(), (path) => ({ column: null, path })),
  ].filter(({ path }) => !hasPath(form, path));

/** The mapping without what a record has no place for. */
export const withoutUnknown = ({ columns, defaults }: TableMapping, form: RecordSchema): TableMapping => ({
  columns: columns && new Map([...columns].filter(([, { path }]) => hasPath(form, path))),
  defaults: new Map([...defaults].filter(([path]) => hasPath(form, path))),
});
