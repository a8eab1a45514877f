import type { Comment } from '../ast/comment.js';
import type { RuleFile } from '../ast/rule-file.js';
import { attachComments } from './attach-comments.js';
import { fileBlock } from './anchors.js';

/** A comment with the blank line that stood before it. */
export interface Note {
  readonly text: string;
  readonly isAfterBlank: boolean;
}

/** What stands around one node. */
export interface Notes {
  /** On lines of their own above. */
  readonly leading: readonly Note[];
  /** Behind it on its last line. */
  readonly trailing: readonly string[];
  /** Behind its opening brace. */
  readonly opening: readonly string[];
  /** Before its closing brace. */
  readonly dangling: readonly Note[];
  /** A blank line stood right before it. */
  readonly isAfterBlank: boolean;
}

const nothing: Notes = { leading: [], trailing: [], opening: [], dangling: [], isAfterBlank: false };

/** The comments and blank lines of a source, by the node they belong to. */
export class CommentMap {
  readonly #notes: ReadonlyMap<object, Notes>;

  private constructor(notes: ReadonlyMap<object, Notes>) {
    this.#notes = notes;
  }

  /** For trees that were not read from text. */
  static readonly empty = new CommentMap(new Map());

  static of(file: RuleFile, comments: readonly Comment[]): CommentMap {
    const block = fileBlock(file);
    return block ? new CommentMap(attachComments(block, comments)) : CommentMap.empty;
  }

  of(node: object): Notes {
    return this.#notes.get(node) ?? nothing;
  }
}
