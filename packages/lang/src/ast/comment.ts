import type { SourceRange } from './syntax-node.js';

/** A comment as written, including its delimiters. Not part of the syntax tree. */
export interface Comment {
  readonly text: string;
  readonly range: SourceRange | null;
}
