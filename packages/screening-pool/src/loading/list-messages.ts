import type { ListSummary } from '@tamis/watchlists';

/** The files of a list on this machine. */
export interface ListFileOnDisk {
  readonly path: string;
  /** As its source calls it, or as it was saved. */
  readonly name: string;
  /** As many bytes as the sender said that it has; null: nobody said. */
  readonly expectedBytes: number | null;
}

export interface LoadingTask {
  readonly code: string;
  readonly files: readonly ListFileOnDisk[];
}

/** An entry as it is stored. */
export interface ReadEntry {
  readonly id: string;
  readonly contentHash: string;
  readonly referents: readonly string[];
  /** All of it, as JSON. */
  readonly text: string;
}

/** How many entries of a list there are of each kind. */
export interface EntryCounts {
  readonly schemas: Readonly<Record<string, number>>;
  readonly topics: Readonly<Record<string, number>>;
}

export type LoadingMessage =
  | { readonly kind: 'entries'; readonly entries: readonly ReadEntry[] }
  /** Comes last where the files were read to their end, with what the list is searched by. */
  | {
      readonly kind: 'end';
      readonly summary: ListSummary;
      readonly counts: EntryCounts;
      /** Why rows could not be read: the first ones. */
      readonly examples: readonly string[];
      readonly block: SharedArrayBuffer;
    }
  /** Comes last where they are not the list, or not all of it. */
  | { readonly kind: 'refused'; readonly reason: string };
