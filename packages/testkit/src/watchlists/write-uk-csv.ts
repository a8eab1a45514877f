import type { EntryName, WatchlistEntry } from '@tamis/watchlists';

import { countryName, isDay, type ListWriter, quotedCell, slashDate, yearOf } from './written-list.js';

const columns = [
  'Last Updated,Unique ID,OFSI Group ID,UN Reference Number,Name 6,Name 1,Name 2,Name 3,Name 4,Name 5,Name type,Alias strength,Title',
  'Name non-latin script,Non-latin script type,Non-latin script language,Regime Name,Designation Type,Designation source',
  'Sanctions Imposed,Other Information,UK Statement of Reasons,Address Line 1,Address Line 2,Address Line 3,Address Line 4',
  'Address Line 5,Address Line 6,Address Postal Code,Address Country,Phone number,Website,Email address,Date Designated,D.O.B',
  'Nationality(/ies),National Identifier number,National Identifier additional information,Passport number',
  'Passport additional information,Position,Gender,Town of birth,Country of birth,Type of entity,Subsidiaries,Parent company',
  'Business registration number (s),IMO number,Current owner/operator (s),Previous owner/operator (s)',
  'Current believed flag of ship,Previous flags,Type of ship,Tonnage of ship,Length of ship,Year Built',
  'Hull identification number (HIN)',
].flatMap((line) => line.split(','));

/** Writes `UK-Sanctions-List.csv`, with one row per name. */
export const writeUkCsv: ListWriter = (entries) =>
  new Map([
    [
      'UK-Sanctions-List.csv',
      function* () {
        yield `Report Date: 03-Oct-2026\r\n${columns.join(',')}\r\n`;
        for (const entry of entries()) yield entry.names.map((name) => row(entry, name)).join('');
      },
    ],
  ]);

const types = { person: 'Individual', company: 'Entity', vessel: 'Ship', aircraft: 'Entity', other: 'Entity' } as const;

function row(entry: WatchlistEntry, name: EntryName): string {
  const isPerson = entry.schema === 'person';
  const words = isPerson ? name.text.split(' ') : [name.text];
  const number = (scheme: string): string => entry.identifiers.find((each) => each.scheme === scheme)?.value ?? '';
  const [birth] = entry.births;
  const values: Readonly<Record<string, string>> = {
    'Last Updated': '01/10/2026',
    'Unique ID': entry.id,
    'Name 6': words.at(-1) ?? '',
    'Name 1': words.slice(0, -1).join(' '),
    'Name type': name.kind === 'primary' ? 'Primary Name' : 'Alias',
    'Alias strength': name.kind === 'weak_alias' ? 'Low quality a.k.a' : '',
    'Regime Name': entry.programs[0] ?? '',
    'Designation Type': types[entry.schema],
    'Date Designated': slashDate(entry.listedOn ?? ''),
    'D.O.B': birth ? (isDay(birth) ? slashDate(birth.from) : `dd/mm/${yearOf(birth)}`) : '',
    [isPerson ? 'Nationality(/ies)' : 'Address Country']: entry.countries.map(countryName).join('|'),
    'Passport number': number('passport'),
    'Business registration number (s)': number('registration'),
    'IMO number': number('imo'),
    Gender: entry.gender ?? '',
  };
  return `${columns.map((column) => (values[column] ? quotedCell(values[column]) : '')).join(',')}\r\n`;
}
