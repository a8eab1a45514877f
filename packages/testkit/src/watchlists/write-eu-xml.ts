import type { WatchlistEntry } from '@tamis/watchlists';

import { isDay, type ListWriter, xmlText, yearOf, unReference } from './written-list.js';

/** Writes `xmlFullSanctionsList_1_1.xml` of the EU. */
export const writeEuXml: ListWriter = (entries) =>
  new Map([
    [
      'xmlFullSanctionsList_1_1.xml',
      function* () {
        yield '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
        yield '<export xmlns="http://eu.europa.ec/fpi/fsd/export" generationDate="2026-10-03T16:47:04.449+02:00" globalFileId="1">\n';
        for (const entry of entries()) yield element(entry);
        yield '</export>\n';
      },
    ],
  ]);

const tag = (name: string, attributes: Readonly<Record<string, string>>): string =>
  `  <${name}${Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${xmlText(value)}"`)
    .join('')} regulationLanguage="en"/>\n`;

function element(entry: WatchlistEntry): string {
  const isPerson = entry.schema === 'person';
  const gender = entry.gender === null ? '' : entry.gender === 'male' ? 'M' : 'F';
  const parts = [
    tag('regulation', { entryIntoForceDate: entry.listedOn ?? '', programme: entry.programs[0] ?? '' }),
    tag(
      'subjectType',
      isPerson ? { code: 'person', classificationCode: 'P' } : { code: 'enterprise', classificationCode: 'E' },
    ),
    ...entry.names.map(({ text, kind }) =>
      tag('nameAlias', {
        firstName: '',
        lastName: '',
        wholeName: text,
        gender,
        nameLanguage: '',
        strong: String(kind !== 'weak_alias'),
      }),
    ),
    ...entry.births.map((birth) =>
      tag('birthdate', {
        circa: 'false',
        ...(isDay(birth) ? { birthdate: birth.from } : {}),
        year: yearOf(birth),
        countryIso2Code: '00',
      }),
    ),
    ...entry.countries.map((code) => tag(isPerson ? 'citizenship' : 'address', { countryIso2Code: code })),
    ...entry.identifiers.map(({ scheme, value }) =>
      tag('identification', {
        identificationTypeCode: scheme === 'passport' ? 'passport' : 'regnumber',
        number: value,
        countryIso2Code: '00',
      }),
    ),
  ];
  const attributes = `designationDetails="" unitedNationId="${unReference(entry)}" euReferenceNumber="${xmlText(entry.id)}" logicalId="${xmlText(entry.id)}"`;
  return ` <sanctionEntity ${attributes}>\n${parts.join('')} </sanctionEntity>\n`;
}
