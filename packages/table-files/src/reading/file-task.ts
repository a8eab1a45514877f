import type { CsvOptions } from '../csv-rows.js';
import type { JsonRow } from '../json/json-row.js';
import type { BodyArray, BodyRow, JsonArray } from '../json-rows.js';
import type { TableRow } from '../table-row.js';
import type { XlsxLimits } from '../xlsx-rows.js';

/** How a file is read. */
export type FileFormat =
  | { readonly kind: 'csv'; readonly options: CsvOptions }
  | { readonly kind: 'xlsx'; readonly limits: XlsxLimits }
  | { readonly kind: 'json'; readonly array: JsonArray }
  | { readonly kind: 'body'; readonly array: BodyArray }
  | { readonly kind: 'jsonl' };

/** Type of the rows of a file. */
export type RowOf<Format extends FileFormat> = Format extends { readonly kind: 'csv' | 'xlsx' }
  ? TableRow
  : Format extends { readonly kind: 'body' }
    ? BodyRow
    : JsonRow;

/** Data that a thread is started with. */
export interface FileTask {
  /** File descriptor of the process. */
  readonly fd: number;
  readonly format: FileFormat;
}

export type AnyRow = TableRow | JsonRow | BodyRow;

/** Message of a thread: several rows at a time, until all were sent or the file cannot be read. */
export type FileMessage =
  | { readonly kind: 'rows'; readonly rows: readonly AnyRow[] }
  | { readonly kind: 'end' }
  | { readonly kind: 'refused'; readonly message: string };
