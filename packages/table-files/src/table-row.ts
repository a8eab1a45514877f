/** A row of a table as texts, whatever the file has them as; the first row of a file names its columns. */
export interface TableRow {
  /** Of the file, from 1: where the row ends. */
  readonly line: number;
  /** Empty text: there is nothing. Cells at the end may be absent. */
  readonly cells: readonly string[];
}

/** The file cannot be read as what it should be, from this line on where one is to blame. The message is for its sender. */
export class TableFormatError extends Error {
  constructor(
    message: string,
    readonly line: number | null = null,
  ) {
    super(line === null ? message : `line ${line}: ${message}`);
  }
}
