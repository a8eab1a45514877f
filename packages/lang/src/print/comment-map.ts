import type { Comment } from '../ast/comment.js';
import type { RuleFile } from '../ast/rule-file.js';
import { attachComments } from './attach-comments.js';
import { fileBlock } from './anchors.js';

/** A comment, and whether it was preceded by a blank line. */
export interface Note {
  readonly text: string;
  readonly isAfterBlank: boolean;
}

/** Comments around one node. */
export interface Notes {
  /** On separate lines above it. */
  readonly leading: readonly Note[];
  /** After it on its last line. */
  readonly trailing: readonly string[];
  /** After its opening brace. */
  readonly opening: readonly string[];
  /** Before its closing brace. */
  readonly dangling: readonly Note[];
  /** Whether it was directly preceded by a blank line. */
  readonly isAfterBlank: boolean;
}

const nothing: Notes = { leading: [], trailing: [], opening: [], dangling: [], isAfterBlank: false };

/** The comments and blank lines of a source, by the node they are assigned to. */
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
