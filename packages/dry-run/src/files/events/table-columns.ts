import { didYouMean, type Type } from '@tamis/lang';
import { libraryCatalogue } from '@tamis/library';

/** Columns about the event rather than its record; the members of an event in JSON that have these names. */
export const aboutEvent: ReadonlySet<string> = new Set(['target', 'trigger', 'now', 'label']);

const targets = ['transaction', 'person', 'company', 'userEvent'] as const;
const fields = targets.flatMap((target) => libraryCatalogue.schema.fields(target));

/** Types of known fields by the place of their value in a record. */
export const typesByPath: ReadonlyMap<string, Type> = new Map(
  fields.filter(({ derived }) => !derived).map(({ jsonPath, type }) => [jsonPath.join('.'), type]),
);

/** Where records have the number of an amount whose currency stands beside it. */
export const amountPaths: ReadonlySet<string> = new Set(
  fields.flatMap(({ type, derived }) =>
    type.kind === 'money' && derived?.reads[0] ? [[...derived.owner, ...derived.reads[0]].join('.')] : [],
  ),
);

/** Every place that some field of rules reads. */
const readPaths: ReadonlySet<string> = new Set([
  ...typesByPath.keys(),
  ...fields.flatMap(({ derived }) => (derived?.reads ?? []).map((path) => [...derived!.owner, ...path].join('.'))),
]);

const isRead = (column: string): boolean => {
  const steps = column.split('.');
  // Below an object that is open anything may stand; above a field a cell of JSON.
  return steps.some((_, at) => readPaths.has(steps.slice(0, at + 1).join('.'))) || isAbove(column);
};

const isAbove = (column: string): boolean => [...readPaths].some((path) => path.startsWith(`${column}.`));

/** A column that no rule can read; `nearest`: a name that may have been meant, null: none is near. */
export interface ForeignColumn {
  readonly column: string;
  readonly nearest: string | null;
}

/** Columns of a table that no field of rules reads, as ones are that are misspelt. */
export const foreignColumns = (columns: readonly string[]): readonly ForeignColumn[] =>
  columns
    .filter((column) => !aboutEvent.has(column) && !isRead(column))
    .map((column) => ({ column, nearest: didYouMean(column, [...readPaths])[0] ?? null }));

/** Why columns make no table of events; null: they do. */
export function columnProblem(columns: readonly string[]): string | null {
  const twice = columns.find((column, at) => columns.indexOf(column) !== at);
  if (twice !== undefined) return `two columns are called \`${twice}\``;
  if (columns.includes('id')) return null;
  const how = columns.length === 1 && /[;\t|]/.test(columns[0] ?? '') ? '; commas stand between columns' : '';
  return `no column is called \`id\`, only ${columns.map((column) => `\`${column}\``).join(', ')}${how}`;
}
