import { placeholderRows } from './count-rows.js';

/** Does not occur in JSON text, because strings contain such characters only in escaped form. */
const separator = '\x1e';

/**
 * Joins JSON texts into one parameter for a statement that reads them with `splitJsonTextsSql`. An array parameter would escape every
 * quote, which costs more than everything else needed to write them.
 */
export const joinJsonTexts = (texts: readonly string[]): string => texts.join(separator);

/** SQL: the texts joined by `joinJsonTexts`, as `text[]`. */
export const splitJsonTextsSql = (place: string): string => `string_to_array(${place}, E'\\x1e')`;

/** ISO 8601 writes other years with more digits and a sign. PostgreSQL accepts neither those nor a year 0. */
const isoYears = /^(?!0000)\d{4}-/;

/** Returns the date as text, which is cheap: the database client writes dates digit by digit, in the time zone of the process. */
function isoOrDate(date: Date): string | Date {
  const text = date.toISOString();
  return isoYears.test(text) ? text : date;
}

/** Column definitions of rows that are written. Both the text of a statement and its values are derived from them. */
export interface RowColumns<Row, Name extends string> {
  readonly count: number;
  /** Returns `insert into … (…) values (…), …` for `rows` rows, with parameters that start at `first`. */
  insertText(rows: number, first?: number): string;
  /** Returns the values of all rows, one row after another, in column order. */
  valuesOf(rows: readonly Row[]): unknown[];
  /** Returns `update … set … where …`, and a function for its values. */
  update(set: readonly Name[], where: readonly Name[]): { readonly text: string; valuesOf(row: Row): unknown[] };
}

/** Defines the columns of a table. `columns` maps each column name to the way its value is read from a row. */
export const rowColumns =
  <Row>() =>
  <Name extends string>(
    table: string,
    columns: Readonly<Record<Name, (row: Row) => unknown>>,
  ): RowColumns<Row, Name> => {
    const readers = Object.values<(row: Row) => unknown>(columns);
    const into = `insert into ${table} (${Object.keys(columns).join(', ')})`;
    return {
      count: readers.length,
      insertText: (rows, first = 1) => `${into} values ${placeholderRows({ first, rows, columns: readers.length })}`,
      valuesOf: (rows) => {
        const values: unknown[] = [];
        for (const row of rows)
          for (const read of readers) {
            const value = read(row);
            values.push(value instanceof Date ? isoOrDate(value) : value);
          }
        return values;
      },
      update: (set, where) => {
        const names = [...set, ...where];
        const equal = names.map((name, index) => `${name} = $${index + 1}`);
        const [changed, found] = [equal.slice(0, set.length), equal.slice(set.length)];
        return {
          text: `update ${table} set ${changed.join(', ')} where ${found.join(' and ')}`,
          valuesOf: (row) => names.map((name) => columns[name](row)),
        };
      },
    };
  };
