import { didYouMean, type Type } from '@tamis/lang';
import { libraryCatalogue } from '@tamis/library';

/** The columns that describe the event instead of its record; they are the event fields with these names in JSON. */
export const aboutEvent: ReadonlySet<string> = new Set(['target', 'trigger', 'now', 'label']);

const targets = ['transaction', 'person', 'company', 'userEvent'] as const;
const fields = targets.flatMap((target) => libraryCatalogue.schema.fields(target));

/** The types of known fields by the path of their value in a record. */
export const typesByPath: ReadonlyMap<string, Type> = new Map(
  fields.filter(({ derived }) => !derived).map(({ jsonPath, type }) => [jsonPath.join('.'), type]),
);

/** The paths of amounts whose currency is stored in a separate field. */
export const amountPaths: ReadonlySet<string> = new Set(
  fields.flatMap(({ type, derived }) =>
    type.kind === 'money' && derived?.reads[0] ? [[...derived.owner, ...derived.reads[0]].join('.')] : [],
  ),
);

/** All paths that some field of rules reads. */
const readPaths: ReadonlySet<string> = new Set([
  ...typesByPath.keys(),
  ...fields.flatMap(({ derived }) => (derived?.reads ?? []).map((path) => [...derived!.owner, ...path].join('.'))),
]);

const isRead = (column: string): boolean => {
  const steps = column.split('.');
  // Below an open object any column is allowed; above a field, a JSON cell is allowed.
  return steps.some((_, at) => readPaths.has(steps.slice(0, at + 1).join('.'))) || isAbove(column);
};

const isAbove = (column: string): boolean => [...readPaths].some((path) => path.startsWith(`${column}.`));

/** A column that no rule can read; `nearest` is the name that may have been intended, or `null` if none is similar. */
export interface ForeignColumn {
  readonly column: string;
  readonly nearest: string | null;
}

/** Returns the columns of a table that no field of rules reads, such as misspelt ones. */
export const foreignColumns = (columns: readonly string[]): readonly ForeignColumn[] =>
  columns
    .filter((column) => !aboutEvent.has(column) && !isRead(column))
    .map((column) => ({ column, nearest: didYouMean(column, [...readPaths])[0] ?? null }));

/** Returns the reason why columns cannot form a table of events; `null` if they can. */
export function columnProblem(columns: readonly string[]): string | null {
  const twice = columns.find((column, at) => columns.indexOf(column) !== at);
  if (twice !== undefined) return `two columns have the name \`${twice}\``;
  if (columns.includes('id')) return null;
  const how = columns.length === 1 && /[;\t|]/.test(columns[0] ?? '') ? '; columns are separated by commas' : '';
  return `no column is called \`id\`, only ${columns.map((column) => `\`${column}\``).join(', ')}${how}`;
}
