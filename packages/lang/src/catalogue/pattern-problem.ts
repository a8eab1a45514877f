/** Problem of a pattern: E0601 it uses unsupported syntax or cannot be parsed, E0602 it is too complex, E0907 it is too long. */
export interface PatternProblem {
  readonly code: 'E0601' | 'E0602' | 'E0907';
  /** Sentence without a full stop: `look-ahead is not supported`. */
  readonly message: string;
  readonly help?: string;
  /** Code points of the pattern that the problem concerns; absent if it concerns all of it. */
  readonly range?: readonly [start: number, end: number];
}
