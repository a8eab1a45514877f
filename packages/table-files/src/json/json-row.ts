/** A row that its file contains as JSON text. */
export interface JsonRow {
  /** Line of the file where the row begins, counted from 1. */
  readonly line: number;
  /** The original text without surrounding white space. Empty if it is not a valid row. */
  readonly text: string;
  /** Why it is not a valid row, or `null` if it is JSON. */
  readonly problem: string | null;
}
