/** A row of a table as texts, regardless of the types in the file. The first row of a file names its columns. */
export interface TableRow {
  /** Line of the file where the row ends, counted from 1. */
  readonly line: number;
  /** An empty text means that there is no value. Cells at the end may be absent. */
  readonly cells: readonly string[];
}

/** The file cannot be read in its expected format, from this line on if a line is the cause. The message is intended for the sender. */
export class TableFormatError extends Error {
  constructor(
    message: string,
    readonly line: number | null = null,
  ) {
    super(line === null ? message : `line ${line}: ${message}`);
  }
}
