import type { FormatReader } from './reading/found-row.js';
import type { ListFile } from './reading/list-file.js';

/** What an entry of a list says of whom it names. OpenSanctions has more, which keep their names. */
export const watchlistTopics = [
  'sanction',
  'sanction.non_sdn',
  'sanction.linked',
  'pep',
  'pep.former',
  'pep.relative',
  'crime',
  'debarment',
  'poi',
] as const;

/** One file of a format, under the name that its source publishes it by. */
export interface FormatFile {
  readonly name: string;
  /** What it may be called where it was saved. */
  readonly pattern: RegExp;
  /** Where the source publishes it. Null: an operator loads it from a file. */
  readonly address: string | null;
}

export interface WatchlistFormat {
  readonly code: string;
  /** All of them are needed. */
  readonly files: readonly FormatFile[];
  readonly read: FormatReader;
}

/** A list of the server: what it is, where it comes from and what is plausible for it. */
export interface WatchlistSource {
  readonly code: string;
  readonly title: string;
  readonly publisher: string;
  readonly topics: readonly (typeof watchlistTopics)[number][];
  /** Fewer entries than this are no whole list. */
  readonly minimumEntries: number;
  /** The best first. */
  readonly formats: readonly WatchlistFormat[];
  /** The setting that names a mirror, which has the files under the same names. */
  readonly addressSetting: string;
  /** Null: the source is not fetched, an operator loads its files. */
  readonly refreshHours: number | null;
  readonly licence: string;
  /** Whether whoever uses it needs a licence and a token of their own; without, it stays off. */
  readonly needsLicence: boolean;
}

/** The best format that these files are enough for, with the files by their published names. Null: there is none. */
export function formatOf(
  source: WatchlistSource,
  files: readonly ListFile[],
): { readonly format: WatchlistFormat; readonly files: ReadonlyMap<string, ListFile> } | null {
  for (const format of source.formats) {
    const found = format.files.map(
      ({ name, pattern }) => [name, files.find((file) => pattern.test(file.name))] as const,
    );
    const known = new Map(found.filter((pair): pair is [string, ListFile] => pair[1] !== undefined));
    if (known.size === format.files.length) return { format, files: known };
  }
  return null;
}
