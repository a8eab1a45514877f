import type { SourceRange } from './syntax-node.js';

/** A comment as written, with its signs. Not a part of the tree. */
export interface Comment {
  readonly text: string;
  readonly range: SourceRange | null;
}
