import type { WatchlistEntry } from '@tamis/watchlists';

import { countryName, isDay, type ListWriter, otherNames, primaryName, quotedCell, yearOf } from './written-list.js';

/** Text for an empty value, and text at the end. */
const none = '-0- ';
const end = '\u001a\r\n';
const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** Writes the eight tables of OFAC. All entries are on the SDN list, and the other list has only one entry. */
export const writeOfacCsv: ListWriter = (entries) => {
  const table = (rows: (entry: WatchlistEntry) => readonly string[]) =>
    function* (): Generator<string> {
      for (const entry of entries()) yield rows(entry).join('');
      yield end;
    };
  const only = (text: string) => (): readonly string[] => [text, end];
  return new Map<string, () => Iterable<string>>([
    ['sdn.csv', table((entry) => [mainRow(entry)])],
    [
      'alt.csv',
      table((entry) =>
        strongAliases(entry).map((name, at) => line([entry.id, String(at), quotedCell('aka'), quotedCell(name), none])),
      ),
    ],
    [
      'add.csv',
      table((entry) => (entry.schema === 'company' ? entry.countries.map((code) => addressRow(entry, code)) : [])),
    ],
    ['sdn_comments.csv', only('')],
    ['cons_prim.csv', only(line(['9', quotedCell('INVENTED HOLDING'), ...Array.from({ length: 10 }, () => none)]))],
    ['cons_alt.csv', only('')],
    ['cons_add.csv', only('')],
    ['cons_comments.csv', only('')],
  ]);
};

const line = (cells: readonly string[]): string => `${cells.join(',')}\r\n`;

const strongAliases = (entry: WatchlistEntry): readonly string[] =>
  otherNames(entry)
    .filter(({ kind }) => kind !== 'weak_alias')
    .map(({ text }) => givenLast(entry, text));

const addressRow = (entry: WatchlistEntry, code: string): string =>
  line([entry.id, '1', none, none, quotedCell(countryName(code)), none]);

/** Names of people are written as `FAMILY, Given`. */
function givenLast(entry: WatchlistEntry, name: string): string {
  const words = name.split(' ');
  return entry.schema !== 'person' || words.length < 2
    ? name
    : `${words.at(-1) ?? ''}, ${words.slice(0, -1).join(' ')}`;
}

function mainRow(entry: WatchlistEntry): string {
  const type = { person: 'individual', vessel: 'vessel', aircraft: 'aircraft', company: null, other: null }[
    entry.schema
  ];
  return line([
    entry.id,
    quotedCell(givenLast(entry, primaryName(entry))),
    type === null ? none : quotedCell(type),
    quotedCell(entry.programs.join('] [')),
    ...Array.from({ length: 7 }, () => none),
    quotedCell(remarks(entry)),
  ]);
}

const remarks = (entry: WatchlistEntry): string =>
  [
    ...entry.births.map((birth) => `DOB ${isDay(birth) ? wordDate(birth.from) : yearOf(birth)}`),
    ...(entry.schema === 'person' ? entry.countries.map((code) => `nationality ${countryName(code)}`) : []),
    ...(entry.gender === null ? [] : [`Gender ${entry.gender === 'male' ? 'Male' : 'Female'}`]),
    ...entry.names.filter(({ kind }) => kind === 'weak_alias').map(({ text }) => `a.k.a. '${text}'`),
    ...entry.identifiers.map(({ scheme, value }) => `${documents[scheme] ?? 'Identification Number'} ${value}`),
  ].join('; ') || none;

const documents: Readonly<Record<string, string>> = {
  passport: 'Passport',
  registration: 'Registration Number',
  imo: 'Vessel Registration Identification IMO',
};

const wordDate = (day: string): string => {
  const [year = '', month = '', date = ''] = day.split('-');
  return `${date} ${months[Number(month) - 1] ?? ''} ${year}`;
};
