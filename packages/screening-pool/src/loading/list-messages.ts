import type { ListSummary } from '@tamis/watchlists';

/** The files of a list on this machine. */
export interface ListFileOnDisk {
  readonly path: string;
  /** The name given by its source, or the name under which it was saved. */
  readonly name: string;
  /** Size in bytes as stated by the sender, or `null` if it was not stated. */
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
  /** The complete entry as JSON. */
  readonly text: string;
}

/** Number of entries of a list by kind. */
export interface EntryCounts {
  readonly schemas: Readonly<Record<string, number>>;
  readonly topics: Readonly<Record<string, number>>;
}

export type LoadingMessage =
  | { readonly kind: 'entries'; readonly entries: readonly ReadEntry[] }
  /** Final message if the files were read to the end, with the index of the list. */
  | {
      readonly kind: 'end';
      readonly summary: ListSummary;
      readonly counts: EntryCounts;
      /** Reasons why the first unreadable rows could not be read. */
      readonly examples: readonly string[];
      readonly block: SharedArrayBuffer;
    }
  /** Final message if the files are not the list, or not the complete list. */
  | { readonly kind: 'refused'; readonly reason: string };
