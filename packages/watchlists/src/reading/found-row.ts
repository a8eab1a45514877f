import type { EntryDraft } from '../entry/entry-draft.js';
import type { ListFile } from './list-file.js';

/** What a reader of a format finds, in the order of the file. */
export type FoundRow =
  | { readonly kind: 'draft'; readonly draft: EntryDraft; readonly at: string }
  | { readonly kind: 'unreadable'; readonly at: string; readonly reason: string }
  /** The day that the list says it was made on. */
  | { readonly kind: 'generated'; readonly on: string }
  /** The format has a mark at its end, and it was there. */
  | { readonly kind: 'end_mark' };

/** Reads the files of a format, named as its declaration names them. Throws `ListFormatError` for what ends too early. */
export type FormatReader = (files: ReadonlyMap<string, ListFile>) => AsyncGenerator<readonly FoundRow[]>;

/** The reader of a format that is one file. */
export const oneFile = (read: (file: ListFile) => AsyncGenerator<readonly FoundRow[]>): FormatReader =>
  async function* (files) {
    for (const file of files.values()) yield* read(file);
  };
