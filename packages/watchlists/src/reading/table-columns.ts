import { listLimits } from '../list-limits.js';
import type { CsvRow } from './csv-rows.js';
import { ListFormatError } from './list-format-error.js';

/** A row by the names of its columns. */
export interface NamedRow {
  readonly line: number;
  /** Trimmed. Empty: there is no such column, or nothing in it. */
  cell(column: string): string;
}

/** What the first row of a table says of those below it. */
export class TableColumns {
  private readonly columns: ReadonlyMap<string, number>;
  private readonly count: number;

  /** Throws `ListFormatError` where a column is missing that a reader needs. */
  constructor(file: string, header: CsvRow, required: readonly string[], hint: string) {
    this.columns = new Map(header.cells.map((name, at) => [columnKey(name), at]));
    this.count = header.cells.length;
    if (this.count > listLimits.columns) throw new ListFormatError(file, `has more than ${listLimits.columns} columns`);
    const missing = required.find((name) => !this.columns.has(columnKey(name)));
    if (missing !== undefined)
      throw new ListFormatError(file, `line ${header.line}: has no column \`${missing}\`; ${hint}`);
  }

  /** The row, or why it is none. */
  named({ line, cells }: CsvRow): NamedRow | string {
    if (cells.length !== this.count) return `has ${cells.length} cells in place of ${this.count}`;
    return { line, cell: (column) => cells[this.columns.get(columnKey(column)) ?? -1]?.trim() ?? '' };
  }
}

/** Sources change case, signs and spaces of their headers. */
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
