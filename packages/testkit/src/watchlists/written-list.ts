import type { EntryBirth, WatchlistEntry } from '@tamis/watchlists';

/** The files of a list by the names that its source gives them, in pieces that are made while they are read. */
export type WrittenList = ReadonlyMap<string, () => Iterable<string>>;

/** Makes the entries anew for each file. */
export type EntrySource = () => Iterable<WatchlistEntry>;

export type ListWriter = (entries: EntrySource) => WrittenList;

/** Text as an element or attribute of XML holds it. */
export const xmlText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** A cell of a table, in quotes. */
export const quotedCell = (text: string): string => `"${text.replaceAll('"', '""')}"`;

export const primaryName = (entry: WatchlistEntry): string =>
  entry.names.find(({ kind }) => kind === 'primary')?.text ?? '';

export const otherNames = (entry: WatchlistEntry): WatchlistEntry['names'] =>
  entry.names.filter(({ kind }) => kind !== 'primary');

/** A day, or a year. */
export const isDay = ({ from, to }: EntryBirth): boolean => from === to;
export const yearOf = ({ from }: EntryBirth): string => from.slice(0, 4);

/** `31/05/1970`. */
export const slashDate = (day: string): string => day.split('-').toReversed().join('/');

const englishNames = new Intl.DisplayNames('en', { type: 'region' });

/** As the lists write it, in most cases. */
export const countryName = (code: string): string => englishNames.of(code) ?? code;

/** The number by which the UN and other lists know the same one. Empty: there is none. */
export const unReference = ({ referents }: Pick<WatchlistEntry, 'referents'>): string =>
  referents.find((referent) => referent.startsWith('un:'))?.slice('un:'.length) ?? '';
