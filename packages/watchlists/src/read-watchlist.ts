import type { WatchlistEntry } from './entry.js';
import type { FoundRow } from './reading/found-row.js';
import type { ListFile } from './reading/list-file.js';
import { ListFormatError } from './reading/list-format-error.js';
import { listLimits } from './list-limits.js';
import { formatOf, type WatchlistSource } from './watchlist-source.js';

/** What is known about a version of a list once its files were read completely. */
export interface ListSummary {
  readonly format: string;
  readonly entries: number;
  readonly unreadable: number;
  /** The day on which the list says it was made. */
  readonly generatedOn: string | null;
  /** Whether the format marks its end and the mark was found. For formats without a mark, the number of bytes must suffice. */
  readonly isEndMarked: boolean;
}

export interface UnreadableRow {
  readonly kind: 'unreadable';
  readonly at: string;
  readonly reason: string;
}

export type WatchlistRow =
  | { readonly kind: 'entry'; readonly entry: WatchlistEntry }
  | UnreadableRow
  /** Comes last, and only if all files were read completely. */
  | { readonly kind: 'end'; readonly summary: ListSummary };

/**
 * Yields the entries of a list one by one, regardless of the size of its files. Throws `ListFormatError` if a file is not the list, or is
 * incomplete.
 */
export async function* readWatchlist(
  source: WatchlistSource,
  files: readonly ListFile[],
): AsyncGenerator<WatchlistRow> {
  const chosen = formatOf(source, files);
  if (!chosen) throw new ListFormatError(source.code, `needs ${neededFiles(source)}`);
  const reading = new ListReading(source.code);
  for await (const rows of chosen.format.read(chosen.files))
    for (const row of rows) {
      const read = reading.read(row);
      if (read) yield read;
    }
  yield { kind: 'end', summary: reading.summary(chosen.format.code) };
}

const neededFiles = ({ formats }: WatchlistSource): string =>
  formats.map(({ files }) => files.map(({ name }) => `\`${name}\``).join(', ')).join('; or ');

class ListReading {
  private readonly ids = new Set<string>();
  private unreadable = 0;
  private generatedOn: string | null = null;
  private isEndMarked = false;

  constructor(private readonly code: string) {}

  read(row: FoundRow): WatchlistRow | null {
    if (row.kind === 'draft') return this.entry(row);
    if (row.kind === 'unreadable') return this.refused(row.at, row.reason);
    if (row.kind === 'end_mark') this.isEndMarked = true;
    else if (this.generatedOn === null || row.on < this.generatedOn) this.generatedOn = row.on;
    return null;
  }

  summary(format: string): ListSummary {
    const { unreadable, generatedOn, isEndMarked } = this;
    return { format, entries: this.ids.size, unreadable, generatedOn, isEndMarked };
  }

  private entry({ draft, at }: FoundRow & { readonly kind: 'draft' }): WatchlistRow {
    const entry = draft.finish(this.code);
    if (typeof entry === 'string') return this.refused(at, entry);
    if (this.ids.has(entry.id)) return this.refused(at, `has the id \`${entry.id}\`, which an entry before it has`);
    if (this.ids.size >= listLimits.entries)
      throw new ListFormatError(this.code, `has more than ${listLimits.entries} entries`);
    this.ids.add(entry.id);
    return { kind: 'entry', entry };
  }

  private refused(at: string, reason: string): UnreadableRow {
    this.unreadable += 1;
    if (this.unreadable > listLimits.unreadableRows)
      throw new ListFormatError(
        this.code,
        `${at}: ${reason}; more than ${listLimits.unreadableRows} rows cannot be read`,
      );
    return { kind: 'unreadable', at, reason };
  }
}
