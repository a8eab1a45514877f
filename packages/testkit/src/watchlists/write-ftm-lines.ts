import type { WatchlistEntry } from '@tamis/watchlists';

import { isDay, type ListWriter, primaryName, yearOf } from './written-list.js';

const schemas = {
  person: 'Person',
  company: 'Company',
  vessel: 'Vessel',
  aircraft: 'Airplane',
  other: 'Thing',
} as const;
const properties: Readonly<Record<string, string>> = {
  passport: 'passportNumber',
  registration: 'registrationNumber',
  imo: 'imoNumber',
};

/** Writes `entities.ftm.json` of OpenSanctions. */
export const writeFtmLines: ListWriter = (entries) =>
  new Map([
    [
      'entities.ftm.json',
      function* () {
        for (const entry of entries()) yield `${JSON.stringify(entity(entry))}\n`;
      },
    ],
  ]);

function entity(entry: WatchlistEntry): object {
  const names = (kind: string): readonly string[] =>
    entry.names.filter((name) => name.kind === kind).map(({ text }) => text);
  const numbers = entry.identifiers.map(({ scheme, value }) => [properties[scheme] ?? 'idNumber', [value]] as const);
  return {
    id: entry.id,
    caption: primaryName(entry),
    schema: schemas[entry.schema],
    properties: {
      name: names('primary'),
      alias: names('alias'),
      weakAlias: names('weak_alias'),
      birthDate: entry.births.map((birth) => (isDay(birth) ? birth.from : yearOf(birth))),
      [entry.schema === 'vessel' ? 'flag' : 'country']: entry.countries.map((code) => code.toLowerCase()),
      ...(entry.gender === null ? {} : { gender: [entry.gender] }),
      topics: entry.topics,
      programId: entry.programs,
      ...Object.fromEntries(numbers),
    },
    referents: entry.referents,
    datasets: ['invented'],
    first_seen: `${entry.listedOn ?? '2026-01-01'}T00:00:00`,
    target: true,
  };
}
