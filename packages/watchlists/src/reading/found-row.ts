import type { EntryDraft } from '../entry/entry-draft.js';
import type { ListFile } from './list-file.js';

/** What the reader of a format finds, in the order of the file. */
export type FoundRow =
  | { readonly kind: 'draft'; readonly draft: EntryDraft; readonly at: string }
  | { readonly kind: 'unreadable'; readonly at: string; readonly reason: string }
  /** The day on which the list says it was made. */
  | { readonly kind: 'generated'; readonly on: string }
  /** The format has a mark at its end, and the mark was found. */
  | { readonly kind: 'end_mark' };

/** Reads the files of a format, keyed by the names in its declaration. Throws `ListFormatError` if a file ends too early. */
export type FormatReader = (files: ReadonlyMap<string, ListFile>) => AsyncGenerator<readonly FoundRow[]>;

/** Returns the reader of a format that consists of one file. */
export const oneFile = (read: (file: ListFile) => AsyncGenerator<readonly FoundRow[]>): FormatReader =>
  async function* (files) {
    for (const file of files.values()) yield* read(file);
  };
