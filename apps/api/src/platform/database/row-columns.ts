import { placeholderRows } from './count-rows.js';

/** Stands in no JSON text: strings hold such characters escaped only. */
const separator = '\x1e';

/**
 * JSON texts as one parameter of a statement that reads them by `jsonTextsSql`. In the text of an array each quote is escaped, which
 * costs more than all else that is done to write them.
 */
export const joinJsonTexts = (texts: readonly string[]): string => texts.join(separator);

/** SQL: the texts that `jsonTexts` put together, as `text[]`. */
export const splitJsonTextsSql = (place: string): string => `string_to_array(${place}, E'\\x1e')`;

/** ISO 8601 writes other years with more digits and a sign; PostgreSQL reads neither these nor a year 0. */
const isoYears = /^(?!0000)\d{4}-/;

/** As text, which is cheap: the client of the database writes dates digit by digit, in the zone of this process. */
function isoOrDate(date: Date): string | Date {
  const text = date.toISOString();
  return isoYears.test(text) ? text : date;
}

/** What is written of a row, column by column: the text of a statement and its values are both made of this. */
export interface RowColumns<Row, Name extends string> {
  readonly count: number;
  /** `insert into … (…) values (…), …` of so many rows, whose parameters begin at `first`. */
  insertText(rows: number, first?: number): string;
  /** The values of the rows, one row after the other, each in the order of the columns. */
  valuesOf(rows: readonly Row[]): unknown[];
  /** `update … set … where …`, and its values of a row. */
  update(set: readonly Name[], where: readonly Name[]): { readonly text: string; valuesOf(row: Row): unknown[] };
}

/** `columns`: by the name of each, how its value is read from a row. */
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
