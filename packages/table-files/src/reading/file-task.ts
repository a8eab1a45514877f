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

/** What the rows of a file are. */
export type RowOf<Format extends FileFormat> = Format extends { readonly kind: 'csv' | 'xlsx' }
  ? TableRow
  : Format extends { readonly kind: 'body' }
    ? BodyRow
    : JsonRow;

/** What a thread is started with. */
export interface FileTask {
  /** The file as it is open in the process. */
  readonly fd: number;
  readonly format: FileFormat;
}

export type AnyRow = TableRow | JsonRow | BodyRow;

/** What a thread tells: rows, each some of them, until all were told or the file cannot be read. */
export type FileMessage =
  | { readonly kind: 'rows'; readonly rows: readonly AnyRow[] }
  | { readonly kind: 'end' }
  | { readonly kind: 'refused'; readonly message: string };
