/** What is wrong with a pattern: E0601 it uses what the dialect lacks or cannot be read, E0602 too complex, E0907 too long. */
export interface PatternProblem {
  readonly code: 'E0601' | 'E0602' | 'E0907';
  /** A sentence without a full stop: `look-ahead is not supported`. */
  readonly message: string;
  readonly help?: string;
  /** Code points of the pattern the problem is about; absent: all of it. */
  readonly range?: readonly [start: number, end: number];
}
