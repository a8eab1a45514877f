import { listLimits } from '../list-limits.js';
import type { CsvRow } from './csv-rows.js';
import { ListFormatError } from './list-format-error.js';

/** A row with access by column name. */
export interface NamedRow {
  readonly line: number;
  /** Returns the trimmed value; empty if the column does not exist or is empty. */
  cell(column: string): string;
}

/** The columns of a table, according to its first row. */
export class TableColumns {
  private readonly columns: ReadonlyMap<string, number>;
  private readonly count: number;

  /** Throws `ListFormatError` if a column that a reader needs is missing. */
  constructor(file: string, header: CsvRow, required: readonly string[], hint: string) {
    this.columns = new Map(header.cells.map((name, at) => [columnKey(name), at]));
    this.count = header.cells.length;
    if (this.count > listLimits.columns) throw new ListFormatError(file, `has more than ${listLimits.columns} columns`);
    const missing = required.find((name) => !this.columns.has(columnKey(name)));
    if (missing !== undefined)
      throw new ListFormatError(file, `line ${header.line}: has no column \`${missing}\`; ${hint}`);
  }

  /** Returns the row, or the reason why it is invalid. */
  named({ line, cells }: CsvRow): NamedRow | string {
    if (cells.length !== this.count) return `has ${cells.length} cells in place of ${this.count}`;
    return { line, cell: (column) => cells[this.columns.get(columnKey(column)) ?? -1]?.trim() ?? '' };
  }
}

/** Sources change the case, punctuation and spaces of their headers. */
const keys = new Map<string, string>();
function columnKey(name: string): string {
  let key = keys.get(name);
  if (key === undefined) {
    key = name
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
      .trim();
    if (keys.size < 1_000) keys.set(name, key);
  }
  return key;
}
