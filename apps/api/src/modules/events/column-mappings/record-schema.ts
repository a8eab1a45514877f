import type { ColumnType, TableMapping } from './column-mapping.js';

/** A member that a record may have. */
export interface SchemaMember {
  readonly path: string;
  readonly type: ColumnType;
  readonly required?: boolean;
  /** All allowed values. */
  readonly values?: readonly string[];
  /** Set if the member is a text that holds a time or a date. */
  readonly time?: 'instant' | 'day';
}

/** Schema of the records that the rows of a table become. */
export interface RecordSchema {
  /** Noun with its article, such as `a payment`. */
  readonly noun: string;
  /** Members by their path in lower case. Members of type `json` may have further members below them. */
  readonly members: ReadonlyMap<string, SchemaMember>;
  /** Paths of the members that every record must have. */
  readonly required: readonly string[];
  /** Paths of members whose numbers are read digit for digit. */
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

/** Whether the path exists in the record schema. */
function hasPath({ members: known }: RecordSchema, path: string): boolean {
  if (known.get(path.toLowerCase())?.path === path) return true;
  const dot = path.indexOf('.');
  const owner = dot < 0 ? undefined : known.get(path.slice(0, dot).toLowerCase());
  return owner?.type === 'json' && path.startsWith(`${owner.path}.`);
}

/** A path in a mapping that does not exist in the record schema; `column` is `null` if it comes from the default fields. */
export interface UnknownPath {
  readonly column: string | null;
  readonly path: string;
}

export const unknownPaths = ({ columns, defaults }: TableMapping, form: RecordSchema): readonly UnknownPath[] =>
  [
    ...Array.from(columns ?? [], ([column, { path }]) => ({ column, path })),
    ...Array.from(defaults.keys(), (path) => ({ column: null, path })),
  ].filter(({ path }) => !hasPath(form, path));

/** Returns the mapping without paths that do not exist in the record schema. */
export const withoutUnknown = ({ columns, defaults }: TableMapping, form: RecordSchema): TableMapping => ({
  columns: columns && new Map([...columns].filter(([, { path }]) => hasPath(form, path))),
  defaults: new Map([...defaults].filter(([path]) => hasPath(form, path))),
});
