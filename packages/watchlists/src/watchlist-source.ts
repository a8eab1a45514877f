import type { FormatReader } from './reading/found-row.js';
import type { ListFile } from './reading/list-file.js';

/** What an entry says about its subject. OpenSanctions has further topics, which keep their names. */
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

/** One file of a format, under the name by which its source publishes it. */
export interface FormatFile {
  readonly name: string;
  /** Names under which it may have been saved. */
  readonly pattern: RegExp;
  /** Address at which the source publishes it; `null` if an operator loads it from a file. */
  readonly address: string | null;
}

export interface WatchlistFormat {
  readonly code: string;
  /** All of them are required. */
  readonly files: readonly FormatFile[];
  readonly read: FormatReader;
}

/** A list known to the server: what it is, where it comes from, and what is plausible for it. */
export interface WatchlistSource {
  readonly code: string;
  readonly title: string;
  readonly publisher: string;
  readonly topics: readonly (typeof watchlistTopics)[number][];
  /** With fewer entries the list is considered incomplete. */
  readonly minimumEntries: number;
  /** Best format first. */
  readonly formats: readonly WatchlistFormat[];
  /** Setting that names a mirror, which has the files under the same names. */
  readonly addressSetting: string;
  /** `null` if the source is not fetched and an operator loads its files. */
  readonly refreshHours: number | null;
  readonly licence: string;
  /** Whether users need their own licence and token; without them the list stays disabled. */
  readonly needsLicence: boolean;
}

/** Returns the best format for which these files are sufficient, with the files by their published names, or `null` if there is none. */
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
