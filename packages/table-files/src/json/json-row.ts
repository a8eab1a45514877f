/** A row that stands in its file as JSON text. */
export interface JsonRow {
  /** Of the file, from 1: where the row begins. */
  readonly line: number;
  /** As it is spelled, without white space around it; empty where it is no row. */
  readonly text: string;
  /** Why it is no row; null: it is JSON. */
  readonly problem: string | null;
}
