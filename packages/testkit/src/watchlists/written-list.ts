import type { EntryBirth, WatchlistEntry } from '@tamis/watchlists';

/** The files of a list by the names given by its source, in pieces that are created while they are read. */
export type WrittenList = ReadonlyMap<string, () => Iterable<string>>;

/** Creates the entries again for each file. */
export type EntrySource = () => Iterable<WatchlistEntry>;

export type ListWriter = (entries: EntrySource) => WrittenList;

/** Escapes text for an element or attribute of XML. */
export const xmlText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Returns a cell of a table in quotes. */
export const quotedCell = (text: string): string => `"${text.replaceAll('"', '""')}"`;

export const primaryName = (entry: WatchlistEntry): string =>
  entry.names.find(({ kind }) => kind === 'primary')?.text ?? '';

export const otherNames = (entry: WatchlistEntry): WatchlistEntry['names'] =>
  entry.names.filter(({ kind }) => kind !== 'primary');

/** Whether it is a day rather than a year. */
export const isDay = ({ from, to }: EntryBirth): boolean => from === to;
export const yearOf = ({ from }: EntryBirth): string => from.slice(0, 4);

/** `31/05/1970`. */
export const slashDate = (day: string): string => day.split('-').toReversed().join('/');

const englishNames = new Intl.DisplayNames('en', { type: 'region' });

/** Returns the name of a country as the lists usually write it. */
export const countryName = (code: string): string => englishNames.of(code) ?? code;

/** Returns the number by which the UN and other lists identify the same entry. Empty if there is none. */
export const unReference = ({ referents }: Pick<WatchlistEntry, 'referents'>): string =>
  referents.find((referent) => referent.startsWith('un:'))?.slice('un:'.length) ?? '';
